// What the drawings share.

// Motion is reduced when the person asked for that.
export const reduced = matchMedia('(prefers-reduced-motion: reduce)')

// color reads a colour of the style sheet, which knows light and dark. It is read once: to ask makes the browser bring all styles up to date.
const colors = new Map()
export function color(name) {
  if (!colors.has(name)) colors.set(name, getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim())
  return colors.get(name)
}
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => colors.clear())

// A Sheet is a canvas in CSS pixels, redrawn once in a frame at most. draw (context, width, height) is called when something
// asked for it, the window changed, or the colours did. What rarely changes is drawn by ground on a canvas of its own behind it, after renew.
export class Sheet {
  constructor(canvas, draw, { changed = () => {}, ground = null } = {}) {
    Object.assign(this, { canvas, draw, changed, ground, context: canvas.getContext('2d'), pending: false, stale: true, width: 0, height: 0 })
    if (ground) {
      this.back = document.createElement('canvas')
      this.back.className = 'ground'
      this.back.setAttribute('aria-hidden', 'true')
      canvas.before(this.back)
    }
    new ResizeObserver(() => this.fit()).observe(canvas)
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { this.changed(); this.renew() })
    this.fit()
  }
  fit() {
    const { clientWidth: w, clientHeight: h } = this.canvas
    this.ratio = Math.min(devicePixelRatio || 1, 2)
    if (w === this.width && h === this.height) return
    Object.assign(this, { width: w, height: h })
    this.canvas.width = Math.round(w * this.ratio)
    this.canvas.height = Math.round(h * this.ratio)
    if (this.back) Object.assign(this.back, { width: this.canvas.width, height: this.canvas.height })
    this.stale = true
    this.changed()
    this.now()
  }
  ask() {
    if (this.pending) return
    this.pending = true
    requestAnimationFrame(() => { if (this.pending) this.now() })
  }
  // renew has the ground drawn again too.
  renew() {
    this.stale = true
    this.ask()
  }
  now() {
    this.pending = false
    if (!this.width || !this.height) return
    if (this.ground && this.stale) this.stale = !this.on(this.back.getContext('2d'), this.ground)
    this.on(this.context, this.draw)
  }
  on(context, draw) {
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0)
    context.clearRect(0, 0, this.width, this.height)
    return draw(context, this.width, this.height) !== false
  }
}

// drag reports a pointer that is pressed, moved and released, in CSS pixels of the canvas. start returns whether it takes the pointer.
export function drag(canvas, { start, move, stop = () => {} }) {
  let held = null
  const at = e => { const r = canvas.getBoundingClientRect(); return [e.clientX - r.left, e.clientY - r.top, e] }
  canvas.addEventListener('pointerdown', e => {
    if (held !== null || e.button || !start(...at(e))) return
    held = e.pointerId
    canvas.setPointerCapture(held)
    canvas.classList.add('dragging')
  })
  canvas.addEventListener('pointermove', e => { if (e.pointerId === held) move(...at(e)) })
  const end = e => {
    if (e.pointerId !== held) return
    held = null
    canvas.classList.remove('dragging')
    stop()
  }
  canvas.addEventListener('pointerup', end)
  canvas.addEventListener('pointercancel', end)
}

// arrows calls move (dx, dy, event) for the arrow keys, with dy upwards.
export function arrows(canvas, move) {
  const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }
  canvas.addEventListener('keydown', e => {
    if (!by[e.key] || e.ctrlKey || e.metaKey || e.altKey) return
    e.preventDefault()
    move(...by[e.key], e)
  })
}

export function arrow(c, x0, y0, x1, y1, width, head = 3.2 * width) {
  const length = Math.hypot(x1 - x0, y1 - y0)
  if (!(length > 0.5)) return
  const ux = (x1 - x0) / length, uy = (y1 - y0) / length, h = Math.min(head, length * 0.6)
  const bx = x1 - ux * h, by = y1 - uy * h
  c.lineWidth = width
  c.beginPath()
  c.moveTo(x0, y0)
  c.lineTo(bx, by)
  c.stroke()
  c.beginPath()
  c.moveTo(x1, y1)
  c.lineTo(bx - uy * h * 0.55, by + ux * h * 0.55)
  c.lineTo(bx + uy * h * 0.55, by - ux * h * 0.55)
  c.fill()
}

export function disc(c, x, y, r) {
  c.beginPath()
  c.arc(x, y, r, 0, 2 * Math.PI)
}
