// The product of the Hessian of Rosenbrock's function with a direction in Rose: forward over reverse, or, where it does not trap, reverse over reverse.
import { Dual, Vec, Real, fn, jvp, vjp } from 'rose'
import { function_ } from './rosenbrock.mjs'

export const build = ({ n, style, over }) => {
  const X = Vec(n, Real)
  const f = function_(n, style)
  const g = fn([X], X, (x) => vjp(f)(x).grad(1))
  const forward = () => {
    const V = Vec(n, Dual), d = jvp(g)
    return fn([V], V, (x) => d(x))
  }
  const reverse = () => fn([X, X], X, (x, v) => vjp(g)(x).grad(v))
  return over === 'forward'
    ? { f: forward(), encode: ([x, v]) => [x.map((re, i) => ({ re, du: v[i] }))], flat: (v) => Array.from(v, ({ du }) => du) }
    : { f: reverse(), flat: (v) => Array.from(v) }
}
