// Demonstration 3: billiards. The module has the loss of a shot with its gradient, and the paths of all balls.
import { load } from './models/billiards.js'
import { Minimiser } from './lbfgs.js'
import { Sheet, arrow, arrows, color, disc, drag, reduced } from './canvas.js'
import { bytes, milliseconds, number, say } from './text.js'

const radius = 0.035, width = 1.6, height = 0.8 // as in billiards.chad
const steps = 700
const dt = 0.008
const fast = 3.2 // the speed of an arrow as long as the table is high
const close = 3e-3 // a distance that counts as the middle of the ring
const starts = 7 // shots to start from, when the one that was aimed leads nowhere
const colors = ['#f7f5ee', '#d3462f', '#e5a823', '#2f6fb5', '#7a4aa3', '#2b8a5b']
const el = id => document.getElementById(id)

// The cloth brakes little at first and much at the end, so that the balls stand when the time is over.
const drags = Float64Array.from({ length: steps }, (_, i) => Math.exp(-dt * (0.55 + 6 * (i / steps) ** 4)))

const layout = () => ({
  x: [0.3, 1.05, 1.18, 1.18, 0.8, 1.3], y: [0.4, 0.4, 0.33, 0.52, 0.2, 0.42],
  shot: [1.62, 0.05], goal: [1.42, 0.66], ball: 1,
})

