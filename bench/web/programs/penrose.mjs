// The energy of a diagram of Penrose in Rose: a function for each objective and constraint, as Penrose had it, with Penrose's derivatives.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import {
  Dual, Real, Tan, Vec, abs, add, and, div, eq, fn, geq, gt, leq, lt, mul, neg, not, opaque, or, select, sign, sqrt, sub, vjp, xor, zero,
} from 'rose'

const math = (f) => opaque([Real], Real, f)
const sin = math(Math.sin), cos = math(Math.cos), tan = math(Math.tan), log = math(Math.log), acos = math(Math.acos)
const slope = (g, d) => { g.jvp = fn([Dual], Dual, ({ re: x, du: dx }) => ({ re: g(x), du: mul(dx, d(x)) })) }
slope(sin, (x) => cos(x))
slope(cos, (x) => neg(sin(x)))
slope(tan, (x) => { const y = tan(x); return add(1, mul(y, y)) })
slope(log, (x) => div(1, x))
slope(acos, (x) => div(-1, sqrt(sub(1, mul(x, x)))))
const atan2 = opaque([Real, Real], Real, Math.atan2)
atan2.jvp = fn([Dual, Dual], Dual, ({ re: y, du: dy }, { re: x, du: dx }) => {
  const r = add(mul(x, x), mul(y, y))
  return { re: atan2(y, x), du: sub(mul(dy, div(x, r)), mul(dx, div(y, r))) }
})

const root = fn([Real], Real, sqrt)
root.jvp = fn([Dual], Dual, ({ re: x, du: dx }) => {
  const y = sqrt(x)
  return { re: y, du: mul(dx, div(0.5, select(lt(1e-5, y), Real, y, 1e-5))) }
})
const hold = fn([Real], Real, (x) => add(x, 0))
hold.jvp = fn([Dual], Dual, ({ re: x }) => ({ re: x, du: zero() }))
const top = fn([Real, Real], Real, (m, x) => add(m, 0))
top.jvp = fn([Dual, Dual], Dual, ({ re: m, du: dm }, { re: x, du: dx }) => ({ re: m, du: add(dm, select(lt(x, m), Tan, zero(), dx)) }))
const bottom = fn([Real, Real], Real, (m, x) => add(m, 0))
bottom.jvp = fn([Dual, Dual], Dual, ({ re: m, du: dm }, { re: x, du: dx }) => ({ re: m, du: add(dm, select(gt(x, m), Tan, zero(), dx)) }))

const max = (a, b) => select(gt(a, b), Real, a, b)
const min = (a, b) => select(lt(a, b), Real, a, b)
const extreme = (pick, attain) => (...xs) => xs.reduce((m, x) => attain(m, x), hold(xs.reduce(pick)))

const ops = {
  neg, sin, cos, tan, log, acos, atan2, sqrt: root, abs, sign, max, min, select: (c, a, b) => select(c, Real, a, b),
  squared: (x) => mul(x, x), inverse: (x) => div(1, x), '+': add, '-': sub, '*': mul, '/': div,
  addN: (...xs) => xs.reduce((a, b) => add(a, b)), maxN: extreme(max, top), minN: extreme(min, bottom),
  '<': lt, '<=': leq, '>': gt, '>=': geq, '===': eq, '&&': and, '||': or, not, xor,
}

export const build = ({ file, weight }) => {
  const d = JSON.parse(gunzipSync(readFileSync(file)))
  const X = Vec(d.n, Real)
  const part = (out) => {
    const needed = new Set([out]) // arguments come before what uses them
    for (let i = out; i >= 0; i--) if (needed.has(i) && !['const', 'var'].includes(d.nodes[i][0])) d.nodes[i].slice(1).forEach((a) => needed.add(a))
    return fn([X], Real, (x) => {
      const at = new Map()
      for (const i of [...needed].sort((a, b) => a - b)) {
        const [op, ...args] = d.nodes[i]
        if (op === 'const') at.set(i, Number(args[0]))
        else if (op === 'var') at.set(i, x[args[0]])
        else if (!ops[op]) throw Error(`no operation ${op}`)
        else at.set(i, ops[op](...args.map((a) => at.get(a))))
      }
      return add(at.get(out), 0)
    })
  }
  const objectives = d.objectives.map(part), constraints = d.constraints.map(part)
  const f = fn([X], Real, (x) => {
    let sum = 0, penalty = 0
    for (const o of objectives) sum = add(sum, o(x))
    for (const c of constraints) {
      const t = max(c(x), 0)
      penalty = add(penalty, mul(t, t))
    }
    return add(sum, mul(weight, penalty))
  })
  return { f: fn([X], X, (x) => vjp(f)(x).grad(1)), flat: (v) => Array.from(v) }
}
