// Demonstration 3, in its worker. The module has the loss of a shot with its gradient, and the paths of all balls.
import { load } from './models/billiards.js'
import { Minimiser } from './lbfgs.js'
import { say, sayNow } from './readout.js'
import { Box, Sheet, color, next, person, play as start, tell } from './scene.js'
import { arrow, disc } from './shapes.js'
import { milliseconds, number } from './text.js'

const radius = 0.035, width = 1.6, height = 0.8 // as in billiards.chad
const steps = 700
const dt = 0.008
const fast = 3.2 // the speed of an arrow as long as the table is high
const close = 3e-3 // a distance that counts as the middle of the ring
const starts = 7 // shots to start from, when the one that was aimed leads nowhere
const rest = 120 // milliseconds after which the gradient of a shot is computed that was moved, and
const spoken = 700 // after which it is said where the ball stops
const budget = 8 // milliseconds for optimising in a frame
const callTime = 400 // milliseconds for one gradient
const colors = ['#f7f5ee', '#d3462f', '#e5a823', '#2f6fb5', '#7a4aa3', '#2b8a5b']
const names = ['white', 'red', 'yellow', 'blue', 'violet', 'green']

// The cloth brakes little at first and much at the end, so that the balls stand when the time is over.
const drags = Float64Array.from({ length: steps }, (_, i) => Math.exp(-dt * (0.55 + 6 * (i / steps) ** 4)))

const layout = () => ({
  x: [0.3, 1.05, 1.18, 1.18, 0.8, 1.3], y: [0.4, 0.4, 0.33, 0.52, 0.2, 0.42],
  shot: [1.62, 0.05], goal: [1.42, 0.66], ball: 1,
})

// Loops of a program that was edited ask whether they may go on.
let deadline = 0
const imports = { env: { yield: () => performance.now() > deadline ? 1 : 0 } }
const table = layout(), n = table.x.length
let call, roll, failed = false // failed: the program, since it came
// take has the functions of a module called from now on. It throws where they are others than those that are used here.
const take = ({ shotGrad, paths }) => {
  if (!shotGrad || !paths) throw new Error('the page calls shot, with --chad:grad wrt=u0,v0 above it, and paths, with --chad:func')
  const gradient = shotGrad.bind({ n, t: steps }), rolled = paths.bind({ n, t: steps })
  for (const name of ['u0', 'v0', 'ball', 'gx', 'gy', 'value', 'u0bar', 'v0bar']) gradient.view(name)
  for (const part of [0, 1]) if (rolled.view('value', part).length !== n * steps) throw new Error('paths gives the places of all balls after each step, x and y')
  for (const c of [gradient, rolled]) {
    c.view('x').set(table.x)
    c.view('y').set(table.y)
    c.view('drag').set(drags)
  }
  call = gradient
  roll = rolled
  failed = false
}
take(await load(undefined, imports))
// runs calls a function, and says whether it could.
const runs = c => {
  deadline = performance.now() + callTime
  try { c.run(); return true } catch (error) {
    if (!failed) tell('fail', error.message)
    failed = true
    return false
  }
}
let run = null, playing = null, shown = null, xs, ys, curve = [], took = 0

