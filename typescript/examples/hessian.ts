import { Dual, Real, Vec, add, compile, div, fn, mul, opaque, vjp } from 'gochad'

const log = opaque([Real], Real, Math.log)
log.jvp = fn([Dual], Dual, ({ re: x, du: dx }) => ({ re: log(x), du: div(dx, x) }))

const pow = opaque([Real, Real], Real, Math.pow)
pow.jvp = fn([Dual, Dual], Dual, ({ re: x, du: dx }, { re: y, du: dy }) => {
  const z = pow(x, y)
  const dw = add(mul(dx, div(y, x)), mul(dy, log(x)))
  return { re: z, du: mul(dw, z) }
})

const R2 = Vec(2, Real)
const f = fn([R2], Real, ([x, y]) => pow(x, y))
const g = fn([R2], R2, v => vjp(f)(v).grad(1))
const h = fn([R2], Vec(2, R2), v => {
  const { grad } = vjp(g)(v)
  return [grad([1, 0]), grad([0, 1])]
})
const all = fn([Real, Real], { z: Real, g: R2, h: Vec(2, R2) }, (x, y) => {
  const v = [x, y]
  return { z: f(v), g: g(v), h: h(v) }
})
const at = (await compile(all))(2, 3)
console.log(at.z, at.g.join(' '), at.h.map(row => row.map(x => +x.toFixed(6)).join(' ')).join(', '))
