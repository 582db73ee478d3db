// Minimisation with gradients: limited-memory BFGS (Nocedal and Wright, Numerical Optimization, algorithm 7.4) with backtracking.

const dot = (a, b) => { let s = 0; for (let i = 0; i < a.length; i++) s += a[i] * b[i]; return s }

// A Minimiser goes from x downhill. evaluate (x, gradient) fills the gradient and returns the value.
export class Minimiser {
  constructor(evaluate, x, { memory = 8, first = 0.1 } = {}) {
    Object.assign(this, { evaluate, memory, first, x: Float64Array.from(x), pairs: [], calls: 0, stuck: false })
    this.gradient = new Float64Array(x.length)
    this.restart()
  }
  // restart forgets what was learnt, after the function has changed.
  restart() {
    this.pairs = []
    this.stuck = false
    this.value = this.call(this.x, this.gradient)
  }
  call(x, g) {
    this.calls++
    return this.evaluate(x, g)
  }
  direction() {
    const d = this.gradient.map(v => -v), alpha = []
    for (let i = this.pairs.length - 1; i >= 0; i--) {
      const { s, y, rho } = this.pairs[i]
      alpha[i] = rho * dot(s, d)
      for (let k = 0; k < d.length; k++) d[k] -= alpha[i] * y[k]
    }
    const last = this.pairs.at(-1)
    if (last) { const scale = 1 / (last.rho * dot(last.y, last.y)); for (let k = 0; k < d.length; k++) d[k] *= scale }
    this.pairs.forEach(({ s, y, rho }, i) => {
      const beta = rho * dot(y, d)
      for (let k = 0; k < d.length; k++) d[k] += (alpha[i] - beta) * s[k]
    })
    return d
  }
  // step makes the value less, or returns false when it cannot.
  step() {
    const norm = Math.sqrt(dot(this.gradient, this.gradient))
    if (!(norm > 1e-12)) return this.give()
    let d = this.direction(), slope = dot(d, this.gradient)
    if (!(slope < 0)) { this.pairs = []; d = this.direction(); slope = -norm * norm }
    let t = this.pairs.length ? 1 : Math.min(1, this.first / norm)
    const x = new Float64Array(d.length), g = new Float64Array(d.length)
    for (let tries = 0; tries < 25; tries++, t *= 0.4) {
      for (let k = 0; k < d.length; k++) x[k] = this.x[k] + t * d[k]
      const value = this.call(x, g)
      if (!(value <= this.value + 1e-4 * t * slope)) continue
      const s = x.map((v, k) => v - this.x[k]), y = g.map((v, k) => v - this.gradient[k]), sy = dot(s, y)
      if (sy > 1e-14 * dot(y, y)) {
        this.pairs.push({ s, y, rho: 1 / sy })
        if (this.pairs.length > this.memory) this.pairs.shift()
      }
      Object.assign(this, { x, gradient: g, value })
      return true
    }
    if (!this.pairs.length) return this.give()
    this.pairs = [] // once more, along the gradient
    return true
  }
  give() {
    this.stuck = true
    return false
  }
}