// loss is the square of the distance from the ring, with its gradient by the velocity of the white ball.
const loss = (shot, gradient) => {
  const start = performance.now()
  call.view('u0')[0] = shot[0]
  call.view('v0')[0] = shot[1]
  call.view('ball')[0] = BigInt(table.ball)
  call.view('gx')[0] = table.goal[0]
  call.view('gy')[0] = table.goal[1]
  if (!runs(call)) return gradient.fill(0), Infinity
  gradient[0] = call.view('u0bar')[0]
  gradient[1] = call.view('v0bar')[0]
  const ms = performance.now() - start
  took = took ? 0.9 * took + 0.1 * ms : ms
  return call.view('value')[0]
}
const gradient = new Float64Array(2)
const judge = () => {
  clearTimeout(later)
  const now = loss(table.shot, gradient)
  tellLoss(now)
  say({ 'billiards-gradient': `${number(+gradient[0].toPrecision(3))}, ${number(+gradient[1].toPrecision(3))}`, 'billiards-time': milliseconds(took) })
  return now
}
const centimetres = (d, digits) => number(+(d * 100).toPrecision(digits)) + ' cm'
const tellLoss = v => say({ 'billiards-distance': centimetres(Math.sqrt(v), 4), 'billiards-loss': number(v) })
const miss = () => {
  const last = (steps - 1) * n + table.ball
  return (xs[last] - table.goal[0]) ** 2 + (ys[last] - table.goal[1]) ** 2
}
// speak says, when all rests, what is seen of the shot.
let speaking
const speak = () => {
  clearTimeout(speaking)
  speaking = setTimeout(() => {
    const [x, y] = table.goal, [u, v] = table.shot, degrees = Math.round(Math.atan2(v, u) * 180 / Math.PI)
    say({ 'billiards-spoken': `Ring at ${centimetres(x, 3)}, ${centimetres(y, 3)}; shot of ${number(+Math.hypot(u, v).toPrecision(3))} at ${number(degrees)} degrees; ` +
      `the ${names[table.ball]} ball stops ${centimetres(Math.sqrt(miss()), 3)} from the ring` })
  }, spoken)
}
// follow rolls the balls.
const follow = () => {
  roll.view('u0')[0] = table.shot[0]
  roll.view('v0')[0] = table.shot[1]
  if (!runs(roll)) return
  xs = roll.view('value', 0)
  ys = roll.view('value', 1)
  if (sheet.held) sheet.hurry(sheet.ratio) // all paths change in each frame: none is kept
  else sheet.renew()
}
const aim = shot => { table.shot = shot; follow(); judge() }
// moved shows what a shot does that is being moved: at first where the ball stops, as drawn, and the gradient when hands rest.
let later = 0
const moved = () => {
  tellLoss(miss())
  clearTimeout(later)
  later = setTimeout(judge, rest)
  speak()
  sheet.ask()
}

// Optimising: from the shot that was aimed, and where that ends in a valley too high, from the best of a fan of others.
const optimise = function* () {
  const began = judge()
  let best = { shot: table.shot, value: began }
  curve = [began]
  const fan = []
  for (let k = 0; k <= starts; k++) {
    if (k === 1) { // where else may it go well?
      const g = new Float64Array(2), speed = Math.max(1, Math.min(fast, Math.hypot(...table.shot)))
      for (let i = 0; i < 36; i++) {
        const angle = (i - 17.5) * 0.03 + Math.atan2(table.y[table.ball] - table.y[0], table.x[table.ball] - table.x[0])
        for (const s of [0.75, 1, 1.3]) {
          const shot = [s * speed * Math.cos(angle), s * speed * Math.sin(angle)]
          fan.push({ shot, value: loss(shot, g) })
        }
        yield `Trying shots: ${fan.length}`
      }
      fan.sort((a, b) => a.value - b.value)
    }
    const from = k === 0 ? best.shot : fan[k - 1].shot
    const minimiser = new Minimiser(loss, from, { memory: 2, first: 0.02 })
    for (let i = 0; i < 60 && minimiser.value > close * close / 25; i++) {
      const before = minimiser.value
      if (!minimiser.step()) break
      if (minimiser.value < best.value) {
        best = { shot: [...minimiser.x], value: minimiser.value }
        aim(best.shot)
      }
      curve.push(best.value)
      yield `Start ${k + 1}, step ${i + 1}`
      if (Math.hypot(...minimiser.x) > 1.6 * fast || (i > 12 && before - minimiser.value < 1e-6 * before)) break
    }
    if (best.value < close * close) break
  }
  aim(best.shot)
  const distance = number(+(Math.sqrt(best.value) * 1000).toPrecision(2))
  return best.value < close * close ? `Found: the ball stops ${distance} mm from the middle of the ring.` :
    best.value < began ? `The best that was found ends ${distance} mm away. Try another place for the ring, or another shot to start from.` :
      'No better shot was found from here. Aim so that the ball is hit.'
}
const search = () => { // in one frame
  if (!run) return
  const end = performance.now() + budget
  let r
  do r = run.next(); while (!r.done && performance.now() < end)
  say({ 'billiards-status': r.value })
  chart.ask()
  if (!r.done) return next(search)
  stop()
  if (!person.reduced) play()
}
const stop = text => {
  if (run) tell('busy', false)
  run = null
  if (text !== undefined) say({ 'billiards-status': text })
  sayNow({ 'billiards-optimise': 'Optimise the shot' })
}

