// Demonstration 1: a formula that is typed, its surface, and its derivatives at a point.
import { load } from './models/linkage.js' // the same for every module
import { Compiler } from './compiler.js'
import { FormulaMap } from './map.js'
import { Surface } from './surface.js'
import { arrows, drag, reduced } from './canvas.js'
import { bytes, milliseconds, number, say } from './text.js'

const examples = ['x² − y²', 'sin x cos y', '(x² + y − 11)² + (x + y² − 7)²', 'exp(−x² − y²) + x/4', 'ln(1 + |x y|)', 'if x < y then sin 3x else cos 2y',
  '√(x² + y²) − atan2(y, x)', 'sum [sin(2^k x) cos(2^k y)/2^k | k < 5]', 'loop s = x for i < 8 do 0.9 sin(s + y)']

const callTime = 40 // milliseconds for one call of a formula, and
const gridTime = 400 // for all the values of a picture
const sayTime = 80 // between two changes of the numbers while the point is dragged
const el = id => document.getElementById(id)

// A Formula is a compiled formula. Loops in its module ask whether they may go on.
class Formula {
  static async from(module) {
    const code = await WebAssembly.compile(module)
    const f = new Formula()
    f.deadline = 0
    const functions = await load(code, { env: { yield: () => performance.now() > f.deadline ? 1 : 0 } })
    for (const [name, sizes] of [['value', {}], ['gradient', {}], ['hessian', {}]]) f[name + 'Call'] = functions[name].bind(sizes)
    return f
  }
  run(call, put) {
    put(call)
    this.deadline = performance.now() + callTime
    call.run()
    return call
  }
  value(x, y) {
    return this.run(this.valueCall, c => { c.view('x')[0] = x; c.view('y')[0] = y }).view(this.valueCall.f.results[0].name)[0]
  }
  // grid has the values at all points of two lists, row by row, NaN where there are none. It throws when that takes too long.
  grid(xs, ys) {
    const { valueCall: c } = this, out = new Float64Array(xs.length * ys.length), end = performance.now() + gridTime
    const result = c.f.results[0].name
    let x = c.view('x'), y = c.view('y'), v = c.view(result)
    ys.forEach((b, j) => xs.forEach((a, i) => {
      if (!x.length) { x = c.view('x'); y = c.view('y'); v = c.view(result) }
      x[0] = a
      y[0] = b
      this.deadline = end
      try { c.run() } catch (error) {
        if (/cancelled|memory/.test(error.message)) throw error
        out[j * xs.length + i] = NaN
        return
      }
      if (!v.length) v = c.view(result)
      out[j * xs.length + i] = v[0]
    }))
    return out
  }
  // at has the value, the gradient and the Hessian.
  at(x, y) {
    const g = this.run(this.gradientCall, c => { c.view('x')[0] = x; c.view('y')[0] = y })
    const h = this.run(this.hessianCall, c => c.view('p').set([x, y])).view('hessian')
    return { x, y, f: g.view('value')[0], dx: g.view('dx')[0], dy: g.view('dy')[0], h: Array.from(h) }
  }
}

