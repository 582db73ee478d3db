// The worker's side of a demonstration (stage.js is the page's): sheets to draw on, hands and keys, and one frame at a time, with the newest
// place of the pointer only.
import { draw as drawNumbers, hold, leave, over, show, stand } from './readout.js'

const sheets = new Map()
let colors = {}
export const color = name => colors[name]
// person.reduced says that nothing should move by itself.
export const person = { reduced: false }

// next has a job done in the next frame, before the sheets are drawn that ask for it. A job is done once, however often it was asked for.
const jobs = new Set()
let frame = 0
const wake = () => { frame ||= requestAnimationFrame(turn) }
function turn(time) {
  const now = [...jobs]
  jobs.clear()
  try {
    for (const job of now) job(time)
    for (const s of sheets.values()) if (s.pending) s.now()
  } finally { // only now: what the jobs asked to be drawn has been
    frame = 0
    if (jobs.size) wake()
  }
}
export const next = job => { jobs.add(job); wake() }

const gripPace = 200 // milliseconds from one telling of where things are held to the next

// A Sheet is a canvas in CSS pixels, redrawn once in a frame at most. draw (context, width, height) is called when something
// asked for it, the window changed, or the colours did. What rarely changes is drawn by ground, on a picture that is kept, after renew; then
// draw returns the box [left, top, right, bottom] that it drew in, and only that is taken from the picture before the next drawing. While the
// ground changes in each frame, after hurry, sketch draws it, on a canvas with as many pixels as it is given, up to the next renew.
export class Sheet {
  constructor(id, draw, { changed = () => {}, ground = null, sketch = null, start = () => false, move = () => {}, stop = () => {}, key = () => {}, grips = null } = {}) {
    Object.assign(this, { id, draw, changed, ground, sketch, start, move, stop, key, grips, told: '', context: null, pending: false, stale: true, width: 0, height: 0, ratio: 1, hasty: 0, dirty: null, held: false, at: null })
    sheets.set(id, this)
    this.follow = () => { if (this.at) { const [x, y] = this.at; this.at = null; this.move(x, y) } }
  }
  attach(canvas) {
    this.context = canvas.getContext('2d', { alpha: !this.ground || !!this.sketch })
    if (this.ground) this.back = new OffscreenCanvas(1, 1).getContext('2d', { alpha: false })
  }
  size({ width, height, ratio }) {
    if (width === this.width && height === this.height && ratio === this.ratio && !this.fresh) return
    Object.assign(this, { width, height, ratio, fresh: false })
    this.changed() // the canvas gets its pixels when it is drawn: until then it shows what it showed
    this.renew()
  }
  // fit gives a canvas its number of pixels, if it has another one.
  fit({ canvas }, ratio) {
    const width = Math.max(1, Math.round(this.width * ratio)), height = Math.max(1, Math.round(this.height * ratio))
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  }
  ask() {
    this.pending = true
    wake()
  }
  // renew has the ground drawn again too.
  renew() {
    this.stale = true
    this.hasty = 0
    this.ask()
  }
  // hurry has the ground sketched, with a share of the pixels.
  hurry(share) {
    this.stale = true
    this.hasty = share
    this.ask()
  }
  now() {
    this.pending = false
    const { context: c, width: w, height: h } = this
    if (!c || !w || !h) return
    const r = this.hasty || this.ratio
    this.fit(c, r)
    if (!this.ground || this.hasty) {
      c.setTransform(r, 0, 0, r, 0, 0)
      c.clearRect(0, 0, w, h)
      if (this.hasty) this.sketch(c, w, h)
      this.draw(c, w, h)
      this.tellGrips()
      return
    }
    if (this.stale) {
      this.stale = false
      this.dirty = null
      this.fit(this.back, r)
      this.back.setTransform(r, 0, 0, r, 0, 0)
      this.back.fillStyle = color('plot-paper')
      this.back.fillRect(0, 0, w, h)
      this.ground(this.back, w, h)
    }
    this.restore()
    c.setTransform(r, 0, 0, r, 0, 0)
    this.dirty = this.draw(c, w, h)
    this.tellGrips()
  }
  // tellGrips tells the page where fingers take hold of something, in whole pixels: elsewhere they scroll. While a hand holds it that is known.
  tellGrips() {
    if (!this.grips || this.held || this.later) return
    const at = this.grips().map(p => p.map(Math.round)), text = at.join()
    if (text === this.told) return
    this.told = text
    postMessage({ grips: this.id, at })
    this.later = setTimeout(() => { this.later = 0; this.tellGrips() }, gripPace)
  }
  // restore takes what was drawn over from the picture.
  restore() {
    const { context: c, width: w, height: h, ratio: r, back: { canvas } } = this
    const [left, top, right, bottom] = this.dirty ?? [0, 0, w, h]
    const x = Math.max(0, Math.floor(left * r) - 1), y = Math.max(0, Math.floor(top * r) - 1)
    const dx = Math.min(canvas.width, Math.ceil(right * r) + 1) - x, dy = Math.min(canvas.height, Math.ceil(bottom * r) + 1) - y
    if (!(dx > 0 && dy > 0)) return
    c.setTransform(1, 0, 0, 1, 0, 0)
    c.drawImage(canvas, x, y, dx, dy, x, y, dx, dy)
  }
  pointer({ kind, x, y, touch }) {
    if (kind === 'down') {
      this.held = this.start(x, y, touch)
      if (this.held) hold(this.id, true)
    } else if (this.held) {
      this.at = [x, y]
      if (kind === 'move') return next(this.follow)
      this.follow()
      this.held = false
      this.stop()
      hold(this.id, false)
    }
  }
}

// A box grows around what is drawn.
export class Box extends Array {
  static empty() { return Box.of(Infinity, Infinity, -Infinity, -Infinity) }
  add(x, y, margin) {
    this[0] = Math.min(this[0], x - margin)
    this[1] = Math.min(this[1], y - margin)
    this[2] = Math.max(this[2], x + margin)
    this[3] = Math.max(this[3], y + margin)
  }
}

// tell sends a message to the page.
export const tell = (what, value) => postMessage({ what, value })

// play answers the page. parts are what a demonstration does with messages of its own; what they return, or what it resolves to, is the answer.
export function play(parts) {
  parts = { ...own, ...parts }
  for (const m of early) take(parts, m)
  onmessage = ({ data }) => take(parts, data)
  postMessage({ ready: true })
}
async function take(parts, { what, value, id }) {
  try {
    const answer = await parts[what](value)
    if (!id) return
    show() // what an answer is about stands on the page before it comes
    postMessage({ answer: id, value: answer })
  } catch (error) {
    if (!id) throw error
    postMessage({ answer: id, error: String(error?.message ?? error) })
  }
}
const own = {
  look: ({ colors: c, reduced }) => {
    colors = c
    person.reduced = reduced
    leave() // the numbers have other colours
    for (const s of sheets.values()) { s.changed(); s.renew() }
  },
  sheet: v => { const s = sheets.get(v.sheet); s.attach(v.canvas); s.fresh = true; s.size(v) },
  size: v => sheets.get(v.sheet).size(v),
  pointer: v => sheets.get(v.sheet).pointer(v),
  key: v => sheets.get(v.sheet).key(v),
  numbers: stand,
}
over(new Sheet(self.name + '-numbers', drawNumbers, { changed: leave })) // the worker has the name of the demonstration
// Messages that come while a demonstration is being set up.
const early = []
onmessage = ({ data }) => early.push(data)
addEventListener('unhandledrejection', ({ reason }) => postMessage({ fatal: String(reason?.message ?? reason) }))
