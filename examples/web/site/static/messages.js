// Messages of the compiler, with their places in what was typed.
import { say } from './text.js'

const part = (kind, text) => { const e = document.createElement(kind); say(e, text); return e }

// show fills a box with messages about a text, and marks the field that it was typed in.
export function show(box, field, text, messages) {
  const lines = text.split('\n')
  box.replaceChildren(...messages.flatMap(m => {
    const many = lines.length > 1, place = m.column ? ` (${many ? `line ${m.line}, ` : ''}column ${m.column})` : '', out = [part('p', m.text + place)]
    if (m.column) {
      const line = lines[m.line - 1] ?? '', indent = Math.min(line.search(/\S|$/), m.column - 1) // which would take a phone's width
      out.push(part('pre', line.slice(indent) + '\n' + ' '.repeat(m.column - 1 - indent) + '^'.repeat(Math.max(1, m.length))))
    }
    if (m.hint) out.push(part('p', m.hint))
    return out
  }))
  box.hidden = false
  field.setAttribute('aria-invalid', 'true')
}

// clear says that all is well.
export function clear(box, field) {
  box.hidden = true
  box.replaceChildren()
  field.removeAttribute('aria-invalid')
}
