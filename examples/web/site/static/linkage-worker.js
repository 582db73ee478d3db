// Demonstration 2, in its worker. The module has the loss and its gradient; the joints go where it is least.
import { load } from './models/linkage.js'
import { Minimiser } from './lbfgs.js'
import { mechanisms } from './mechanisms.js'
import { say, sayNow } from './readout.js'
import { Box, Sheet, color, next, play, tell } from './scene.js'
import { disc } from './shapes.js'
import { number } from './text.js'

const stiffness = 1
const grip = 0.05 // of a joint that is pulled: bars give way last
const perFrame = 40 // steps of the minimiser, and
const budget = 3 // milliseconds that they may take
const enough = 1e-9
const spoken = 700 // milliseconds after which joints rest
const longest = 600 // points of a trace
const callTime = 200 // milliseconds for one gradient
const values = ['x', 'y', 'from', 'to', 'length', 'stiffness', 'px', 'py', 'hold', 'value', 'xbar', 'ybar'] // that are used here

// Loops of a program that was edited ask whether they may go on.
let deadline = 0
const imports = { env: { yield: () => performance.now() > deadline ? 1 : 0 } }
let { strainGrad } = await load(undefined, imports)
let failed = false // the program, since it came
let m, call, views, minimiser, pulled = 1, target = null, holding = false, running = false, angle = 0, trace = []

// view is a parameter or result in the memory of the module, kept until that has grown.
const view = name => {
  if (!views[name]?.length) views[name] = call.view(name)
  return views[name]
}
const evaluate = (p, g) => {
  const n = m.places.length
  view('x').set(p.subarray(0, n))
  view('y').set(p.subarray(n))
  deadline = performance.now() + callTime
  try { call.run() } catch (error) { // nothing moves any more
    if (!failed) tell('fail', error.message)
    failed = true
    g.fill(0)
    return NaN
  }
  g.set(view('xbar'), 0)
  g.set(view('ybar'), n)
  for (const k of m.fixed) g[k] = g[n + k] = 0
  return view('value')[0]
}
const at = k => [minimiser.x[k], minimiser.x[m.places.length + k]]

const set = mechanism => {
  m = mechanism
  const n = m.places.length, bars = m.bars
  call = strainGrad.bind({ n, m: bars.length })
  views = {}
  view('from').set(bars.map(([a]) => BigInt(a)))
  view('to').set(bars.map(([, b]) => BigInt(b)))
  view('length').set(bars.map(([a, b]) => Math.hypot(m.places[a][0] - m.places[b][0], m.places[a][1] - m.places[b][1])))
  view('stiffness').fill(stiffness)
  view('hold').fill(0)
  minimiser = new Minimiser(evaluate, [...m.places.map(p => p[0]), ...m.places.map(p => p[1])], { memory: 2 * n, first: 1 })
  target = null
  trace = []
  turn(false)
  if (m.crank) angle = Math.atan2(at(m.crank[1])[1] - at(m.crank[0])[1], at(m.crank[1])[0] - at(m.crank[0])[0])
  measure()
  pulled = -1
  choose(m.pull)
  report(0)
}

// hold draws a joint to a place; null lets go.
const hold = (k, place) => {
  view('hold').fill(0)
  if (place) {
    view('hold')[k] = grip
    view('px')[k] = place[0]
    view('py')[k] = place[1]
  }
  minimiser.restart()
  next(tick)
}

// One frame: steps until the loss is small, or the frame is over.
const tick = () => {
  if (running && !holding) {
    angle += 0.035
    const [c, k, swing] = m.crank, [x, y] = m.places[c], [a, b] = m.places[k], r = Math.hypot(a - x, b - y)
    const phi = swing ? swing * Math.sin(angle) : angle
    target = [x + r * Math.cos(phi), y + r * Math.sin(phi)]
    choose(k)
    hold(k, target)
  }
  const before = minimiser.calls, end = performance.now() + budget
  let steps = 0, last = Infinity
  while (steps++ < perFrame && minimiser.value > enough && performance.now() < end && minimiser.step()) {
    if (steps % 10 === 0) { if (last - minimiser.value < 1e-7 * last) { minimiser.stuck = true; break } last = minimiser.value }
  }
  if (m.pen >= 0) {
    trace.push(at(m.pen))
    if (trace.length > longest) trace.shift()
  }
  report(minimiser.calls - before)
  sheet.ask()
  const settled = minimiser.value <= enough || minimiser.stuck
  if (running || !settled) next(tick)
  clearTimeout(speaking)
  if (!running && !holding) speaking = setTimeout(speak, spoken)
}
let speaking
const speak = () => { // when all joints rest
  const [x, y] = at(pulled)
  say({ 'linkage-spoken': `${m.names[pulled]} at ${number(+x.toFixed(1))}, ${number(+y.toFixed(1))}; loss ${number(+minimiser.value.toPrecision(2))}` })
}
const report = work => say({ 'linkage-loss': number(+minimiser.value.toPrecision(3)), 'linkage-work': String(work) })
const choose = k => {
  if (k === pulled) return
  pulled = k
  sheet.ask()
  sayNow({ 'linkage-joint': m.names[k] })
}

