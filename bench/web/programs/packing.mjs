// Circle packing in Rose: a loop over all pairs with the half of them masked, since an index has the range of its array; or every pair by itself.
import { Real, Vec, add, fn, gt, ilt, lt, mul, select, sqrt, sub, sum, vjp } from 'rose'

const overlap = (x1, y1, r1, x2, y2, r2) => {
  const dx = sub(x1, x2), dy = sub(y1, y2), s = add(r1, r2)
  const d2 = add(mul(dx, dx), mul(dy, dy))
  const near = lt(d2, mul(s, s))
  const t = sub(s, sqrt(select(near, Real, d2, 1))) // no square root of 0 where i = j
  return select(near, Real, mul(t, t), 0)
}

const outside = (x, y, r) => {
  const t = sub(add(sqrt(add(mul(x, x), mul(y, y))), r), 1)
  return select(gt(t, 0), Real, mul(t, t), 0)
}

const styles = {
  loop: (n, X) => fn([X, X, X], Real, (x, y, r) =>
    sum(n, (i) => add(outside(x[i], y[i], r[i]), sum(n, (j) => {
      const before = ilt(n, j, i)
      const near = (a) => select(before, Real, a[j], a[i])
      return select(before, Real, overlap(x[i], y[i], r[i], select(before, Real, x[j], 10), near(y), near(r)), 0)
    })))),
  calls: (n, X) => {
    const f = fn([Real, Real, Real, Real, Real, Real], Real, overlap)
    return all(n, X, f)
  },
  unrolled: (n, X) => all(n, X, overlap),
}

const all = (n, X, pair) => fn([X, X, X], Real, (x, y, r) => {
  const at = Array.from({ length: n }, (_, i) => [x[i], y[i], r[i]])
  let s = 0
  at.forEach((a, i) => {
    s = add(s, outside(...a))
    for (let j = 0; j < i; j++) s = add(s, pair(...a, ...at[j]))
  })
  return s
})

export const build = ({ n, style }) => {
  const X = Vec(n, Real)
  const f = styles[style](n, X)
  const P = { x: X, y: X, r: X }
  const g = fn([P], Real, ({ x, y, r }) => f(x, y, r))
  return {
    f: fn([P], P, (p) => vjp(g)(p).grad(1)),
    encode: ([x, y, r]) => [{ x, y, r }],
    flat: ({ x, y, r }) => [...x, ...y, ...r],
  }
}