export async function formulaDemo(sizes) {
  const input = el('formula-input'), status = el('compiler-status'), error = el('formula-error')
  const first = await (await fetch('models/formula.json')).json()
  const state = { point: [0.9, 0.6], half: 3, formula: null, here: null }

  const compiler = new Compiler(what => {
    document.documentElement.dataset.compiler = what
    if (what === 'loading') status.textContent = `Fetching the compiler (${bytes(sizes.compiler.packed)}) …`
    if (what === 'ready') status.textContent = 'The compiler is ready.'
  })

  const map = new FormulaMap(el('map'), state)
  const surface = new Surface(el('surface'), state)
  // Where frames take too long while the point is dragged, the surface follows in every second one.
  let every = 0, slow = 0, before = 0
  const redraw = quick => {
    map.sheet.ask()
    if (!quick) return surface.sheet.ask()
    const now = performance.now()
    if (now - before < 200) slow = 0.8 * slow + 0.2 * (now - before)
    before = now
    if (slow < 20 || every++ % 2) surface.sheet.ask()
  }

  // The numbers at the point; the pictures follow with the next frame.
  let said = 0
  const show = quick => {
    const [x, y] = state.point
    let here
    try { here = state.formula.at(x, y) } catch (e) {
      here = { x, y, f: NaN, dx: NaN, dy: NaN, h: [NaN, NaN, NaN, NaN] }
      fail([{ text: /cancelled/.test(e.message) ? 'the formula takes too long to compute here' : 'the formula cannot be computed here: ' + e.message.replace(/^\w+: /, ''), hint: '', column: 0 }])
    }
    state.here = here
    if (quick && performance.now() - said < sayTime) { // the numbers may be late, they are read by people
      redraw(true)
      return
    }
    said = performance.now()
    const texts = { 'point-x': x, 'point-y': y, value: here.f, 'grad-x': here.dx, 'grad-y': here.dy, 'hess-xx': here.h[0], 'hess-xy': here.h[1], 'hess-yx': here.h[2], 'hess-yy': here.h[3] }
    for (const [id, v] of Object.entries(texts)) say(el(id), number(v))
    say(el('shape'), shape(here.h))
    speak()
    redraw(quick)
  }
  let speaking
  const speak = () => { // when the point rests
    clearTimeout(speaking)
    speaking = setTimeout(() => {
      const h = state.here
      el('spoken').textContent = `At ${number(h.x)}, ${number(h.y)}: value ${number(h.f)}, gradient ${number(h.dx)}, ${number(h.dy)}`
    }, 700)
  }

  const sample = () => {
    el('zoom').textContent = `x, y from ${number(-state.half)} to ${number(state.half)}`
    const n = 73, xs = Array.from({ length: n }, (_, i) => state.half * (2 * i / (n - 1) - 1))
    try {
      state.grid = { n, xs, z: state.formula.grid(xs, xs) }
      state.tooSlow = false
    } catch {
      state.grid = { n, xs, z: new Float64Array(n * n).fill(NaN) }
      state.tooSlow = true
    }
    map.refresh()
    surface.refresh()
  }

  const fail = messages => {
    error.replaceChildren()
    for (const m of messages) {
      const p = document.createElement('p')
      p.textContent = m.text + (m.column ? ` (column ${m.column})` : '')
      error.append(p)
      if (m.column) {
        const pre = document.createElement('pre')
        pre.textContent = input.value + '\n' + ' '.repeat(m.column - 1) + '^'.repeat(Math.max(1, m.length))
        error.append(pre)
      }
      if (m.hint) {
        const hint = document.createElement('p')
        hint.textContent = m.hint
        error.append(hint)
      }
    }
    error.hidden = false
    input.setAttribute('aria-invalid', 'true')
  }
  const well = () => {
    error.hidden = true
    error.replaceChildren()
    input.removeAttribute('aria-invalid')
  }

  const take = async (result, text) => {
    state.formula = await Formula.from(result.module)
    state.text = text
    el('formula-read').textContent = 'read as  ' + result.shown
    el('derivative').textContent = result.gradient
    sample()
    if (state.tooSlow) fail([{ text: 'the formula takes too long to draw', hint: 'fewer iterations of its loops', column: 0 }])
    else well()
    show()
    el('formula').dataset.shown = text // for tests: what all that stands on the page belongs to
  }
  const edit = async () => {
    stopDescent()
    const text = input.value
    if (text === state.text && error.hidden) return
    const result = await compiler.compile(text)
    if (!result) return
    if (result.error) {
      state.text = undefined
      el('formula').dataset.failed = text
      return fail(result.error)
    }
    status.textContent = `Compiled in ${milliseconds(result.ms)} to a module of ${bytes(result.module.length)}, for the value, the gradient and the Hessian.`
    await take(result, text)
  }

  let typing
  input.addEventListener('input', () => { clearTimeout(typing); typing = setTimeout(edit, 120) })
  input.addEventListener('focus', () => compiler.start(), { once: true })
  el('formula-form').addEventListener('submit', e => { e.preventDefault(); clearTimeout(typing); edit() })
  for (const text of examples) {
    const b = document.createElement('button')
    b.type = 'button'
    b.textContent = text
    b.addEventListener('click', () => { input.value = text; edit() })
    el('formula-examples').append(b)
  }

  // The point.
  const clamp = v => Math.max(-state.half, Math.min(state.half, v))
  const move = (x, y, quick) => { state.point = [clamp(x), clamp(y)]; show(quick) }
  let moving = null
  const follow = () => { if (moving) { const [x, y] = moving; moving = null; move(x, y, true) } }
  drag(map.canvas, {
    start: (px, py) => { stopDescent(); move(...map.toPlane(px, py)); return true },
    move: (px, py) => { if (!moving) requestAnimationFrame(follow); moving = map.toPlane(px, py) },
    stop: () => { follow(); show() },
  })
  arrows(map.canvas, (dx, dy, e) => {
    stopDescent()
    const by = state.half / (e.shiftKey ? 10 : 60)
    move(state.point[0] + by * dx, state.point[1] + by * dy)
  })
  const zoom = k => { state.half = Math.max(0.05, Math.min(100, state.half * k)); move(...state.point); sample(); redraw() }
  el('zoom-in').addEventListener('click', () => zoom(0.5))
  el('zoom-out').addEventListener('click', () => zoom(2))

  // Roll downhill: steps against the gradient, shortened by the curvature along it.
  let rolling = 0
  const descend = () => {
    const { x, y, dx, dy, h } = state.here, g = Math.hypot(dx, dy)
    if (!(g > 1e-9)) return false
    const curvature = Math.abs(h[0] * dx * dx + 2 * h[1] * dx * dy + h[3] * dy * dy) / (g * g)
    const t = Math.min(state.half * 0.02, g / (curvature + 1e-9) * 0.5)
    const [a, b] = [clamp(x - t * dx / g), clamp(y - t * dy / g)]
    if (Math.hypot(a - x, b - y) < 1e-6 * state.half) return false
    map.trail.push([x, y])
    if (map.trail.length > 2000) map.trail.shift()
    move(a, b, true)
    return true
  }
  const roll = () => { if (descend()) rolling = requestAnimationFrame(roll); else stopDescent() }
  const stopDescent = () => {
    cancelAnimationFrame(rolling)
    if (rolling) { rolling = 0; show() }
    el('descend').textContent = 'Roll downhill'
  }
  el('descend').addEventListener('click', () => {
    if (rolling) return stopDescent()
    map.trail = []
    if (reduced.matches) {
      for (let i = 0; i < 1500 && descend(); i++);
      return show()
    }
    el('descend').textContent = 'Stop'
    rolling = requestAnimationFrame(roll)
  })

  input.value = first.formula
  await take({ ...first, module: await (await fetch('models/formula.wasm')).arrayBuffer() }, first.formula)
  status.textContent = 'Edit the formula: the compiler is fetched then.'
}

// shape names what the Hessian says of the surface at a point.
function shape([a, b, , d]) {
  const det = a * d - b * b, trace = a + d, scale = Math.hypot(a, b, d)
  if (!Number.isFinite(det) || scale === 0) return ''
  if (Math.abs(det) < 1e-9 * scale * scale) return 'flat in one direction'
  if (det < 0) return 'bends both ways, a saddle'
  return trace > 0 ? 'bends upwards, a bowl' : 'bends downwards, a dome'
}
