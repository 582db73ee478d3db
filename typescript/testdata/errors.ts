// What is wrong with programs, and where.
import { Int, Real, Vec, add, compile, fn, grad, mul, opaque, size, sin, struct, sum, vec, vjp } from 'gochad'

const any = (x: unknown) => x as any
// The line of a place, beside that of the call of wrong.
const lineOf = (s: string) => Number(/:(\d+):\d+\)?$/.exec(s)?.[1])
const wrong = async (f: () => unknown) => {
  const stack = new Error().stack!.split('\n').filter(l => /:\d+:\d+\)?$/.test(l)), here = lineOf(stack[1]!)
  try {
    await f()
    console.log('no error:', String(f))
  } catch (e) {
    const { name, message } = e as Error, place = /(?:[a-z-]+:\/\/|\/)[^\s()]*:\d+:\d+(?=: )/.exec(message)?.[0]
    console.log(`${name}: ${place ? message.replace(place, `line ${lineOf(place) - here}`) : message}`)
  }
}
const V = Vec(3, Real), n = size('n')
await wrong(() => add(1, 2))
await wrong(() => fn([Real], Real, x => any(x) + 1))
await wrong(() => fn([Real], Real, x => add(x, any('a'))))
await wrong(() => fn([V], Real, x => sin(any(x))))
await wrong(() => fn([V], Real, x => x[3]))
await wrong(() => fn([V], Real, x => any(x).map((y: Real) => y)))
await wrong(() => fn([V], Real, x => { any(x)[0] = 1; return 0 }))
await wrong(() => fn([Vec(n, Real)], Real, x => { for (const y of x) return y; return 0 }))
await wrong(() => fn([Vec(n, Real)], Real, x => x.length))
await wrong(() => fn([V], Real, any(async (x: number[]) => x[0])))
let leaked: any
const f = fn([V], Real, x => sum(3, i => { leaked = i; return x[i] }))
await wrong(() => fn([V], Real, x => x[leaked]))
await wrong(() => fn([V], Real, x => { let y: any; const s = sum(3, i => y = x[i]); return add(s, y) }))
await wrong(() => fn([], Real, () => { let y: any; fn([Real], Real, x => y = x); return y }))
await wrong(() => f([1, 2, 3]))
await wrong(() => fn([], Real, () => f([1, 2])))
await wrong(() => fn([], Real, () => any(f)()))
await wrong(() => grad(fn([Int], Real, i => 1)))
await wrong(() => vjp(any(Math.sin)))
await wrong(() => fn([Real], { a: Real, b: Real }, x => any({ a: x })))
await wrong(() => fn([Real], [Real, V], x => any([x, [1, 2, 'c']])))
await wrong(() => Vec(-1, Real))
await wrong(() => size('n m'))
await wrong(() => fn([Real], Real, any((x: number) => { let y: any; fn([Real], Real, z => y = z); return add(x, y) })))
await wrong(() => fn([Real], Vec(n, Real), x => [x]))
await wrong(() => fn([Real], V, x => vec(n, Real, i => x) as any))
await wrong(() => { opaque([Real], Real, Math.exp).jvp = any(fn([Real], Real, x => x)) })
await wrong(() => compile(any(Math.sin)))
await wrong(() => compile({}))

const exp = opaque([Real], Real, Math.exp)
await wrong(() => compile(grad(fn([Real], Real, x => exp(x)))))
const storm = opaque([Real], Real, x => { if (x > 9) throw new Error('a storm'); return x })
const c = await compile({ pick: fn([V, Int], Real, (x, i) =>
  mul(2, x[i])), pair: fn([Vec(n, Real), Vec(n, Real)], Real, (x, y) => sum(n, i => mul(x[i], y[i]))), wind: fn([Real], Real, x => storm(x)), s: fn([struct({ a: Real })], Real, s => s.a) })
await wrong(() => c.pick([1, 2, 3], 3))
await wrong(() => c.pick([1, 2], 0))
await wrong(() => c.pick([1, 2, any('x')], 0))
await wrong(() => c.pair([1, 2], [1]))
await wrong(() => c.s(any(null)))
await wrong(() => c.wind(10))
console.log(c.pick([1, 2, 3], 2), c.wind(3))
