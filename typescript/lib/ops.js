// The operations on numbers: rows of the compiler's table of primitives.
import { entered } from './place.js'
import { bind, current, term } from './trace.js'
import { Bool, Int, Real } from './types.js'

const op = (name, params, ret, print) => entered((...args) => {
  current(name)
  return bind(ret, print(...params.map((t, i) => term(args[i], t, params.length > 1 ? `${name}, argument ${i + 1}` : name))))
})
const infix = (name, sign, t, ret = t) => op(name, [t, t], ret, (a, b) => `${a} ${sign} ${b}`)
const call = (name, params, ret, spelled = name) => op(name, params, ret, (...args) => `${spelled} (${args.join(', ')})`)
const real1 = name => call(name, [Real], Real)
const real2 = name => call(name, [Real, Real], Real)

export const add = infix('add', '+', Real)
export const sub = infix('sub', '-', Real)
export const mul = infix('mul', '*', Real)
export const div = infix('div', '/', Real)
export const neg = op('neg', [Real], Real, a => `-${a}`)
export const pow = real2('pow')
export const powi = op('powi', [Real, Int], Real, (a, n) => `powi (${a}, ${n})`)
export const [square, sqrt, cbrt, exp, expm1, exp2, log, log1p, log2, log10] = ['square', 'sqrt', 'cbrt', 'exp', 'expm1', 'exp2', 'log', 'log1p', 'log2', 'log10'].map(real1)
export const [sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, asinh, acosh, atanh] = ['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh'].map(real1)
export const [abs, sign, floor, ceil, round, trunc] = ['abs', 'sign', 'floor', 'ceil', 'round', 'trunc'].map(real1)
export const [erf, erfc, lgamma, gamma, digamma, normcdf, sigmoid, softplus, relu] = ['erf', 'erfc', 'lgamma', 'gamma', 'digamma', 'normcdf', 'sigmoid', 'softplus', 'relu'].map(real1)
export const [max, min, atan2, hypot, fmod, copysign, logaddexp, xlogy] = ['max', 'min', 'atan2', 'hypot', 'fmod', 'copysign', 'logaddexp', 'xlogy'].map(real2)

export const [lt, leq, gt, geq, eq, neq] = Object.entries({ lt: '<', leq: '<=', gt: '>', geq: '>=', eq: '==', neq: '!=' }).map(([name, sign]) => infix(name, sign, Real, Bool))
export const [ilt, ileq, igt, igeq, ieq, ineq] = Object.entries({ ilt: '<', ileq: '<=', igt: '>', igeq: '>=', ieq: '==', ineq: '!=' }).map(([name, sign]) => infix(name, sign, Int, Bool))
export const [iadd, isub, imul, idiv, imod] = Object.entries({ iadd: '+', isub: '-', imul: '*', idiv: '/', imod: '%' }).map(([name, sign]) => infix(name, sign, Int))
export const [imin, imax] = ['imin', 'imax'].map(name => call(name, [Int, Int], Int))
export const and = infix('and', '&&', Bool)
export const or = infix('or', '||', Bool)
export const not = call('not', [Bool], Bool)
export const isnan = call('isnan', [Real], Bool)
export const real = call('real', [Int], Real)
export const int = call('int', [Real], Int)
