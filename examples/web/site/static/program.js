// The program of a demonstration, which can be edited: it is compiled in the page, and takes the place of the one before.
import { link, linked, followed } from './link.js'
import { clear, show } from './messages.js'
import { bytes, milliseconds, say } from './text.js'

const pause = 500 // milliseconds without a key, after which a program is compiled
const el = id => document.getElementById(id)

// editable has the program of a demonstration edited: a module is given to take, which may throw. The result is told what goes wrong when the
// program runs.
export function editable(name, file, compiler, take) {
  const field = el(name + '-program'), box = el(name + '-error'), status = el(name + '-compiled'), details = field.closest('details')
  let original = null, typing, compiled = null
  const fetched = (async () => {
    const r = await fetch(file)
    if (!r.ok) throw new Error(`${r.url}: HTTP status ${r.status}`)
    original = await r.text()
    if (!field.value) field.value = original
  })()
  const compile = async () => {
    const text = field.value
    if (text === compiled) return
    say(status, compiler.ready ? 'Compiling …' : 'Fetching the compiler …')
    const result = await compiler.compile(name, text, name)
    if (!result) return
    compiled = text
    let messages = result.error
    try { if (!messages) await take(result.module) } catch (error) { messages = [{ text: error.message }] }
    if (messages) {
      say(status, 'The program before goes on.')
      show(box, field, text, messages)
    } else {
      say(status, `Compiled in ${milliseconds(result.ms)} to a module of ${bytes(result.size)}.`)
      clear(box, field)
      link(name, text === original ? null : text)
    }
    field.dataset.compiled = text // for tests
  }
  field.addEventListener('input', () => { clearTimeout(typing); typing = setTimeout(compile, pause) })
  field.addEventListener('focus', () => compiler.start(), { once: true })
  el(name + '-original').addEventListener('click', () => { field.value = original; compile() })
  const follow = async () => {
    const text = linked(name)
    await fetched
    if (text === null && compiled === null) return
    field.value = text ?? original
    if (text !== null) details.open = true
    await compile()
  }
  followed(follow)
  return { start: follow, fail: text => { say(status, ''); show(box, field, field.value, [{ text }]) } }
}
