// What programs have instead of the loops and branches of JavaScript: these are recorded once, and run by the program.
import { entered, fail, outside } from './place.js'
import { bind, current, fresh, inBlock, indexed, sizeTerm, symbolic, term, typeTerm } from './trace.js'
import { Bool, Real, checkedType, show, vecOf } from './types.js'

const callable = (who, f) => typeof f === 'function' ? f : fail(`${who}: ${show(f)} where a function is wanted`)

export const at = entered((a, i) => a?.[i])

export const vec = entered((n, elem, f) => {
  current('vec')
  callable('vec', f)
  typeTerm('vec', checkedType('vec', elem))
  sizeTerm('vec', n)
  const { i, index, bound } = indexed('vec', n)
  const body = inBlock(null, () => term(outside(f, index()), elem, 'an element of vec'))
  return bind(vecOf(n, elem), '[', body, `| ${i} < ${bound}]`)
})

export const sum = entered((n, ...rest) => {
  current('sum')
  const f = callable('sum', rest.at(-1)), t = rest.length > 1 ? checkedType('sum', rest[0]) : Real
  typeTerm('sum', t)
  const { i, index, bound } = indexed('the bound of sum', n)
  const body = inBlock(null, () => term(outside(f, index()), t, 'what sum adds up'))
  return bind(t, 'sum [', body, `| ${i} < ${bound}]`)
})

export const loop = entered((n, type, start, f) => {
  current('loop')
  callable('loop', f)
  const t = typeTerm('loop', checkedType('loop', type)), { i, index, bound } = indexed('the bound of loop', n)
  const from = term(start, type, 'the start of loop'), s = fresh('s')
  const body = inBlock(null, () => term(outside(f, symbolic(s, type), index()), type, 'the next state of loop'))
  return bind(type, `loop ${s} : ${t} = ${from} for ${i} < ${bound} do`, body)
})

export const loopWhile = entered((type, start, test, f) => {
  current('loopWhile')
  callable('loopWhile', test)
  callable('loopWhile', f)
  const t = typeTerm('loopWhile', checkedType('loopWhile', type))
  const from = term(start, type, 'the start of loopWhile'), s = fresh('s')
  const goes = inBlock(null, () => term(outside(test, symbolic(s, type)), Bool, 'the condition of loopWhile'))
  const body = inBlock(null, () => term(outside(f, symbolic(s, type)), type, 'the next state of loopWhile'))
  return bind(type, `loop ${s} : ${t} = ${from} while (`, goes, ') do', body)
})

export const select = entered((c, type, yes, no) => {
  current('select')
  typeTerm('select', checkedType('select', type))
  const args = [term(c, Bool, 'the condition of select'), term(yes, type, 'select, the first value'), term(no, type, 'select, the second value')]
  return bind(type, `if ${args[0]} then ${args[1]} else ${args[2]}`)
})

export const cond = entered((c, type, yes, no) => {
  current('cond')
  typeTerm('cond', checkedType('cond', type))
  const test = term(c, Bool, 'the condition of cond')
  const [a, b] = [yes, no].map(f => inBlock(null, () => term(outside(callable('cond', f)), type, 'a branch of cond')))
  return bind(type, `if ${test} then`, a, 'else', b)
})
