import { Real, add, compile, fn, grad, mul, sin } from 'gochad'

const f = fn([Real, Real], Real, (x, y) => add(mul(x, y), sin(x)))
const g = await compile(grad(f))
const [dx, dy] = g(0, 2)
console.log(dx, dy) // y + cos x = 3, and x = 0
