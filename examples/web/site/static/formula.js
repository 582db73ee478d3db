// Demonstration 1: a formula that is typed, its surface, and its derivatives at a point. This is the page's side: the field, and what is said about it.
import { followed, link, linked } from './link.js'
import { clear, show } from './messages.js'
import { Stage } from './stage.js'
import { bytes, milliseconds, say } from './text.js'

const el = id => document.getElementById(id)

export async function formulaDemo(sizes, compiler) {
  const input = el('formula-input'), status = el('compiler-status'), error = el('formula-error'), read = el('formula-read')
  const stage = new Stage('formula', ['map', 'surface'], { fail: text => { if (text) fail([{ text }]); else well() } })
  const first = await (await fetch('models/formula.json')).json()
  let shown, drawn // the formula that all on the page belongs to, and the one that the drawings do

  compiler.tell(what => {
    document.documentElement.dataset.compiler = what
    if (what === 'loading') say(status, `Fetching the compiler (${bytes(sizes.compiler.packed)}) …`)
    if (what === 'ready') say(status, 'The compiler is ready.')
  })

  // What is drawn while the formula in the field has a mistake is said in place of how that one was read.
  const fail = (messages, text = input.value) => {
    show(error, input, text, messages)
    if (input.value !== shown && drawn) say(read, 'drawn below  ' + drawn)
  }
  const well = () => clear(error, input)

  const take = async (result, text) => {
    const answer = await stage.ask('formula', result.module)
    if (!answer) return
    shown = drawn = text
    say(read, 'read as  ' + result.shown)
    read.title = result.shown
    link('formula', text === first.formula ? null : text)
    say(el('derivative'), result.gradient)
    if (answer.tooSlow) fail([{ text: 'the formula takes too long to draw', hint: 'fewer iterations of its loops' }])
    else if (answer.failed) fail([{ text: answer.failed }])
    else well()
    el('formula').dataset.shown = text // for tests: what all that stands on the page belongs to
  }
  const edit = async () => {
    stage.tell('stop')
    const text = input.value
    if (text === shown && error.hidden) return
    const result = await compiler.compile('formula', text, '')
    if (!result) return
    if (result.error) {
      shown = undefined
      el('formula').dataset.failed = text
      return fail(result.error, text)
    }
    say(status, `Compiled in ${milliseconds(result.ms)} to a module of ${bytes(result.size)}, for the value, the gradient and the Hessian.`)
    await take(result, text)
  }

  let typing
  input.addEventListener('input', () => { clearTimeout(typing); typing = setTimeout(edit, 120) })
  input.addEventListener('focus', () => compiler.start(), { once: true })
  input.addEventListener('keydown', e => { if (e.key === 'Escape') error.hidden = true }) // it lies over the examples
  el('formula-form').addEventListener('submit', e => { e.preventDefault(); clearTimeout(typing); edit() })
  for (const b of el('formula-examples').children) b.addEventListener('click', () => { input.value = b.textContent; edit() })

  el('zoom-in').addEventListener('click', () => stage.tell('zoom', 0.5))
  el('zoom-out').addEventListener('click', () => stage.tell('zoom', 2))
  el('descend').addEventListener('click', () => stage.tell('descend'))

  await stage.ready
  const given = linked('formula')
  input.value = first.formula
  await take({ ...first, module: await (await fetch('models/formula.wasm')).arrayBuffer() }, first.formula)
  say(status, 'Edit the formula: the compiler is fetched then.')
  const follow = text => { input.value = text; return edit() }
  followed(() => follow(linked('formula') ?? first.formula))
  if (given) await follow(given)
}
