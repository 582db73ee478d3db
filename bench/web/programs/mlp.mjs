// A network with one hidden layer in Rose: loops over arrays, or everything written out for one sample, which is a function.
import { Dual, Real, Vec, add, div, fn, mul, opaque, sub, sum, vec, vjp } from 'rose'

const tanh = opaque([Real], Real, Math.tanh)
tanh.jvp = fn([Dual], Dual, ({ re: x, du: dx }) => {
  const y = tanh(x)
  return { re: y, du: mul(dx, sub(1, mul(y, y))) }
})

export const build = ({ n, d, h, style }) => {
  const X = Vec(d, Real), H = Vec(h, Real)
  const P = { w1: Vec(h, X), b1: H, w2: H, b2: Real }
  const loops = (p, x) => add(sum(h, (j) => mul(p.w2[j], tanh(add(sum(d, (k) => mul(p.w1[j][k], x[k])), p.b1[j])))), p.b2)
  const written = (p, x) => {
    let out = p.b2
    for (let j = 0; j < h; j++) {
      let z = p.b1[j]
      const w = p.w1[j]
      for (let k = 0; k < d; k++) z = add(z, mul(w[k], x[k]))
      out = add(out, mul(p.w2[j], tanh(z)))
    }
    return out
  }
  const net = fn([P, X], Real, style === 'loop' ? loops : written)
  const Data = { x: Vec(n, X), y: Vec(n, Real) }
  const All = { p: P, data: Data }
  const loss = fn([All], Real, ({ p, data }) => div(sum(n, (i) => {
    const e = sub(net(p, data.x[i]), data.y[i])
    return mul(e, e)
  }), n))
  return {
    f: fn([All], P, (all) => vjp(loss)(all).grad(1).p),
    encode: ([w1, b1, w2, b2, x, y]) => [{ p: { w1, b1, w2, b2 }, data: { x, y } }],
    flat: ({ w1, b1, w2, b2 }) => [...[...w1].flatMap((r) => [...r]), ...b1, ...w2, b2],
  }
}
