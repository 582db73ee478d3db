// Demonstration 1: a formula that is typed, its surface, and its derivatives at a point. This is the page's side: the field, and what is said about it.
import { Compiler } from './compiler.js'
import { Stage } from './stage.js'
import { bytes, milliseconds, say } from './text.js'

const examples = ['x² − y²', 'sin x cos y', '(x² + y − 11)² + (x + y² − 7)²', 'exp(−x² − y²) + x/4', 'ln(1 + |x y|)', 'if x < y then sin 3x else cos 2y',
  '√(x² + y²) − atan2(y, x)', 'sum [sin(2^k x) cos(2^k y)/2^k | k < 5]', 'loop s = x for i < 8 do 0.9 sin(s + y)']

const el = id => document.getElementById(id)

export async function formulaDemo(sizes) {
  const input = el('formula-input'), status = el('compiler-status'), error = el('formula-error')
  const stage = new Stage('formula', ['map', 'surface'], { fail: text => { if (text) fail([{ text }]); else well() } })
  const first = await (await fetch('models/formula.json')).json()
  let shown // the formula that all on the page belongs to

  const compiler = new Compiler(what => {
    document.documentElement.dataset.compiler = what
    if (what === 'loading') say(status, `Fetching the compiler (${bytes(sizes.compiler.packed)}) …`)
    if (what === 'ready') say(status, 'The compiler is ready.')
  })

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
    const drawn = await stage.ask('formula', result.module)
    if (!drawn) return
    shown = text
    say(el('formula-read'), 'read as  ' + result.shown)
    say(el('derivative'), result.gradient)
    if (drawn.tooSlow) fail([{ text: 'the formula takes too long to draw', hint: 'fewer iterations of its loops' }])
    else if (drawn.failed) fail([{ text: drawn.failed }])
    else well()
    el('formula').dataset.shown = text // for tests: what all that stands on the page belongs to
  }
  const edit = async () => {
    stage.tell('stop')
    const text = input.value
    if (text === shown && error.hidden) return
    const result = await compiler.compile(text)
    if (!result) return
    if (result.error) {
      shown = undefined
      el('formula').dataset.failed = text
      return fail(result.error)
    }
    say(status, `Compiled in ${milliseconds(result.ms)} to a module of ${bytes(result.module.length)}, for the value, the gradient and the Hessian.`)
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

  el('zoom-in').addEventListener('click', () => stage.tell('zoom', 0.5))
  el('zoom-out').addEventListener('click', () => stage.tell('zoom', 2))
  el('descend').addEventListener('click', () => stage.tell('descend'))

  await stage.ready
  input.value = first.formula
  await take({ ...first, module: await (await fetch('models/formula.wasm')).arrayBuffer() }, first.formula)
  say(status, 'Edit the formula: the compiler is fetched then.')
}
