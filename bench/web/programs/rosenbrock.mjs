// Rosenbrock's function in Rose, in the styles that its language offers; they differ by a factor of three.
import { Real, Vec, add, fn, iadd, ilt, imod, mul, select, sub, sum, vjp } from 'rose'

const term = (a, b) => {
  const t = sub(b, mul(a, a)), u = sub(1, a)
  return add(mul(100, mul(t, t)), mul(u, u))
}

const chain = (n, x, term) => {
  let s = term(x[0], x[1])
  for (let i = 1; i + 1 < n; i++) s = add(s, term(x[i], x[i + 1]))
  return s
}

const styles = {
  // one expression
  unrolled: (n, X) => fn([X], Real, (x) => chain(n, x, term)),
  // a function, called for each term
  calls: (n, X) => {
    const f = fn([Real, Real], Real, term)
    return fn([X], Real, (x) => chain(n, x, f))
  },
  // a loop; an index has the range of its array, so that the last term is masked
  loop: (n, X) => fn([X], Real, (x) => sum(n, (i) => select(ilt(n, i, n - 1), Real, term(x[i], x[imod(n, iadd(n, i, 1))]), 0))),
  // a loop over two shifted copies of the vector
  copies: (n, X) => {
    const V = Vec(n - 1, Real)
    const f = fn([V, V], Real, (a, b) => sum(n - 1, (i) => term(a[i], b[i])))
    return fn([X], Real, (x) => {
      const xs = Array.from({ length: n }, (_, i) => x[i])
      return f(xs.slice(0, -1), xs.slice(1))
    })
  },
}

export const function_ = (n, style) => styles[style](n, Vec(n, Real))

export const build = ({ n, style }) => {
  const X = Vec(n, Real)
  const f = function_(n, style)
  return { f: fn([X], X, (x) => vjp(f)(x).grad(1)), flat: (v) => Array.from(v) }
}
