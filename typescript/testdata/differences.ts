// Programs with every form, their derivatives in both modes against differences and each other.
import { Bool, Int, Null, Real, Vec, add, and, at, compile, cond, cos, div, exp, fn, grad, gt, iadd, ilt, imod, int, isub, jvp, log, loop, loopWhile, lt, mul, neg, powi, real, select,
  sin, size, sqrt, square, struct, sub, sum, tanh, valueAndGrad, vec, vjp, type Fn } from 'gochad'

const V = Vec(4, Real), n = size('n'), M = Vec(3, V)
const sqr = fn([Real], Real, x => mul(x, x))
const Spring = struct({ rest: Real, ends: [Int, Int], stiff: Bool })
const programs: Record<string, Fn<readonly [typeof V], typeof Real>> = {
  constants: fn([V], Real, ([a, b]) => add(mul(2, a), sum(2, i => mul([1, 2][0], mul(b, real(i)))))),
  calls: fn([V], Real, x => sum(4, i => sqr(sqr(x[i])))),
  nested: fn([V], Real, x => sum(4, i => sum(4, j => mul(sin(add(x[i], x[j])), real(imod(iadd(i, j), 3)))))),
  arrays: fn([V], Real, x => {
    const m = vec(3, V, i => vec(4, Real, j => mul(x[j], powi(x[i], j))))
    return sum(3, i => exp(neg(m[i][isub(3, i)])))
  }),
  structs: fn([V], Real, x => {
    const springs = vec(4, Spring, i => ({ rest: mul(0.5, x[i]), ends: [i, imod(iadd(i, 1), 4)], stiff: ilt(i, 2) }))
    return sum(4, i => {
      const { rest, ends: [from, to], stiff } = springs[i]
      return mul(select(stiff, Real, 3, 1), square(sub(sub(x[to], x[from]), rest)))
    })
  }),
  pairs: fn([V], Real, x => {
    const [s, { t }] = sum(4, [Real, { t: Real }], i => [square(x[i]), { t: x[i] }])
    return div(s, add(4, t))
  }),
  states: fn([V], Real, x => {
    const s = loop(5, { p: Real, v: V }, { p: x[0], v: x }, ({ p, v }, i) => ({ p: add(p, mul(0.1, v[imod(i, 4)])), v: vec(4, Real, k => tanh(add(v[k], p))) }))
    return add(s.p, sum(4, i => s.v[i]))
  }),
  steps: fn([V], Real, x => loop(int(add(3, mul(0, x[0]))), Real, x[1], (s, i) => sin(add(s, mul(real(i), x[2]))))),
  newton: fn([V], Real, ([a]) => loopWhile(Real, a, r => gt(sub(mul(r, r), a), 1e-12), r => mul(0.5, add(r, div(a, r))))),
  branches: fn([V], Real, x => sum(4, i => cond(and(lt(x[i], 2), gt(x[i], 0)), Real, () => cond(lt(x[i], 1), Real, () => sin(x[i]), () => mul(x[i], x[0])), () => log(x[i])))),
  second: fn([V], Real, x => {
    const g = vjp(fn([V], Real, y => sum(4, i => mul(y[i], square(y[imod(iadd(i, 1), 4)])))))(x).grad(1)
    return sum(4, i => mul(g[i], cos(x[i])))
  }),
  forward: fn([V], Real, x => {
    const { ret, tangent } = jvp(fn([V, Real], V, (y, t) => vec(4, Real, i => mul(t, sqrt(y[i])))))(x, x[3])
    const d = tangent(x, 1)
    return sum(4, i => mul(ret[i], d[i]))
  }),
  sizes: fn([V], Real, x => {
    const dot = fn([Vec(n, Real), Vec(n, Real)], Real, (a, b) => div(sum(n, i => mul(a[i], b[isub(isub(n, 1), i)])), real(n)))
    return add(dot(x, x), dot(vec(2, Real, i => x[i]), [1, 2]))
  }),
  walks: fn([V], Real, x => { // JavaScript's own loops write the program out
    let s: Parameters<typeof add>[0] = 0
    for (const [i, e] of [...x].entries()) s = add(mul(s, 0.5), mul(e, i + 1))
    for (let i = 0; i < x.length; i++) s = sub(s, at(x, i))
    return s
  }),
}

const all = { ...programs, ...Object.fromEntries(Object.entries(programs).map(([k, f]) => [k + 'Grad', valueAndGrad(f)])),
  ...Object.fromEntries(Object.entries(programs).map(([k, f]) => [k + 'Push', fn([V, V], Real, (x, dx) => jvp(f)(x).tangent(dx))])) }
const c = await compile(all) as unknown as Record<string, (...args: unknown[]) => unknown>
const fast = await compile(all, { fastmath: true }) as unknown as typeof c
const x = [1.3, 2.1, 0.4, 1.7], h = 1e-5
for (const k of Object.keys(programs)) {
  const f = c[k] as (x: number[]) => number, { value, grad } = c[k + 'Grad'](x) as { value: number, grad: Float64Array }
  if (value !== f(x)) console.log(k, 'value', value, f(x))
  if (!(Math.abs((fast[k + 'Grad'](x) as { value: number }).value - value) < 1e-9 * Math.abs(value))) console.log(k, 'fast', value)
  x.forEach((_, i) => {
    const at = (d: number) => f(x.map((e, j) => i === j ? e + d : e))
    const d = (at(h) - at(-h)) / (2 * h), push = c[k + 'Push'](x, x.map((_, j) => Number(i === j))) as number
    const close = (a: number) => Math.abs(a - grad[i]) <= 1e-7 * (1 + Math.abs(a))
    if (!close(d) || !close(push)) console.log(k, i, 'difference', d, 'reverse', grad[i], 'forward', push)
  })
}
console.log(Object.keys(programs).length, 'programs')

// Values of every type go in and come out.
const T = { w: Int, p: [Real, Bool], only: [Null], m: Vec(2, Vec(n, Real)), q: Vec(n, { r: Real, b: Bool }) } as const
const echo = fn([T, Vec(n, Int)], { t: T, v: Vec(n, Int) }, (t, v) => ({ t, v }))
const back = fn([T], [Tangents(), Real], t => { const { ret, grad } = vjp(fn([T], Real, u => sum(n, i => mul(u.p[0], mul(u.m[1][i], u.q[i].r)))))(t); return [grad(1), ret] })
function Tangents() { return { w: Null, p: [Real, Null], only: Null, m: Vec(2, Vec(n, Real)), q: Vec(n, { r: Real, b: Null }) } as const }
const e = await compile({ echo, back })
const t = { w: -3, p: [0.5, true], only: [null], m: [[1, 2], new Float64Array([3, 4])], q: [{ r: 5, b: true }, { r: 6, b: false }] } as const
const plain = (v: unknown): unknown => v instanceof Float64Array ? [...v] : Array.isArray(v) ? v.map(plain) : v !== null && typeof v === 'object' ? Object.fromEntries(Object.entries(v).sort().map(([k, e]) => [k, plain(e)])) : v
console.log(JSON.stringify(plain(e.echo(t, [7, 8]))))
console.log(JSON.stringify(plain(e.back(t))))
