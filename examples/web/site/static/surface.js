// The surface of a formula, seen from the side: parallel projection, far cells first, coloured by height and lit from above.
import { Box, Sheet, color } from './scene.js'
import { arrow, disc } from './shapes.js'
import { Raster } from './raster.js'
import { patch, shade, taylor } from './plot.js'

const cut = 1.15 // heights are cut off there
const coarse = 2 // while the surface is turned every second value does, and
const budget = 3 // milliseconds: with more, it gets fewer pixels
const rest = 150 // milliseconds after which a surface that was turned is drawn well, and
const pause = 600 // while it is held
const most = 1400 // pixels across a surface that is drawn well

export class Surface {
  constructor(state) {
    Object.assign(this, { state, yaw: -0.65, pitch: 0.62, turning: false, quality: 1, raster: null, mesh: null })
    let from
    this.sheet = new Sheet('surface', c => this.draw(c), {
      ground: (c, w, h) => this.ground(c, w, h),
      sketch: c => this.sketch(c),
      start: (x, y) => { from = [x, y, this.yaw, this.pitch]; return true },
      move: (x, y) => this.turn(from[2] + (x - from[0]) / 120, from[3] + (y - from[1]) / 120),
      stop: () => this.settle(),
      key: ({ dx, dy }) => { if (dx || dy) this.turn(this.yaw + 0.1 * dx, this.pitch + 0.08 * dy) },
    })
  }
  turn(yaw, pitch) {
    this.yaw = yaw
    this.pitch = Math.max(0.08, Math.min(1.5, pitch))
    this.turning = true
    clearTimeout(this.later)
    this.later = setTimeout(() => this.settle(), this.sheet.held ? pause : rest)
    this.sheet.hurry(this.quality)
  }
  settle() {
    clearTimeout(this.later)
    if (!this.turning) return
    this.turning = false
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
    const { lo, hi } = this.state.grid
    return Math.max(-cut, Math.min(cut, 2 * (v - lo) / (hi - lo) - 1))
  }
  place(x, y, v) { return this.project(x / this.state.half, y / this.state.half, this.height(v)) }

  // refresh computes what does not depend on where one stands: heights and colours of the points, with the light on them.
  refresh() {
    const { n, z } = this.state.grid, size = n * n, real = () => new Float64Array(size)
    const m = this.mesh = { n, z: real(), px: real(), py: real(), red: real(), green: real(), blue: real() }
    for (let k = 0; k < size; k++) m.z[k] = this.height(z[k])
    const slope = (k, by, i) => { // per unit, from the neighbours that there are
      const before = i > 0 && !Number.isNaN(m.z[k - by]) ? -by : 0, after = i + 1 < n && !Number.isNaN(m.z[k + by]) ? by : 0
      return after === before ? 0 : (m.z[k + after] - m.z[k + before]) / ((after - before) / by) * (n - 1) / 2
    }
    for (let k = 0; k < size; k++) {
      if (Number.isNaN(m.z[k])) continue
      const sx = slope(k, 1, k % n), sy = slope(k, n, Math.floor(k / n))
      const light = 0.62 + 0.38 * (1 + 0.5 * sx - 0.35 * sy) / Math.hypot(1, sx, sy) / 1.17
      const [r, g, b] = shade((m.z[k] + 1) / 2)
      m.red[k] = r * light
      m.green[k] = g * light
      m.blue[k] = b * light
    }
    this.sheet.renew()
  }

