// What a demonstration says, in its worker: texts in elements of the page, by their ids. Changed texts cost the page more than all else in a
// frame, so that they come there from time to time. While a hand is on a drawing the page is told only when the hand rests, and the numbers are
// drawn on a canvas over them, which costs it nothing.

const pace = 150 // milliseconds from one text to the next, and
const rest = 250 // after which a hand that is on a drawing rests, and
const beat = 60 // from one drawing of the numbers to the next: nobody reads faster, and the browser puts a larger picture together
const known = {}
let texts = null, later = 0, said = 0
let held = false // a hand is on a drawing
let places = null // where the numbers stand on their canvas, once the page has said so to a hand, and how they look
let live = false // the page shows the canvas
let sheet = null

// over takes the canvas over the numbers.
export const over = s => { sheet = s }

// say shows texts: at once, and then after some time.
export function say(more) {
  Object.assign(known, more)
  const first = !texts
  texts = Object.assign(texts ?? {}, more)
  if (held) {
    clearTimeout(later)
    later = setTimeout(show, rest)
    soon(more)
  } else if (first) {
    const wait = said + pace - performance.now()
    if (wait > 0) later = setTimeout(show, wait)
    else queueMicrotask(show)
  }
}
// sayNow is for what answers a press of a button.
export function sayNow(more) { say(more); show() }
export function show() {
  if (!texts) return
  clearTimeout(later)
  said = performance.now()
  postMessage({ texts })
  texts = null
}

// hold begins when a hand takes something on a drawing, and ends when it lets go.
export function hold(id, on) {
  held = on
  show()
  if (!on) leave()
  postMessage({ held: id, on })
}
// stand takes the places of the numbers.
export function stand(numbers) {
  if (!held) return // no longer
  places = numbers
  soon(texts ?? {})
}
// soon has the numbers drawn, if any of them changed.
let drawn = 0, waiting
function soon(changed) {
  if (waiting || !places?.some(p => p.id in changed)) return
  waiting = setTimeout(() => { waiting = undefined; sheet.ask() }, Math.max(0, drawn + beat - performance.now()))
}
// leave has the page show its own texts again.
export function leave() {
  places = null
  waiting = clearTimeout(waiting)
  if (live) postMessage({ live: live = false })
}

// draw draws the numbers as the page would.
export function draw(c) {
  if (!places) return
  drawn = performance.now()
  for (const p of places) {
    c.font = p.font
    c.fillStyle = p.color
    c.textAlign = p.align
    if (p.base === undefined) { // as high as the text of the element, whose line is as high as its box
      const { fontBoundingBoxAscent: a, fontBoundingBoxDescent: d } = c.measureText('0')
      p.base = Math.round(p.top + Math.floor((p.height - Math.round(a) - Math.round(d)) / 2) + Math.round(a))
    }
    c.fillText(known[p.id] ?? '', p.x, p.base, p.width)
  }
  if (!live) postMessage({ live: live = true })
}