export async function billiardsDemo(sizes) {
  const { shotGrad, paths } = await load()
  const table = layout(), n = table.x.length, canvas = el('billiards-canvas')
  const call = shotGrad.bind({ n, t: steps })
  let optimising = 0, playing = 0, shown = null, tracks = null, curve = [], took = 0, now = null
  el('billiards-steps').textContent = String(steps)
  el('billiards-size').textContent = bytes(sizes.billiards.raw)

  call.view('x').set(table.x)
  call.view('y').set(table.y)
  call.view('drag').set(drags)
  // loss is the square of the distance from the ring, with its gradient by the velocity of the white ball.
  const loss = (shot, gradient) => {
    const start = performance.now()
    call.view('u0')[0] = shot[0]
    call.view('v0')[0] = shot[1]
    call.view('ball')[0] = BigInt(table.ball)
    call.view('gx')[0] = table.goal[0]
    call.view('gy')[0] = table.goal[1]
    call.run()
    gradient[0] = call.view('u0bar')[0]
    gradient[1] = call.view('v0bar')[0]
    const ms = performance.now() - start
    took = took ? 0.9 * took + 0.1 * ms : ms
    return call.view('value')[0]
  }
  const gradient = new Float64Array(2)
  const judge = () => {
    now = loss(table.shot, gradient)
    say(el('billiards-distance'), number(+(Math.sqrt(now) * 100).toPrecision(4)) + ' cm')
    say(el('billiards-loss'), number(now))
    say(el('billiards-gradient'), `${number(+gradient[0].toPrecision(3))}, ${number(+gradient[1].toPrecision(3))}`)
    say(el('billiards-time'), milliseconds(took))
    return now
  }
  const aim = shot => {
    table.shot = shot
    const p = paths(table.x, table.y, shot[0], shot[1], drags)
    tracks = p.map(([x, y]) => [x, y])
    judge()
    sheet.ask()
  }

  // Optimising: from the shot that was aimed, and where that ends in a valley too high, from the best of a fan of others. One step in a frame.
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
  const stop = text => {
    cancelAnimationFrame(optimising)
    optimising = 0
    el('billiards-optimise').textContent = 'Optimise the shot'
    if (text) el('billiards-status').textContent = text
  }
  el('billiards-optimise').addEventListener('click', () => {
    if (optimising) return stop('Stopped.')
    still()
    el('billiards-optimise').textContent = 'Stop'
    const run = optimise()
    const next = () => {
      const end = performance.now() + 8 // several steps, where they are quick
      let r
      do r = run.next(); while (!r.done && performance.now() < end)
      el('billiards-status').textContent = r.value
      chart.ask()
      if (!r.done) { optimising = requestAnimationFrame(next); return }
      stop(r.value)
      if (!reduced.matches) play()
    }
    optimising = requestAnimationFrame(next)
  })

  // Playing, in the time of the simulation.
  const still = () => {
    cancelAnimationFrame(playing)
    playing = 0
    shown = null
    el('billiards-play').textContent = 'Play'
    sheet.ask()
  }
  const play = () => {
    if (reduced.matches) { shown = steps - 1; return sheet.ask() }
    const start = performance.now()
    el('billiards-play').textContent = 'Stop'
    const next = time => {
      shown = Math.floor((time - start) / 1000 / dt)
      if (shown < 0) shown = 0
      if (shown >= steps - 1) {
        shown = steps - 1
        playing = 0
        el('billiards-play').textContent = 'Play again'
      } else playing = requestAnimationFrame(next)
      sheet.ask()
    }
    playing = requestAnimationFrame(next)
  }
  el('billiards-play').addEventListener('click', () => { if (playing) return still(); stop(); play() })

  // Drawing.
  let scale = 1, ox = 0, oy = 0
  const px = (x, y) => [ox + scale * x, oy - scale * y]
  const tip = () => px(table.x[0] + table.shot[0] / fast * height, table.y[0] + table.shot[1] / fast * height)
  const draw = (c, w, h) => {
    const rail = Math.max(8, w * 0.02)
    scale = Math.min((w - 2 * rail) / width, (h - 2 * rail) / height)
    ox = (w - scale * width) / 2
    oy = (h + scale * height) / 2
    c.fillStyle = color('rail')
    c.beginPath()
    c.roundRect(ox - rail, oy - scale * height - rail, scale * width + 2 * rail, scale * height + 2 * rail, rail)
    c.fill()
    c.fillStyle = color('felt')
    c.fillRect(ox, oy - scale * height, scale * width, scale * height)
    if (tracks) {
      c.lineWidth = 1.6
      c.lineJoin = 'round'
      for (let k = 0; k < n; k++) {
        c.strokeStyle = k ? colors[k] : color('plot-ink')
        c.globalAlpha = k === table.ball ? 0.95 : k === 0 ? 0.5 : 0.28
        c.beginPath()
        for (let i = 0; i < steps; i += 2) c.lineTo(...px(tracks[i][0][k], tracks[i][1][k]))
        c.stroke()
      }
      c.globalAlpha = 1
    }
    // The ring.
    c.strokeStyle = colors[table.ball]
    c.lineWidth = 3
    disc(c, ...px(...table.goal), scale * radius * 1.5)
    c.stroke()
    c.lineWidth = 1.5
    disc(c, ...px(...table.goal), 2)
    c.stroke()
    const frame = shown === null ? [table.x, table.y] : tracks[shown]
    for (let k = n - 1; k >= 0; k--) {
      const [x, y] = px(frame[0][k], frame[1][k])
      disc(c, x, y, scale * radius)
      c.fillStyle = colors[k]
      c.fill()
      c.lineWidth = k === table.ball ? 2.5 : 1
      c.strokeStyle = k === table.ball ? color('plot-ink') : 'rgb(0 0 0 / 35%)'
      c.stroke()
      disc(c, x - scale * radius * 0.3, y - scale * radius * 0.3, scale * radius * 0.22)
      c.fillStyle = 'rgb(255 255 255 / 50%)'
      c.fill()
    }
    if (shown === null) {
      c.strokeStyle = c.fillStyle = color('plot-ink')
      const [x, y] = px(table.x[0], table.y[0]), [tx, ty] = tip(), d = Math.hypot(tx - x, ty - y) || 1
      arrow(c, x + (tx - x) / d * scale * radius, y + (ty - y) / d * scale * radius, tx, ty, 3, 12)
    }
  }
  const sheet = new Sheet(canvas, draw)

  const chart = new Sheet(el('billiards-chart'), (c, w, h) => {
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

  // Hands: the ring, the tip of the arrow, the balls.
  const inside = (x, y) => [Math.max(radius, Math.min(width - radius, x)), Math.max(radius, Math.min(height - radius, y))]
  let held = ''
  let wanted = null
  const changed = () => { stop(); still(); curve = []; chart.ask(); el('billiards-status').textContent = '' }
  const setBall = k => { changed(); table.ball = k; aim(table.shot) }
  const apply = () => {
    if (!wanted) return
    const [x, y] = wanted
    wanted = null
    if (held === 'goal') { table.goal = inside(x, y); judge(); sheet.ask() } else {
      let u = (x - table.x[0]) / height * fast, v = (y - table.y[0]) / height * fast
      const speed = Math.hypot(u, v), k = Math.min(1, 1.5 * fast / (speed || 1))
      aim([u * k, v * k])
    }
  }
  drag(canvas, {
    start: (a, b, e) => {
      const reach = e.pointerType === 'touch' ? 38 : 22, off = ([x, y]) => Math.hypot(a - x, b - y)
      if (off(tip()) < reach) held = 'shot'
      else if (off(px(...table.goal)) < Math.max(reach, scale * radius * 1.6)) held = 'goal'
      else {
        for (let k = 1; k < n; k++) if (off(px(table.x[k], table.y[k])) < Math.max(16, scale * radius)) { setBall(k); return false }
        return false
      }
      changed()
      return true
    },
    move: (a, b) => {
      if (!wanted) requestAnimationFrame(apply)
      wanted = [(a - ox) / scale, (oy - b) / scale]
    },
  })
  arrows(canvas, (dx, dy, e) => {
    changed()
    if (e.shiftKey) {
      const speed = Math.max(0.2, Math.min(1.5 * fast, Math.hypot(...table.shot) + 0.05 * dy)), angle = Math.atan2(table.shot[1], table.shot[0]) - 0.01 * dx
      aim([speed * Math.cos(angle), speed * Math.sin(angle)])
    } else {
      table.goal = inside(table.goal[0] + 0.01 * dx, table.goal[1] + 0.01 * dy)
      judge()
      sheet.ask()
    }
  })
  el('billiards-ball').addEventListener('click', () => setBall(table.ball % (n - 1) + 1))
  el('billiards-reset').addEventListener('click', () => { Object.assign(table, layout()); changed(); aim(table.shot) })
  aim(table.shot)
}