  // ground draws the surface that stands, with four pixels for each pixel of the canvas.
  ground(c, w, h) {
    if (!this.mesh) return
    this.frame(c)
    const { ratio } = this.sheet, scale = Math.max(ratio, Math.min(2 * ratio, most / w))
    const { image } = this.filled(Math.round(w * scale), Math.round(h * scale), 1), picture = new OffscreenCanvas(image.width, image.height)
    picture.getContext('2d').putImageData(image, 0, 0)
    this.raster = null // it is large, and the next one has another size
    c.imageSmoothingQuality = 'high'
    c.drawImage(picture, 0, 0, w, h)
  }
  // sketch draws the surface that is turned, right on the canvas, as well as there is time for.
  sketch(c) {
    if (!this.mesh) return
    const began = performance.now()
    c.putImageData(this.filled(c.canvas.width, c.canvas.height, coarse).image, 0, 0)
    c.globalCompositeOperation = 'destination-over'
    this.frame(c)
    c.globalCompositeOperation = 'source-over'
    const took = performance.now() - began
    if (took > 2 * budget && this.quality > 0.5) this.quality -= 0.125
    else if (took < budget / 2 && this.quality < 1) this.quality += 0.125
  }
  // filled is the surface in pixels.
  filled(width, height, stride) {
    if (this.raster?.width !== width || this.raster.height !== height) this.raster = new Raster(width, height)
    else this.raster.clear()
    this.fill(this.raster, stride)
    return this.raster
  }
  // fill draws from the far corner to the near one: the order of rows and columns depends on where one stands.
  fill(raster, stride) {
    const { mesh: m } = this, { n, z, px, py } = m, { width, height } = raster
    const s = Math.sin(this.yaw), k = Math.cos(this.yaw), sp = Math.sin(this.pitch), cp = Math.cos(this.pitch)
    for (let j = 0; j < n; j += stride) { // as project has it
      const y = 2 * j / (n - 1) - 1
      for (let i = 0, q = j * n; i < n; i += stride, q += stride) {
        const x = 2 * i / (n - 1) - 1
        px[q] = width * (0.5 + 0.325 * (x * k - y * s))
        py[q] = height * (0.48 - 0.325 * sp * (x * s + y * k) - 0.24 * cp * z[q])
      }
    }
    const byRow = Math.abs(k) > Math.abs(s), cells = (n - 1) / stride
    for (let u = 0; u < cells; u++) {
      for (let v = 0; v < cells; v++) {
        const row = byRow ? u : v, column = byRow ? v : u
        const j = k > 0 ? cells - 1 - row : row, i = s > 0 ? cells - 1 - column : column
        const a = (j * n + i) * stride, b = a + stride, d = a + n * stride, e = d + stride, za = z[a]
        if (Number.isNaN(za + z[b] + z[d] + z[e])) continue
        if (Math.abs(za) === cut && za === z[b] && za === z[d] && za === z[e]) continue // cut off
        raster.triangle(m, a, b, e)
        raster.triangle(m, a, e, d)
      }
    }
  }
  // frame is the square that the surface stands on.
  frame(c) {
    c.strokeStyle = color('plot-line')
    c.fillStyle = color('soft')
    c.lineWidth = 1
    c.beginPath()
    for (const [x, y] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) c.lineTo(...this.project(x, y, -cut))
    c.closePath()
    c.stroke()
    c.font = 'italic 15px ' + color('serif')
    c.textAlign = 'center'
    c.textBaseline = 'middle'
    const near = Math.cos(this.yaw) > 0 ? -1 : 1, side = Math.sin(this.yaw) > 0 ? -1 : 1
    c.fillText('x', ...this.project(0, 1.16 * near, -cut))
    c.fillText('y', ...this.project(1.16 * side, 0, -cut))
  }

  draw(c) {
    const box = Box.empty()
    if (!this.mesh || !this.state.here) return box
    const { here, half } = this.state, { lo, hi } = this.state.grid
    if (!Number.isFinite(here.f)) return box
    this.approximation(c, box)
    const g = Math.hypot(here.dx, here.dy), [px, py] = this.place(here.x, here.y, here.f)
    if (Number.isFinite(g) && g > 0) { // along the surface, steepest upwards
      const r = patch(half) * 1.4
      const t = r / Math.hypot(1, g * half * 2 / (hi - lo))
      c.strokeStyle = c.fillStyle = color('plot-ink')
      const [tx, ty] = this.tangent(here.x + t * here.dx / g, here.y + t * here.dy / g, here.f + t * g)
      arrow(c, px, py, tx, ty, 3.4, 13)
      box.add(tx, ty, 16)
    }
    disc(c, px, py, 6)
    c.fillStyle = '#ffffff'
    c.fill()
    disc(c, px, py, 4)
    c.fillStyle = color('accent')
    c.fill()
    box.add(px, py, 8)
    return box
  }
  // tangent is a place that is not cut off.
  tangent(x, y, v) {
    const { lo, hi } = this.state.grid
    return this.project(x / this.state.half, y / this.state.half, 2 * (v - lo) / (hi - lo) - 1)
  }
  // approximation draws the sheet of the quadratic approximation.
  approximation(c, box) {
    const { here, half } = this.state, n = 6, r = patch(half), q = taylor(here)
    const p = (i, j) => { const x = here.x + r * (2 * i / n - 1), y = here.y + r * (2 * j / n - 1); return this.place(x, y, q(x, y)) }
    const points = Array.from({ length: (n + 1) ** 2 }, (_, k) => p(k % (n + 1), Math.floor(k / (n + 1))))
    for (const [x, y] of points) box.add(x, y, 2)
    const path = indices => { for (const k of indices) c.lineTo(...points[k]) }
    const line = Array.from({ length: n + 1 }, (_, i) => i), row = j => line.map(i => j * (n + 1) + i), column = i => line.map(j => j * (n + 1) + i)
    c.fillStyle = 'rgb(255 165 70 / 38%)'
    c.beginPath()
    path([...row(0), ...column(n), ...row(n).reverse(), ...column(0).reverse()])
    c.closePath()
    c.fill()
    c.strokeStyle = 'rgb(214 110 20 / 80%)'
    c.lineWidth = 1
    c.beginPath()
    for (const k of line) {
      for (const indices of [row(k), column(k)]) {
        c.moveTo(...points[indices[0]])
        path(indices)
      }
    }
    c.stroke()
  }
}
