// The springs in Rose: a step is a function with its springs written out, which is called for each step; or a function for a spring too.
import { Real, Vec, add, div, fn, mul, sqrt, sub, vjp } from 'rose'

export const build = ({ n, s, a, b, wx, wy, k, drag, h, steps, style }) => {
  const N = Vec(n, Real), S = Vec(s, Real)
  const State = { x: N, y: N, u: N, v: N }
  const force = (x1, y1, x2, y2, rest) => {
    const dx = sub(x2, x1), dy = sub(y2, y1)
    const f = mul(h * k, sub(1, div(rest, sqrt(add(mul(dx, dx), mul(dy, dy))))))
    return { x: mul(f, dx), y: mul(f, dy) }
  }
  const spring = style === 'calls' ? fn([Real, Real, Real, Real, Real], { x: Real, y: Real }, force) : force
  const step = fn([State, S], State, ({ x, y, u, v }, rest) => {
    const nu = Array.from({ length: n }, (_, i) => mul(u[i], 1 - h * drag))
    const nv = Array.from({ length: n }, (_, i) => mul(v[i], 1 - h * drag))
    for (let e = 0; e < s; e++) {
      const f = spring(x[a[e]], y[a[e]], x[b[e]], y[b[e]], rest[e]), fx = f.x, fy = f.y
      nu[a[e]] = add(nu[a[e]], fx)
      nv[a[e]] = add(nv[a[e]], fy)
      nu[b[e]] = sub(nu[b[e]], fx)
      nv[b[e]] = sub(nv[b[e]], fy)
    }
    return {
      x: nu.map((w, i) => add(x[i], mul(h, w))), y: nv.map((w, i) => add(y[i], mul(h, w))), u: nu, v: nv,
    }
  })
  const P = { x: N, y: N, rest: S }
  const g = fn([P], Real, ({ x, y, rest }) => {
    let state = { x, y, u: Array(n).fill(0), v: Array(n).fill(0) }
    for (let t = 0; t < steps; t++) state = step(state, rest)
    let sum = 0
    for (let i = 0; i < n; i++) {
      const dx = sub(state.x[i], wx[i]), dy = sub(state.y[i], wy[i])
      sum = add(sum, add(mul(dx, dx), mul(dy, dy)))
    }
    return sum
  })
  return {
    f: fn([P], P, (p) => vjp(g)(p).grad(1)),
    encode: ([x, y, rest]) => [{ x, y, rest }],
    flat: ({ x, y, rest }) => [...x, ...y, ...rest],
  }
}