// Playing, in the time of the simulation.
const still = () => {
  if (shown !== null) sheet.renew()
  playing = shown = null
  sayNow({ 'billiards-play': 'Play' })
}
const play = () => {
  if (person.reduced) { shown = steps - 1; return sheet.renew() }
  playing = -1
  shown = 0
  sayNow({ 'billiards-play': 'Stop' })
  next(beat)
}
const beat = time => {
  if (playing === null) return
  if (playing < 0) playing = time
  shown = Math.max(0, Math.floor((time - playing) / 1000 / dt))
  if (shown < steps - 1) next(beat)
  else {
    shown = steps - 1
    playing = null
    sayNow({ 'billiards-play': 'Play again' })
  }
  sheet.ask()
}

// Drawing. The paths stay while the balls roll.
let scale = 1, ox = 0, oy = 0
const px = (x, y) => [ox + scale * x, oy - scale * y]
const tip = () => px(table.x[0] + table.shot[0] / fast * height, table.y[0] + table.shot[1] / fast * height)
const ground = (c, w, h) => {
  const rail = Math.max(8, w * 0.02)
  scale = Math.min((w - 2 * rail) / width, (h - 2 * rail) / height)
  ox = (w - scale * width) / 2
  oy = (h + scale * height) / 2
  c.fillStyle = color('card')
  c.fillRect(0, 0, w, h)
  c.fillStyle = color('rail')
  c.beginPath()
  c.roundRect(ox - rail, oy - scale * height - rail, scale * width + 2 * rail, scale * height + 2 * rail, rail)
  c.fill()
  c.fillStyle = color('felt')
  c.fillRect(ox, oy - scale * height, scale * width, scale * height)
  c.lineWidth = 1.6
  c.lineJoin = 'round'
  for (let k = 0; k < n; k++) {
    c.strokeStyle = k ? colors[k] : color('plot-ink')
    c.globalAlpha = k === table.ball ? 0.95 : k === 0 ? 0.5 : 0.28
    c.beginPath()
    path(c, k)
    c.stroke()
  }
  c.globalAlpha = 1
}
// path goes along with a ball. Balls roll straight between collisions, so that most places lie on a line with those beside them.
const path = (c, k) => {
  let x0 = xs[k], y0 = ys[k], x1 = x0, y1 = y0
  c.moveTo(...px(x0, y0))
  for (let i = n + k; i < steps * n; i += n) {
    const x = xs[i], y = ys[i], ux = x1 - x0, uy = y1 - y0, vx = x - x0, vy = y - y0
    // As long as the last place stands within a tenth of a millimetre of the line to this one, there is no need for it.
    if (Math.abs(ux * vy - uy * vx) > 1e-4 * Math.hypot(vx, vy) || ux * (x - x1) + uy * (y - y1) < 0) {
      c.lineTo(...px(x1, y1))
      x0 = x1
      y0 = y1
    }
    x1 = x
    y1 = y
  }
  c.lineTo(...px(x1, y1))
}
const draw = c => {
  const box = Box.empty()
  // The ring.
  const [gx, gy] = px(...table.goal)
  c.strokeStyle = colors[table.ball]
  c.lineWidth = 3
  disc(c, gx, gy, scale * radius * 1.5)
  c.stroke()
  c.lineWidth = 1.5
  disc(c, gx, gy, 2)
  c.stroke()
  box.add(gx, gy, scale * radius * 1.5 + 4)
  const from = (shown ?? 0) * n
  for (let k = n - 1; k >= 0; k--) {
    const [x, y] = px(xs[from + k], ys[from + k])
    disc(c, x, y, scale * radius)
    c.fillStyle = colors[k]
    c.fill()
    c.lineWidth = k === table.ball ? 2.5 : 1
    c.strokeStyle = k === table.ball ? color('plot-ink') : 'rgb(0 0 0 / 35%)'
    c.stroke()
    disc(c, x - scale * radius * 0.3, y - scale * radius * 0.3, scale * radius * 0.22)
    c.fillStyle = 'rgb(255 255 255 / 50%)'
    c.fill()
    box.add(x, y, scale * radius + 3)
  }
  if (shown === null) {
    c.strokeStyle = c.fillStyle = color('plot-ink')
    const [x, y] = px(table.x[0], table.y[0]), [tx, ty] = tip(), d = Math.hypot(tx - x, ty - y) || 1
    arrow(c, x + (tx - x) / d * scale * radius, y + (ty - y) / d * scale * radius, tx, ty, 3, 12)
    box.add(tx, ty, 14)
  }
  return box
}

