import { Real, Vec, Int, Bool, Null, Dual, compile, fn, struct, vjp, jvp, grad, size, opaque, add, mul, sum, vec, select, cond, loop, lt, sin, real, iadd, max } from 'gochad'
const f = fn([Vec(3, Real)], Real, x => sum(3, i => x[i]))
const c = await compile({ f, g: grad(f) })
// @ts-expect-error + is for numbers of JavaScript
fn([Real], Real, x => x + 1)
// @ts-expect-error so is <
fn([Real], Real, x => x < 1 ? x : 2)
// @ts-expect-error an index is no number of JavaScript
fn([Vec(3, Real)], Real, x => sum(3, i => x[i * 2]))
// @ts-expect-error an index is an Int
fn([], Real, () => sum(3, i => i))
// @ts-expect-error an array is no Real
fn([Vec(3, Real)], Real, x => sin(x))
// @ts-expect-error text is none either
fn([Real], Real, x => add(x, '1'))
// @ts-expect-error the result is a Bool
fn([Real], Real, x => lt(x, 1))
// @ts-expect-error b is missing
fn([Real], { a: Real, b: Real }, x => ({ a: x }))
// @ts-expect-error Number is no type of programs
fn([Number], Real, x => x)
// @ts-expect-error nor is it inside
fn([{ a: Number }], Real, x => 1)
// @ts-expect-error one argument too many
fn([], Real, () => f([1, 2, 3], 4))
// @ts-expect-error an array of Bool
fn([], Real, () => f([true]))
// @ts-expect-error the condition is a Bool
fn([Real], Real, x => select(x, Real, 1, 2))
// @ts-expect-error the branches are functions
fn([Real], Real, x => cond(lt(x, 1), Real, x, 2))
// @ts-expect-error the state is a Real
fn([Real], Real, x => loop(3, Real, x, s => lt(s, 1)))
// @ts-expect-error an async body is no body
fn([Real], Real, async x => x)
// @ts-expect-error the gradient is of Real results
grad(fn([Real], [Real, Real], x => [x, x]))
// @ts-expect-error the cotangent of a Real is a number
fn([Vec(3, Real)], Vec(3, Real), x => vjp(f)(x).grad([1]))
// @ts-expect-error the cotangent of x is an array
fn([Vec(3, Real)], Real, x => vjp(f)(x).grad(1))
// @ts-expect-error only what fn gives has derivatives
vjp(Math.sin)
// @ts-expect-error an array does not change
fn([Vec(3, Real)], Real, x => { x[0] = 1; return 0 })
// @ts-expect-error arguments are numbers
c.f('abc')
// @ts-expect-error an array of them
c.f(1)
// @ts-expect-error the result is a number
const s: string = c.f([1, 2, 3])
// @ts-expect-error the gradient an array
const t: number = c.g([1, 2, 3])
// @ts-expect-error there is no h
c.h
// @ts-expect-error opaque functions have numbers and bools
opaque([Vec(2, Real)], Real, x => 1)
// @ts-expect-error Math.sin gives no bool
opaque([Real], Bool, Math.sin)
// @ts-expect-error a jvp is of dual numbers
opaque([Real], Real, Math.sin).jvp = fn([Real], Real, x => x)
// @ts-expect-error a tangent for each parameter
fn([Vec(3, Real)], Real, x => jvp(f)(x).tangent(x, x))
// @ts-expect-error functions of JavaScript are not compiled
compile(Math.sin)
