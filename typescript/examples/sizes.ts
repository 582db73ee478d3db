import { Int, Real, Vec, compile, cond, div, fn, gt, loop, mul, real, size, sub, sum, valueAndGrad } from 'gochad'

const n = size('n') // a length that calls say

// A robust loss: squares, and beyond 1 only the distance counts.
const huber = fn([Real], Real, r => cond(gt(mul(r, r), 1), Real,
  () => cond(gt(r, 0), Real, () => sub(mul(2, r), 1), () => sub(mul(-2, r), 1)),
  () => mul(r, r)))

const loss = fn([Vec(n, Real), Real], Real, (x, m) => sum(n, i => huber(sub(x[i], m))))
const mean = fn([Vec(n, Real)], Real, x => div(sum(n, i => x[i]), real(n)))

// A loop has a state, and a number of steps that may be an argument.
const growth = fn([Real, Int], Real, (rate, years) =>
  loop(years, Real, 100, (money, year) => mul(money, sub(1, mul(rate, real(year))))))

const c = await compile({ loss: valueAndGrad(loss), mean, growth: valueAndGrad(growth) })
console.log(c.loss([1, 2, 3, 10], 2).value) // 1 + 0 + 1 + 15
console.log(c.loss([1, 2, 3, 10], 2).grad[0].join(' '))
console.log(c.mean([1, 2, 3, 6]), c.growth(0.5, 3).grad[0])