// Hands: the ring, the tip of the arrow, the balls.
const inside = (x, y) => [Math.max(radius, Math.min(width - radius, x)), Math.max(radius, Math.min(height - radius, y))]
let held = ''
const changed = () => { stop(''); still(); if (curve.length) { curve = []; chart.ask() } }
const setBall = k => { changed(); table.ball = k; aim(table.shot); speak() }
const sheet = new Sheet('billiards-canvas', draw, {
  ground,
  sketch: ground,
  start: (a, b, touch) => {
    const reach = touch ? 38 : 22, off = ([x, y]) => Math.hypot(a - x, b - y)
    if (off(tip()) < reach) held = 'shot'
    else if (off(px(...table.goal)) < Math.max(reach, scale * radius * 1.6)) held = 'goal'
    else {
      for (let k = 1; k < n; k++) if (off(px(table.x[k], table.y[k])) < Math.max(16, scale * radius)) { setBall(k); return false }
      return false
    }
    changed()
    return true
  },
  grips: () => shown === null ? [tip(), px(...table.goal)] : [px(...table.goal)],
  move: (a, b) => {
    const x = (a - ox) / scale, y = (oy - b) / scale
    if (held === 'goal') table.goal = inside(x, y)
    else {
      const u = (x - table.x[0]) / height * fast, v = (y - table.y[0]) / height * fast
      const k = Math.min(1, 1.5 * fast / (Math.hypot(u, v) || 1))
      table.shot = [u * k, v * k]
      follow()
    }
    moved()
  },
  stop: () => { judge(); sheet.renew() },
  key: ({ dx, dy, shift }) => {
    if (!dx && !dy) return
    changed()
    if (shift) {
      const speed = Math.max(0.2, Math.min(1.5 * fast, Math.hypot(...table.shot) + 0.05 * dy)), angle = Math.atan2(table.shot[1], table.shot[0]) - 0.01 * dx
      table.shot = [speed * Math.cos(angle), speed * Math.sin(angle)]
      follow()
    } else table.goal = inside(table.goal[0] + 0.01 * dx, table.goal[1] + 0.01 * dy)
    moved()
  },
})

const chart = new Sheet('billiards-chart', (c, w, h) => {
  if (!curve.length) return
  const logs = curve.map(v => Math.log10(Math.max(v, 1e-9))), lo = Math.floor(Math.min(...logs)), hi = Math.ceil(Math.max(...logs) + 1e-9)
  const x = i => 34 + (w - 44) * i / Math.max(1, curve.length - 1), y = v => 10 + (h - 24) * (hi - v) / (hi - lo || 1)
  c.font = '11px ' + color('mono')
  c.textAlign = 'right'
  c.textBaseline = 'middle'
  c.lineWidth = 1
  for (let k = lo; k <= hi; k += Math.max(1, Math.round((hi - lo) / 5))) {
    c.strokeStyle = color('plot-line')
    c.beginPath()
    c.moveTo(34, y(k))
    c.lineTo(w - 10, y(k))
    c.stroke()
    c.fillStyle = color('soft')
    c.fillText(k === 0 ? '1' : '1e' + String(k).replace('-', '−'), 30, y(k))
  }
  c.strokeStyle = color('accent')
  c.lineWidth = 2
  c.beginPath()
  logs.forEach((v, i) => c.lineTo(x(i), y(v)))
  c.stroke()
})
aim(table.shot)
say({ 'billiards-steps': String(steps) })

start({
  optimise: () => {
    if (run) return stop('Stopped.')
    still()
    sayNow({ 'billiards-optimise': 'Stop', 'billiards-status': '' })
    tell('busy', true)
    run = optimise()
    next(search)
  },
  // program takes a module in place of the one before.
  program: async module => {
    const before = [call, roll]
    take(await load(module, imports))
    changed()
    took = 0
    aim(table.shot)
    if (!failed) return speak()
    call = before[0]
    roll = before[1]
    failed = false
    aim(table.shot)
    throw new Error('the program fails for the shot as it stands')
  },
  play: () => { if (playing !== null) return still(); stop(); play() },
  ball: () => setBall(table.ball % (n - 1) + 1),
  reset: () => { Object.assign(table, layout()); changed(); aim(table.shot); speak() },
})
