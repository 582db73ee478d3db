// Demonstration 4: a program at every stage of its way to a derivative, in columns.
import { Compiler } from './compiler.js'
import { followed, link, linked } from './link.js'
import { clear, show } from './messages.js'
import { bytes, milliseconds, say } from './text.js'

const first = `-- How far a line is from points.
def loss [n] (slope : real, offset : real, x : [n]real, y : [n]real) : real =
  let residual = [slope * x[i] + offset - y[i] | i < n]
      total = sum [residual[i] ^ 2 | i < n] in
  total / real n
`
const titles = { source: 'Source', anf: 'A-normal form', chad: 'CHAD', simplified: 'Simplified', closed: 'Closed', tapes: 'Tapes', placed: 'Loops, placed', loops: 'Loops', go: 'Go', wat: 'WAT' }
const pause = 500 // milliseconds without a key, after which a program is compiled
const el = id => document.getElementById(id)

export async function explorerDemo(sizes) {
  const field = el('explore-program'), defs = el('explore-def'), columns = el('explore-stages'), jumps = el('explore-jumps'), status = el('explore-status'), box = el('explore-error')
  jumps.append(...Object.values(titles).map(text => Object.assign(document.createElement('button'), { type: 'button', disabled: true, textContent: text })))
  const compiler = new Compiler('./explorer-worker.js')
  let mode = 'reverse', done, typing
  compiler.tell(what => { if (what === 'loading') say(status, `Fetching the compiler with all that it can print (${bytes(sizes.explorer.packed)}) …`) })

  const compile = async () => {
    const text = field.value, asked = [text, defs.value, mode]
    if (String(asked) === done) return
    done = String(asked)
    if (compiler.ready) say(status, 'Compiling …')
    const result = await compiler.compile('explore', ...asked)
    if (!result) return
    if (result.error) {
      say(status, columns.childElementCount ? 'The columns are those of the program before.' : '')
      show(box, field, text, result.error)
    } else {
      clear(box, field)
      say(status, `All stages in ${milliseconds(result.ms)}.`)
      link('explore', text === first ? null : text)
      if (String(result.defs) !== String(Array.from(defs.options, o => o.value))) defs.replaceChildren(...result.defs.map(d => new Option(d, d)))
      defs.value = result.def
      done = String([text, result.def, mode])
      fill(result.stages)
    }
    el('explore').dataset.shown = `${mode} ${result.def} ${text}` // for tests
  }

  // fill shows the stages, in columns that keep their places.
  const fill = stages => {
    lit = null
    stages.forEach(({ name, about, text, failed }, i) => {
      const column = columns.children[i] ?? columns.appendChild(frame(i)), [head, law, pre] = column.children
      column.id = 'stage-' + name
      say(head, titles[name])
      say(law, about)
      pre.classList.toggle('failed', failed)
      pre.setAttribute('aria-label', titles[name])
      pre.replaceChildren(...(failed ? [text] : words(text)))
      const jump = jumps.children[i]
      say(jump, titles[name])
      jump.disabled = false
      jump.onclick = () => { columns.scrollTo({ left: column.offsetLeft - columns.offsetLeft, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' }) }
    })
  }
  const frame = () => {
    const column = document.createElement('div')
    column.className = 'stage'
    column.append(document.createElement('h3'), document.createElement('p'), document.createElement('pre'))
    column.lastChild.tabIndex = 0
    return column
  }

  // Pointing at a name, or at a line that gives one its value, lights these and those of its adjoint in all columns.
  let lit = null
  const light = one => {
    if (one === lit) return
    lit = one
    for (const w of columns.querySelectorAll('span')) w.classList.toggle('lit', one !== null && w.dataset.root === one)
  }
  columns.addEventListener('pointerover', e => light(e.target.closest('[data-root]')?.dataset.root ?? null))
  columns.addEventListener('pointerleave', () => light(null))

  // So does going to one in the program, by keys too.
  const atCursor = () => {
    if (document.activeElement !== field) return
    const at = field.selectionStart, [m] = Array.from(field.value.matchAll(name)).filter(m => m.index <= at && at <= m.index + m[0].length)
    light(m && !language.has(m[0]) ? root(m[0], new Set()) : null)
  }
  for (const event of ['keyup', 'click', 'focus']) field.addEventListener(event, atCursor)

  for (const one of ['reverse', 'forward']) {
    el('explore-' + one).addEventListener('click', () => {
      mode = one
      for (const other of ['reverse', 'forward']) el('explore-' + other).setAttribute('aria-pressed', String(other === mode))
      compile()
    })
  }
  defs.addEventListener('change', compile)
  field.addEventListener('input', () => { clearTimeout(typing); typing = setTimeout(compile, pause) })
  el('explore-open').addEventListener('toggle', e => { if (e.target.open) compile() })
  const follow = () => {
    field.value = linked('explore') ?? first
    if (linked('explore')) el('explore-open').open = true
    if (el('explore-open').open) compile()
  }
  followed(follow)
  follow()
}

// root is the name of the variable that a name belongs to: total' is the adjoint of total, dtotal its tangent, or its adjoint in Go. Numbers
// that tell adjoints apart go too.
function root(name, names) {
  const bare = name.replace(/'+$/, '').replaceAll('_', '')
  if (bare !== name && names.has(bare.replace(/\d+$/, ''))) return bare.replace(/\d+$/, '')
  if (/^d./.test(bare) && names.has(bare.slice(1))) return bare.slice(1)
  return bare
}

const name = /[\p{L}_$][\p{L}\p{N}_]*'*/gu
const language = new Set(('let in if then else case of def loop for while do fst snd sum map zipWith replicate inl inr export func var real int bool return check ' +
  'package import string len range float64 error module type param result local get set tee block br call i32 i64 f64 const').split(' '))

// binding is the beginning of a line that gives a name a value: total = …, let total = …, total := …, var total real = ….
const binding = /^\s*(?:let |var )?([\p{L}_][\p{L}\p{N}_]*'*)(?: real| int)? (?::?=|[-+]~?=) /u

// words is a text whose names are elements that light up, and so are the lines that give names their values.
function words(text) {
  const names = new Set(text.match(name))
  return text.split('\n').flatMap(line => {
    const row = document.createElement('span'), bound = binding.exec(line)?.[1]
    row.className = 'line'
    if (bound && !language.has(bound)) row.dataset.root = root(bound, names)
    let at = 0
    for (const m of line.matchAll(name)) {
      if (language.has(m[0])) continue
      const span = document.createElement('span')
      span.textContent = m[0]
      span.dataset.root = root(m[0].replace('$', ''), names)
      row.append(line.slice(at, m.index), span)
      at = m.index + m[0].length
    }
    row.append(line.slice(at))
    return [row, '\n']
  })
}
