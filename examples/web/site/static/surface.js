// The surface of a formula, seen from the side: parallel projection, far cells first, coloured by height and lit from above.
import { Sheet, arrow, arrows, color, disc, drag } from './canvas.js'
import { patch, range, shade, taylor } from './plot.js'

const coarse = 3 // while the surface is turned every third value does

export class Surface {
  constructor(canvas, state) {
    Object.assign(this, { canvas, state, yaw: -0.65, pitch: 0.62, turning: false })
    this.sheet = new Sheet(canvas, c => this.draw(c), { ground: c => this.ground(c) })
    let from
    drag(canvas, {
      start: (x, y) => { from = [x, y, this.yaw, this.pitch]; this.turning = true; return true },
      move: (x, y) => this.turn(from[2] + (x - from[0]) / 120, from[3] + (y - from[1]) / 120),
      stop: () => { this.turning = false; this.turn(this.yaw, this.pitch) },
    })
    arrows(canvas, (dx, dy) => this.turn(this.yaw + 0.1 * dx, this.pitch + 0.08 * dy))
  }
  turn(yaw, pitch) {
    this.yaw = yaw
    this.pitch = Math.max(0.08, Math.min(1.5, pitch))
    this.sheet.renew()
  }
  refresh() {
    this.limits = range(this.state.grid.z)
    this.sheet.renew()
  }
  // project takes a point with coordinates between −1 and 1 to the canvas.
  project(x, y, z) {
    const { width: w, height: h } = this.sheet, s = Math.sin(this.yaw), k = Math.cos(this.yaw)
    const a = x * k - y * s, b = x * s + y * k
    return [w / 2 + a * w * 0.325, h * 0.48 - b * h * 0.325 * Math.sin(this.pitch) - z * h * 0.24 * Math.cos(this.pitch)]
  }
  // height scales a value; what lies out of the range is cut off.
  height(v) {
    const [lo, hi] = this.limits
    return Math.max(-1.15, Math.min(1.15, 2 * (v - lo) / (hi - lo) - 1))
  }
  place(x, y, v) { return this.project(x / this.state.half, y / this.state.half, this.height(v)) }

  // ground draws the surface; false if there is none yet.
  ground(c) {
    if (!this.state.grid) return false
    const { n, z } = this.state.grid, stride = this.turning ? coarse : 1, cells = (n - 1) / stride
    const at = (i, j) => z[j * stride * n + i * stride], unit = i => 2 * i / cells - 1
    this.frame(c)
    const points = new Array((cells + 1) ** 2), heights = new Float64Array(points.length)
    for (let j = 0; j <= cells; j++) {
      for (let i = 0; i <= cells; i++) {
        const v = at(i, j), k = j * (cells + 1) + i
        heights[k] = this.height(v)
        points[k] = Number.isNaN(v) ? null : this.project(unit(i), unit(j), heights[k])
      }
    }
    // From the far corner to the near one: the order of rows and columns depends on where one stands.
    const s = Math.sin(this.yaw), k = Math.cos(this.yaw), order = up => Array.from({ length: cells }, (_, i) => up ? cells - 1 - i : i)
    const rows = order(k > 0), columns = order(s > 0), byRow = Math.abs(k) > Math.abs(s)
    const cell = (i, j) => {
      const q = j * (cells + 1) + i, corners = [points[q], points[q + 1], points[q + cells + 2], points[q + cells + 1]]
      if (corners.includes(null)) return
      const za = heights[q], zb = heights[q + 1], zc = heights[q + cells + 2], zd = heights[q + cells + 1]
      if (za === zb && zb === zc && zc === zd && Math.abs(za) === 1.15) return // cut off
      const sx = (zb + zc - za - zd) * cells / 4, sy = (zc + zd - za - zb) * cells / 4
      const light = 0.62 + 0.38 * (1 + 0.5 * sx - 0.35 * sy) / Math.hypot(1, sx, sy) / 1.17
      const [r, g, b] = shade(((za + zb + zc + zd) / 4 + 1) / 2)
      c.fillStyle = c.strokeStyle = `rgb(${Math.round(r * light)} ${Math.round(g * light)} ${Math.round(b * light)})`
      c.beginPath()
      for (const p of corners) c.lineTo(p[0], p[1])
      c.closePath()
      c.fill()
      if (!this.turning) c.stroke() // closes the hairlines between cells
    }
    c.lineWidth = 0.7
    c.lineJoin = 'round'
    if (byRow) for (const j of rows) for (const i of columns) cell(i, j)
    else for (const i of columns) for (const j of rows) cell(i, j)
    return true
  }
  // frame is the square that the surface stands on.
  frame(c) {
    c.strokeStyle = color('plot-line')
    c.fillStyle = color('soft')
    c.lineWidth = 1
    c.beginPath()
    for (const [x, y] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) c.lineTo(...this.project(x, y, -1.15))
    c.closePath()
    c.stroke()
    c.font = 'italic 15px ' + color('serif')
    c.textAlign = 'center'
    c.textBaseline = 'middle'
    const near = Math.cos(this.yaw) > 0 ? -1 : 1, side = Math.sin(this.yaw) > 0 ? -1 : 1
    c.fillText('x', ...this.project(0, 1.16 * near, -1.15))
    c.fillText('y', ...this.project(1.16 * side, 0, -1.15))
  }

  draw(c) {
    if (!this.state.grid || !this.state.here) return
    const { here, half } = this.state
    if (!Number.isFinite(here.f)) return
    this.approximation(c)
    const g = Math.hypot(here.dx, here.dy), [px, py] = this.place(here.x, here.y, here.f)
    if (Number.isFinite(g) && g > 0) { // along the surface, steepest upwards
      const r = patch(half) * 1.4
      const t = r / Math.hypot(1, g * half * 2 / (this.limits[1] - this.limits[0]))
      c.strokeStyle = c.fillStyle = color('plot-ink')
      arrow(c, px, py, ...this.tangent(here.x + t * here.dx / g, here.y + t * here.dy / g, here.f + t * g), 3.4, 13)
    }
    disc(c, px, py, 6)
    c.fillStyle = '#ffffff'
    c.fill()
    disc(c, px, py, 4)
    c.fillStyle = color('accent')
    c.fill()
  }
  // tangent is a place that is not cut off.
  tangent(x, y, v) {
    const [lo, hi] = this.limits
    return this.project(x / this.state.half, y / this.state.half, 2 * (v - lo) / (hi - lo) - 1)
  }
  // approximation draws the sheet of the quadratic approximation.
  approximation(c) {
    const { here, half } = this.state, n = 6, r = patch(half), q = taylor(here)
    const p = (i, j) => { const x = here.x + r * (2 * i / n - 1), y = here.y + r * (2 * j / n - 1); return this.place(x, y, q(x, y)) }
    const points = Array.from({ length: (n + 1) ** 2 }, (_, k) => p(k % (n + 1), Math.floor(k / (n + 1))))
    const path = (indices, close) => {
      c.beginPath()
      for (const k of indices) c.lineTo(...points[k])
      if (close) c.closePath()
    }
    const line = Array.from({ length: n + 1 }, (_, i) => i), row = j => line.map(i => j * (n + 1) + i), column = i => line.map(j => j * (n + 1) + i)
    c.fillStyle = 'rgb(255 165 70 / 38%)'
    path([...row(0), ...column(n), ...row(n).reverse(), ...column(0).reverse()], true)
    c.fill()
    c.strokeStyle = 'rgb(214 110 20 / 80%)'
    c.lineWidth = 1
    for (const k of line) {
      path(row(k))
      c.stroke()
      path(column(k))
      c.stroke()
    }
  }
}
