// From functions of programs to functions of JavaScript.
import { compiler } from './compiler.js'
import { functions, placed } from './module.js'
import { ProgramError, entered, here, placeOf } from './place.js'
import { program } from './program.js'

// compile has functions compiled: one, or several by their names.
export const compile = entered((f, options = {}) => {
  const one = typeof f === 'function', p = program(one ? { f } : f, options), at = here()
  return compiled(p, at).then(r => one ? r.f : r)
})

const compiled = async (p, at) => {
  const answer = await (await compiler()).compile(p.text)
  if (!answer.error) return functions(answer.module, p)
  const [first, ...more] = answer.error
  const error = new ProgramError(first.text, p.places[first.line - 1] ?? at, first.hint)
  error.more = more.map(m => `${placeOf(p.places[m.line - 1] ?? at)}: ${m.text}`)
  throw error
}
