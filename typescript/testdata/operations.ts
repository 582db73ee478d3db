// Each operation, its derivative against differences, and what is known by hand.
import * as g from 'gochad'
import { Bool, Int, Real, compile, fn, grad, type BoolVar, type Fn, type IntVar } from 'gochad'

const one = ['square', 'sqrt', 'cbrt', 'exp', 'expm1', 'exp2', 'log', 'log1p', 'log2', 'log10', 'sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'sinh',
  'cosh', 'tanh', 'asinh', 'acosh', 'atanh', 'abs', 'sign', 'floor', 'ceil', 'round', 'trunc', 'erf', 'erfc', 'lgamma', 'gamma', 'digamma', 'normcdf',
  'sigmoid', 'softplus', 'relu', 'neg'] as const
const two = ['add', 'sub', 'mul', 'div', 'pow', 'max', 'min', 'atan2', 'hypot', 'fmod', 'copysign', 'logaddexp', 'xlogy'] as const
const orders = ['lt', 'leq', 'gt', 'geq', 'eq', 'neq'] as const
const ints = ['iadd', 'isub', 'imul', 'idiv', 'imod', 'imin', 'imax'] as const
const intOrders = ['ilt', 'ileq', 'igt', 'igeq', 'ieq', 'ineq'] as const

const R1 = Object.fromEntries(one.map(k => [k, fn([Real], Real, x => g[k](x))])) as Record<typeof one[number], Fn<readonly [typeof Real], typeof Real>>
const R2 = Object.fromEntries(two.map(k => [k, fn([Real, Real], Real, (x, y) => g[k](x, y))])) as Record<typeof two[number], Fn<readonly [typeof Real, typeof Real], typeof Real>>
const named = <T extends Record<string, Fn<any, any>>>(prefix: string, fs: T) => Object.fromEntries(Object.entries(fs).map(([k, f]) => [prefix + k, f]))
const derived = (fs: Record<string, Fn<any, any>>) => Object.fromEntries(Object.entries(fs).map(([k, f]) => ['grad' + k, grad(f)]))
const c = await compile({ ...named('v', R1), ...named('v', R2), ...derived(R1), ...derived(R2) }) as unknown as Record<string, (...x: number[]) => number | number[]>

const h = 1e-6
let seen = 0
for (const k of [...one, ...two]) {
  const x = k === 'acosh' ? [1.7] : (one as readonly string[]).includes(k) ? [0.7] : [0.7, 0.4]
  const differences = x.map((_, i) => {
    const at = (d: number) => c['v' + k](...x.map((e, j) => i === j ? e + d : e)) as number
    return (at(h) - at(-h)) / (2 * h)
  })
  const derivative = [c['grad' + k](...x)].flat()
  seen++
  differences.forEach((d, i) => { if (!(Math.abs(d - derivative[i]) < 1e-7)) console.log(k, d, derivative[i]) })
  const own = (Math as unknown as Record<string, (x: number, y: number) => number>)[k]
  if (own && k !== 'round' && !(Math.abs(own(x[0], x[1]) - (c['v' + k](...x) as number)) < 1e-15)) console.log(k, own(x[0], x[1]), c['v' + k](...x))
}
console.log(seen, 'operations on reals')

const compare = (f: (x: g.Real, y: g.Real) => BoolVar) => fn([Real, Real], Bool, (x, y) => f(x, y))
const integer = (f: (x: g.Int, y: g.Int) => IntVar) => fn([Int, Int], Int, (x, y) => f(x, y))
const compareInts = (f: (x: g.Int, y: g.Int) => BoolVar) => fn([Int, Int], Bool, (x, y) => f(x, y))
const d = await compile({
  ...Object.fromEntries(orders.map(k => [k, compare(g[k])])),
  ...Object.fromEntries(ints.map(k => [k, integer(g[k])])),
  ...Object.fromEntries(intOrders.map(k => [k, compareInts(g[k])])),
}) as unknown as Record<string, (x: number, y: number) => number | boolean>
for (const [x, y] of [[1, 2], [2, 2], [3, 2]]) console.log([...orders, ...intOrders].map(k => Number(d[k](x, y))).join(''))
for (const [x, y] of [[7, 2], [-7, 2]]) console.log(ints.map(k => d[k](x, y)).join(' '))

const e = await compile({
  powi: grad(fn([Real, Int], Real, (x, n) => g.powi(x, n))), isnan: fn([Real], Bool, x => g.isnan(x)), int: fn([Real], Int, x => g.int(x)), real: fn([Int], Real, x => g.real(x)),
  and: fn([Bool, Bool], Bool, (p, q) => g.and(p, q)), or: fn([Bool, Bool], Bool, (p, q) => g.or(p, q)), not: fn([Bool], Bool, p => g.not(p)),
  literals: fn([], g.Vec(9, Real), () => [0.1, -0.1, 1e21, 1e-300, -0, NaN, Infinity, -Infinity, 5e-324]),
})
console.log(e.powi(3, 4)[0], e.isnan(NaN), e.isnan(0), e.int(2.9), e.int(-2.9), e.real(4), e.and(true, false), e.or(true, false), e.not(true))
const literals = e.literals()
console.log([...literals].map(String).join(' '), Object.is(literals[4], -0))
