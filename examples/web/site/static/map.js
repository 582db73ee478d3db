// The map of a formula: heights as colours, contours, the gradient field, the point with its gradient, and contours of the quadratic
// approximation around it.
import { Box, Sheet, color } from './scene.js'
import { arrow, disc } from './shapes.js'
import { contours, patch, shade, taylor } from './plot.js'
import { number } from './text.js'

const levels = 13
const arrowsAcross = 13
const fine = 13 // points across the approximation

export class FormulaMap {
  constructor(state, hands) {
    Object.assign(this, { state, trail: [], sheetHeights: new Float64Array(fine * fine) })
    this.sheet = new Sheet('map', (c, w) => this.draw(c, w), {
      ground: (c, w, h) => this.ground(c, w, h),
      grips: () => state.here ? [this.fromPlane(state.here.x, state.here.y)] : [],
      ...hands,
    })
  }
  refresh() {
    this.trail = []
    this.picture = null
    this.field = null
    this.sheet.renew()
  }
  toPlane(px, py) {
    const { half } = this.state
    return [half * (2 * px / this.sheet.width - 1), -half * (2 * py / this.sheet.height - 1)]
  }
  fromPlane(x, y) {
    const { half } = this.state
    return [(x / half + 1) / 2 * this.sheet.width, (1 - y / half) / 2 * this.sheet.height]
  }

  // heights is the picture of the heights, one pixel for each value.
  heights() {
    const { n, z, lo, hi } = this.state.grid, image = new ImageData(n, n)
    for (let j = 0; j < n; j++) {
      for (let i = 0; i < n; i++) {
        const v = z[(n - 1 - j) * n + i], at = 4 * (j * n + i)
        if (Number.isNaN(v)) continue
        image.data.set([...shade((v - lo) / (hi - lo)), 255], at)
      }
    }
    const c = new OffscreenCanvas(n, n)
    c.getContext('2d').putImageData(image, 0, 0)
    return c
  }
  // slopes are the gradients of the field.
  slopes() {
    const { formula, half } = this.state, out = [], step = 2 * half / arrowsAcross
    for (let j = 0; j < arrowsAcross; j++) {
      for (let i = 0; i < arrowsAcross; i++) {
        const x = -half + (i + 0.5) * step, y = -half + (j + 0.5) * step
        let g
        try { g = formula.slope(x, y) } catch { continue }
        if (Number.isFinite(g.dx + g.dy)) out.push([x, y, g.dx, g.dy])
      }
    }
    return out
  }
  level(k) {
    const { lo, hi } = this.state.grid
    return lo + (hi - lo) * k / levels + 1e-9 * (hi - lo)
  }
  // ground draws what stays while the point moves.
  ground(c, w, h) {
    if (!this.state.grid) return
    const { n, z } = this.state.grid
    this.picture ??= this.heights()
    c.imageSmoothingQuality = 'high'
    const cell = w / (n - 1)
    c.drawImage(this.picture, -cell / 2, -cell / 2, w + cell, h + cell) // a pixel stands for a point, not for a cell
    c.strokeStyle = 'rgb(10 20 30 / 32%)'
    c.lineWidth = 1
    c.beginPath()
    for (let k = 1; k < levels; k++) {
      contours(z, n, this.level(k), (x0, y0, x1, y1) => {
        c.moveTo(x0 * cell, h - y0 * cell)
        c.lineTo(x1 * cell, h - y1 * cell)
      })
    }
    c.stroke()
    if (this.state.tooSlow) return
    this.field ??= this.slopes()
    const most = Math.max(1e-12, ...this.field.map(([, , dx, dy]) => Math.log1p(Math.hypot(dx, dy)))), size = w / arrowsAcross * 0.82
    c.strokeStyle = c.fillStyle = 'rgb(255 255 255 / 72%)'
    for (const [x, y, dx, dy] of this.field) {
      const g = Math.hypot(dx, dy), k = size * Math.log1p(g) / most / (g || 1) / 2, [px, py] = this.fromPlane(x, y)
      arrow(c, px - dx * k, py + dy * k, px + dx * k, py - dy * k, 1.2, 5)
    }
    // The axes.
    c.strokeStyle = 'rgb(255 255 255 / 35%)'
    c.beginPath()
    c.moveTo(w / 2, 0)
    c.lineTo(w / 2, h)
    c.moveTo(0, h / 2)
    c.lineTo(w, h / 2)
    c.stroke()
  }

