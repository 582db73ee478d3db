// Demonstration 1, in its worker: what a formula computes, and its two pictures.
import { load } from './models/linkage.js' // the same for every module
import { FormulaMap } from './map.js'
import { Surface } from './surface.js'
import { say, sayNow } from './readout.js'
import { next, person, play, tell } from './scene.js'
import { range } from './plot.js'
import { number } from './text.js'

const callTime = 40 // milliseconds for one call of a formula, and
const gridTime = 400 // for all the values of a picture
const points = 73 // across a picture
const spoken = 700 // milliseconds after which a point rests

// A Formula is a compiled formula. Loops in its module ask whether they may go on.
class Formula {
  static async from(module) {
    const code = await WebAssembly.compile(module)
    const f = new Formula()
    f.deadline = 0
    const functions = await load(code, { env: { yield: () => performance.now() > f.deadline ? 1 : 0 } })
    for (const [name, sizes] of [['value', {}], ['gradient', {}], ['hessian', {}]]) f[name + 'Call'] = functions[name].bind(sizes)
    return f
  }
  run(call, put) {
    put(call)
    this.deadline = performance.now() + callTime
    call.run()
    return call
  }
  // grid has the values at all points of two lists, row by row, NaN where there are none. It throws when that takes too long.
  grid(xs, ys) {
    const { valueCall: c } = this, out = new Float64Array(xs.length * ys.length), end = performance.now() + gridTime
    let x = c.view('x'), y = c.view('y'), v = c.view('value')
    ys.forEach((b, j) => xs.forEach((a, i) => {
      if (!x.length) { x = c.view('x'); y = c.view('y'); v = c.view('value') }
      x[0] = a
      y[0] = b
      this.deadline = end
      try { c.run() } catch (error) {
        if (/cancelled|memory/.test(error.message)) throw error
        out[j * xs.length + i] = NaN
        return
      }
      if (!v.length) v = c.view('value')
      out[j * xs.length + i] = v[0]
    }))
    return out
  }
  // slope has the gradient, and at has the value, the gradient and the Hessian.
  slope(x, y) {
    const c = this.run(this.gradientCall, c => { c.view('x')[0] = x; c.view('y')[0] = y })
    return { x, y, f: c.view('value')[0], dx: c.view('dx')[0], dy: c.view('dy')[0] }
  }
  at(x, y) {
    const g = this.slope(x, y)
    const h = this.run(this.hessianCall, c => c.view('p').set([x, y])).view('hessian')
    return { ...g, h: Array.from(h) }
  }
}

const state = { point: [0.9, 0.6], half: 3, formula: null, here: null, grid: null, tooSlow: false, failed: '' }
const clamp = v => Math.max(-state.half, Math.min(state.half, v))

// The point: it is computed and shown where it was put last.
const move = (x, y) => {
  state.point = [clamp(x), clamp(y)]
  next(show)
}
const show = () => {
  if (!state.formula) return
  const [x, y] = state.point, before = state.failed
  state.failed = ''
  try { state.here = state.formula.at(x, y) } catch (e) {
    state.here = { x, y, f: NaN, dx: NaN, dy: NaN, h: [NaN, NaN, NaN, NaN] }
    state.failed = /cancelled/.test(e.message) ? 'the formula takes too long to compute here' : 'the formula cannot be computed here: ' + e.message.replace(/^\w+: /, '')
  }
  if (state.failed !== before) tell('fail', state.failed)
  const { f, dx, dy, h } = state.here
  const values = { 'hess-xx': h[0], 'hess-xy': h[1], 'hess-yx': h[2], 'hess-yy': h[3], 'grad-x': dx, 'grad-y': dy, value: f, 'point-y': y, 'point-x': x }
  say({ shape: shape(h), ...Object.fromEntries(Object.entries(values).map(([id, v]) => [id, number(v)])) })
  speak()
  map.sheet.ask()
  surface.sheet.ask()
}
let speaking
const speak = () => { // when the point rests
  clearTimeout(speaking)
  speaking = setTimeout(() => {
    const { x, y, f, dx, dy } = state.here
    say({ spoken: `At ${number(x)}, ${number(y)}: value ${number(f)}, gradient ${number(dx)}, ${number(dy)}` })
  }, spoken)
}

const map = new FormulaMap(state, {
  start: (px, py) => { stop(); move(...map.toPlane(px, py)); return true },
  move: (px, py) => move(...map.toPlane(px, py)),
  stop: () => show(),
  key: ({ dx, dy, shift }) => {
    if (!dx && !dy) return
    stop()
    const by = state.half / (shift ? 10 : 60)
    move(state.point[0] + by * dx, state.point[1] + by * dy)
  },
})
const surface = new Surface(state)

// sample computes the pictures.
const sample = () => {
  sayNow({ zoom: `x, y from ${number(-state.half)} to ${number(state.half)}` })
  const n = points, xs = Float64Array.from({ length: n }, (_, i) => state.half * (2 * i / (n - 1) - 1))
  let z
  try {
    z = state.formula.grid(xs, xs)
    state.tooSlow = false
  } catch {
    z = new Float64Array(n * n).fill(NaN)
    state.tooSlow = true
  }
  const [lo, hi] = range(z)
  state.grid = { n, z, lo, hi }
  map.refresh()
  surface.refresh()
}

// Roll downhill: steps against the gradient, shortened by the curvature along it. The result says whether there was one.
const descend = () => {
  const { x, y, dx, dy, h } = state.here, g = Math.hypot(dx, dy)
  if (!(g > 1e-9)) return false
  const curvature = Math.abs(h[0] * dx * dx + 2 * h[1] * dx * dy + h[3] * dy * dy) / (g * g)
  const t = Math.min(state.half * 0.02, g / (curvature + 1e-9) * 0.5)
  const [a, b] = [clamp(x - t * dx / g), clamp(y - t * dy / g)]
  if (Math.hypot(a - x, b - y) < 1e-6 * state.half) return false
  map.trail.push([x, y])
  if (map.trail.length > 2000) map.trail.shift()
  state.point = [a, b]
  show()
  return true
}
let rolling = false
const roll = () => { if (rolling && descend()) next(roll); else stop() }
const stop = () => {
  if (!rolling) return
  rolling = false
  sayNow({ descend: 'Roll downhill' })
}

let latest = 0

play({
  // formula takes a module in place of the one before, and answers whether it can be drawn in time and computed at the point; null when a
  // newer one has come.
  formula: async module => {
    const mine = ++latest, formula = await Formula.from(module)
    if (mine !== latest) return null
    stop()
    state.formula = formula
    sample()
    show()
    return { tooSlow: state.tooSlow, failed: state.failed }
  },
  stop,
  zoom: k => {
    if (!state.formula) return
    state.half = Math.max(0.05, Math.min(100, state.half * k))
    state.point = state.point.map(clamp)
    sample()
    show()
  },
  descend: () => {
    if (rolling) return stop()
    if (!state.here) return
    map.trail = []
    if (person.reduced) {
      for (let i = 0; i < 1500 && descend(); i++);
      return
    }
    rolling = true
    sayNow({ descend: 'Stop' })
    next(roll)
  },
})

// shape names what the Hessian says of the surface at a point.
function shape([a, b, , d]) {
  const det = a * d - b * b, trace = a + d, scale = Math.hypot(a, b, d)
  if (!Number.isFinite(det) || scale === 0) return ''
  if (Math.abs(det) < 1e-9 * scale * scale) return 'flat in one direction'
  if (det < 0) return 'bends both ways, a saddle'
  return trace > 0 ? 'bends upwards, a bowl' : 'bends downwards, a dome'
}
