// The page's side of a demonstration. What it computes and draws is in a worker of its own (scene.js is its other end), so that the page is
// free for the next event of the pointer: it sends sizes, colours, hands and keys, and shows the texts that come back.
import { say } from './text.js'

// The colours of the style sheet that drawings use.
const names = ['plot-paper', 'plot-line', 'plot-ink', 'soft', 'card', 'accent', 'cool', 'error', 'felt', 'rail', 'bar', 'serif', 'mono']
const dark = matchMedia('(prefers-color-scheme: dark)'), reduced = matchMedia('(prefers-reduced-motion: reduce)')
const ratio = () => Math.min(devicePixelRatio || 1, 2)
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }

const reach = 40 // CSS pixels around something that a finger takes hold of
const slack = 8 // that a finger may move in a tap

export class Stage {
  // canvases are the ids of the canvases that the worker draws on, told what the demonstration does with its messages, by their names.
  constructor(name, canvases, told = {}) {
    this.worker = new Worker(new URL(`./${name}-worker.js`, import.meta.url), { type: 'module', name })
    this.answers = new Map()
    this.asked = 0
    this.boxes = new Map()
    this.grips = new Map()
    this.ready = new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => {
        if (data.texts) for (const id in data.texts) say(document.getElementById(id), data.texts[id])
        else if (data.answer) this.answer(data)
        else if (data.held) this.held(data)
        else if (data.grips) this.grips.set(data.grips, data.at)
        else if (data.live !== undefined) this.readout.classList.toggle('live', data.live)
        else if (data.ready) resolve(this)
        else if (data.fatal) reject(new Error(data.fatal))
        else told[data.what](data.value)
      }
      this.worker.onerror = e => reject(new Error(e.message || 'its worker could not be loaded'))
    })
    this.look()
    dark.addEventListener('change', () => this.look())
    reduced.addEventListener('change', () => this.look())
    addEventListener('scroll', () => this.boxes.clear(), { passive: true })
    this.numbers = document.getElementById(name + '-numbers')
    this.readout = this.numbers.parentElement
    for (const id of canvases) this.hand(document.getElementById(id))
    this.hand(this.numbers)
  }
  // tell sends a message, and ask is the answer to one.
  tell(what, value, transfer) { this.worker.postMessage({ what, value }, transfer) }
  ask(what, value, transfer) {
    const id = ++this.asked
    this.worker.postMessage({ what, value, id }, transfer)
    return new Promise((resolve, reject) => this.answers.set(id, { resolve, reject }))
  }
  answer({ answer, value, error }) {
    const { resolve, reject } = this.answers.get(answer)
    this.answers.delete(answer)
    if (error) reject(new Error(error))
    else resolve(value)
  }
  // look sends what the person likes: the colours of light or dark, and whether things may move by themselves.
  look() {
    const style = getComputedStyle(document.documentElement)
    this.tell('look', { colors: Object.fromEntries(names.map(n => [n, style.getPropertyValue('--' + n).trim()])), reduced: reduced.matches })
  }
  // held shows that a hand is on a drawing, and tells the worker where the numbers stand and how they look: it draws them meanwhile.
  held({ held, on }) {
    document.getElementById(held).classList.toggle('dragging', on)
    if (!on) return
    const from = this.numbers.getBoundingClientRect()
    this.tell('numbers', Array.from(this.readout.querySelectorAll('.n'), e => {
      const { left, right, top, width, height } = e.getBoundingClientRect(), s = getComputedStyle(e), atRight = s.textAlign === 'right'
      return { id: e.id, font: `${s.fontStyle} ${s.fontWeight} ${s.fontSize} ${s.fontFamily}`, color: s.color, align: atRight ? 'right' : 'left', x: (atRight ? right : left) - from.left, top: top - from.top, width, height }
    }))
  }
  // hand gives a canvas to the worker, and from then on its size, the pointer and the keys.
  hand(canvas) {
    const { id } = canvas, off = canvas.transferControlToOffscreen()
    const size = () => ({ sheet: id, width: canvas.clientWidth, height: canvas.clientHeight, ratio: ratio() })
    this.tell('sheet', { ...size(), canvas: off }, [off])
    const sized = () => { this.boxes.clear(); this.tell('size', size()) }
    new ResizeObserver(sized).observe(canvas)
    addEventListener('resize', sized) // zooming may change only the pixels of a CSS pixel
    if (canvas.tabIndex < 0) return
    this.point(canvas)
    canvas.addEventListener('keydown', e => {
      if (e.ctrlKey || e.metaKey || e.altKey) return
      if (arrows[e.key]) e.preventDefault()
      else if (e.key.length > 1) return
      const [dx, dy] = arrows[e.key] ?? [0, 0]
      this.tell('key', { sheet: id, key: e.key, dx, dy, shift: e.shiftKey })
    })
  }
  // point sends where the pointer is, in CSS pixels of the canvas. Where that stands is asked once for each press, and after scrolling: to ask
  // in each event would make the browser lay the page out.
  point(canvas) {
    const { id } = canvas
    let pressed = null, first = null // first: where a finger is of which it is not known yet whether it scrolls
    const place = e => {
      if (!this.boxes.has(id)) this.boxes.set(id, canvas.getBoundingClientRect())
      const { left, top } = this.boxes.get(id)
      return { x: e.clientX - left, y: e.clientY - top }
    }
    const send = (kind, e) => this.tell('pointer', { sheet: id, kind, ...place(e), touch: e.pointerType === 'touch' })
    const grips = e => {
      const { x, y } = place(e)
      return (this.grips.get(id) ?? []).some(([a, b]) => Math.hypot(a - x, b - y) < reach)
    }
    // Fingers scroll the page, but for those that take hold of something: only then is the canvas theirs.
    canvas.addEventListener('touchstart', e => {
      this.boxes.delete(id)
      if (e.touches.length === 1 && grips(e.touches[0])) e.preventDefault()
    }, { passive: false })
    canvas.addEventListener('pointerdown', e => {
      if (pressed !== null || e.button) return
      pressed = e.pointerId
      canvas.setPointerCapture(pressed)
      this.boxes.clear()
      if (e.pointerType === 'touch' && !grips(e)) first = e
      else send('down', e)
    })
    // down is sent for a finger that goes sideways, or taps: had it gone up or down, the browser would have taken it for scrolling.
    const begun = () => {
      if (first) send('down', first)
      first = null
    }
    canvas.addEventListener('pointermove', e => {
      if (e.pointerId !== pressed || first && Math.hypot(e.clientX - first.clientX, e.clientY - first.clientY) < slack) return
      begun()
      send('move', e)
    })
    canvas.addEventListener('pointerup', e => {
      if (e.pointerId !== pressed) return
      begun()
      pressed = null
      send('up', e)
    })
    canvas.addEventListener('pointercancel', e => {
      if (e.pointerId !== pressed) return
      pressed = null
      if (!first) send('up', e)
      first = null
    })
  }
}