  draw(c, w) {
    const box = Box.empty()
    if (!this.state.grid || !this.state.here) return box
    const { here, half } = this.state, [px, py] = this.fromPlane(here.x, here.y)
    this.approximation(c, w, box)
    if (this.trail.length) {
      c.strokeStyle = '#ffffff'
      c.lineWidth = 2
      c.beginPath()
      for (const [x, y] of this.trail) {
        const [tx, ty] = this.fromPlane(x, y)
        box.add(tx, ty, 4)
        c.lineTo(tx, ty)
      }
      c.lineTo(px, py)
      c.stroke()
    }
    const g = Math.hypot(here.dx, here.dy), length = w * 0.2 * Math.min(1, Math.log1p(4 * g * half / 3) / 3)
    if (Number.isFinite(g) && g > 0) {
      c.strokeStyle = c.fillStyle = '#1d1204'
      arrow(c, px, py, px + here.dx / g * (length + 2), py - here.dy / g * (length + 2), 6, 16)
      c.strokeStyle = c.fillStyle = '#ffb35c'
      arrow(c, px, py, px + here.dx / g * length, py - here.dy / g * length, 3.4, 12)
      box.add(px + here.dx / g * length, py - here.dy / g * length, 20)
    }
    disc(c, px, py, 9)
    c.fillStyle = '#ffffff'
    c.fill()
    disc(c, px, py, 6)
    c.fillStyle = color('accent')
    c.fill()
    box.add(px, py, 12)
    if (this.sheet.held) this.label(c, w, px, py, box)
    return box
  }
  // label says the value at the point that is held, at the side where there is room: the numbers of the page come later.
  label(c, w, px, py, box) {
    const text = 'f = ' + number(+this.state.here.f.toPrecision(4))
    c.font = '13px ' + color('mono')
    c.textAlign = 'left'
    c.textBaseline = 'middle'
    const width = c.measureText(text).width + 14, x = px + 18 + width < w ? px + 18 : px - 18 - width, y = Math.max(14, py - 22)
    c.fillStyle = 'rgb(20 24 27 / 82%)'
    c.beginPath()
    c.roundRect(x, y - 11, width, 22, 6)
    c.fill()
    c.fillStyle = '#ffffff'
    c.fillText(text, x + 7, y)
    box.add(x, y, 13)
    box.add(x + width, y, 13)
  }
  // approximation draws contours of the quadratic approximation, at the levels of the map, in a square around the point.
  approximation(c, w, box) {
    const { here, half } = this.state, n = fine, r = patch(half), z = this.sheetHeights, q = taylor(here)
    for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) z[j * n + i] = q(here.x + r * (2 * i / (n - 1) - 1), here.y + r * (2 * j / (n - 1) - 1))
    const cell = r / half * w / (n - 1), [px, py] = this.fromPlane(here.x - r, here.y - r)
    c.strokeStyle = '#ffb35c'
    c.lineWidth = 1.6
    c.beginPath()
    for (let k = 1; k < levels; k++) {
      contours(z, n, this.level(k), (x0, y0, x1, y1) => {
        c.moveTo(px + x0 * cell, py - y0 * cell)
        c.lineTo(px + x1 * cell, py - y1 * cell)
      })
    }
    c.stroke()
    box.add(px, py, 3)
    box.add(px + (n - 1) * cell, py - (n - 1) * cell, 3)
  }
}