// The scale is that of the first places, with room around them.
let scale = 1, ox = 0, oy = 0
const measure = () => {
  if (!m) return
  const xs = m.places.map(p => p[0]), ys = m.places.map(p => p[1])
  const [x0, x1, y0, y1] = [Math.min(...xs) - 18, Math.max(...xs) + 18, Math.min(...ys) - 22, Math.max(...ys) + 22]
  scale = Math.min(sheet.width / (x1 - x0), sheet.height / (y1 - y0))
  ox = sheet.width / 2 - scale * (x0 + x1) / 2
  oy = sheet.height / 2 + scale * (y0 + y1) / 2
  sheet.ask()
}
const toCanvas = ([x, y]) => [ox + scale * x, oy - scale * y]
const toPlane = (px, py) => [(px - ox) / scale, (oy - py) / scale]

const draw = c => {
  const box = Box.empty()
  const line = p => { const [x, y] = toCanvas(p); box.add(x, y, 12); c.lineTo(x, y) }
  c.lineCap = c.lineJoin = 'round'
  if (trace.length > 1) {
    c.strokeStyle = color('accent')
    c.globalAlpha = 0.55
    c.lineWidth = 2
    c.beginPath()
    trace.forEach(line)
    c.stroke()
  }
  c.fillStyle = color('bar')
  c.globalAlpha = 0.16
  for (const plate of m.plates) {
    c.beginPath()
    for (const k of plate) line(at(k))
    c.fill()
  }
  c.globalAlpha = 1
  // Bars of one colour are one path: longer than they should be, shorter, right.
  const lengths = view('length'), kinds = [[color('bar'), new Path2D()], [color('error'), new Path2D()], [color('cool'), new Path2D()]]
  m.bars.forEach(([a, b], k) => {
    const [x0, y0] = at(a), [x1, y1] = at(b), off = (Math.hypot(x1 - x0, y1 - y0) - lengths[k]) / lengths[k]
    const [, path] = kinds[Math.abs(off) <= 0.01 ? 0 : off > 0 ? 1 : 2]
    path.moveTo(...toCanvas([x0, y0]))
    path.lineTo(...toCanvas([x1, y1]))
  })
  c.lineWidth = 6
  for (const [ink, path] of kinds) {
    c.strokeStyle = ink
    c.stroke(path)
  }
  if (target && (holding || !running)) {
    const [tx, ty] = toCanvas(target), [jx, jy] = toCanvas(at(pulled))
    if (Math.hypot(tx - jx, ty - jy) > 4) {
      c.strokeStyle = color('accent')
      c.lineWidth = 1.5
      c.setLineDash([5, 5])
      c.beginPath()
      c.moveTo(jx, jy)
      line(target)
      c.stroke()
      c.setLineDash([])
    }
  }
  for (let k = 0; k < m.places.length; k++) {
    const [x, y] = toCanvas(at(k))
    box.add(x, y, 12)
    c.fillStyle = color('card')
    c.strokeStyle = k === pulled ? color('accent') : color('bar')
    c.lineWidth = 3
    if (m.fixed.includes(k)) { c.beginPath(); c.rect(x - 7, y - 7, 14, 14) } else disc(c, x, y, k === pulled ? 9 : 6.5)
    c.fill()
    c.stroke()
  }
  return box
}

const turn = on => {
  if (running !== on) tell('running', on)
  running = on
  if (on) { trace = []; next(tick) } else if (target && !holding) { target = null; hold(pulled, null) }
}
const nextJoint = () => {
  let k = pulled
  do k = (k + 1) % m.places.length; while (m.fixed.includes(k))
  target = null
  hold(pulled, null)
  choose(k)
}
const sheet = new Sheet('linkage-canvas', draw, {
  changed: measure,
  ground: () => {},
  start: (px, py, touch) => {
    const near = m.places.map((p, k) => [Math.hypot(toCanvas(at(k))[0] - px, toCanvas(at(k))[1] - py), k]).filter(([, k]) => !m.fixed.includes(k)).sort((a, b) => a[0] - b[0])[0]
    if (near[0] > (touch ? 60 : 40)) return false
    if (running) turn(false)
    holding = true
    choose(near[1])
    target = toPlane(px, py)
    hold(pulled, target)
    return true
  },
  grips: () => m.places.map((p, k) => toCanvas(at(k))).filter((p, k) => !m.fixed.includes(k)),
  move: (px, py) => { target = toPlane(px, py); hold(pulled, target) },
  stop: () => { holding = false; target = null; hold(pulled, null) },
  key: ({ key, dx, dy, shift }) => {
    if (key === 'n' || key === 'N') nextJoint()
    if (!dx && !dy) return
    if (running) turn(false)
    const by = shift ? 8 : 2, [x, y] = target ?? at(pulled)
    target = [x + by * dx, y + by * dy]
    hold(pulled, target)
  },
})
set(mechanisms[0])

play({
  choose: k => set(mechanisms[k]),
  // program takes a module in place of the one before.
  program: async module => {
    const f = (await load(module, imports)).strainGrad
    if (!f) throw new Error('the page calls strain, with --chad:grad wrt=x,y above it')
    const trial = f.bind({ n: 2, m: 1 })
    for (const name of values) trial.view(name)
    const before = strainGrad
    strainGrad = f
    failed = false
    set(m)
    if (!failed) return
    strainGrad = before
    failed = false
    set(m)
    throw new Error('the program fails with the linkage as it stands')
  },
  turn: on => turn(on ?? !running),
  // walk turns the crank, if nobody has done anything yet.
  walk: () => { if (!target && !holding && m.crank) turn(true) },
  next: nextJoint,
})
