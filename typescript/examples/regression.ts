import { Real, Vec, add, compile, fn, mul, struct, sub, sum, vjp } from 'gochad'

const sqr = (x: Real) => mul(x, x)

const leastSquares = ({ m, n }: { m: number, n: number }) => fn([{
  x: Vec(n, Vec(m, Real)), y: Vec(n, Real), b0: Real, b: Vec(m, Real),
}], Real, ({ x, y, b0, b }) => sum(n, i => {
  const yHat = add(b0, sum(m, j => mul(x[i][j], b[j])))
  return sqr(sub(y[i], yHat))
}))

const linearRegression = async ({ x, y, eta }: { x: number[][], y: number[], eta: number }) => {
  const [n, m] = [y.length, x[0].length]
  const Beta = struct({ b0: Real, b: Vec(m, Real) })
  const f = leastSquares({ m, n })
  const g = fn([Beta], Real, ({ b0, b }) => f({ x, y, b0, b }))
  const h = fn([Beta], Beta, beta => vjp(g)(beta).grad(1))
  const gradient = await compile(h)
  let b0 = 0, b = Array<number>(m).fill(0)
  for (;;) {
    const beta = gradient({ b0, b })
    const next0 = b0 - eta * beta.b0
    const next = b.map((bi, i) => bi - eta * beta.b[i])
    if (next0 === b0 && next.every((bi, i) => bi === b[i])) return { b0, b }
    b0 = next0
    b = next
  }
}

const { b0, b } = await linearRegression({
  eta: 1e-4,
  x: [[10], [8], [13], [9], [11], [14], [6], [4], [12], [7], [5]],
  y: [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68],
})
console.log(b0.toFixed(6), b[0].toFixed(6))
