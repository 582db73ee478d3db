// What a body does is recorded: each operation is a binding in a block, a line of the text language with the place that it came from.
import { entered, fail, here } from './place.js'
import { Bool, Int, Null, Real, checkedSize, fields, fits, idx, isInt, isScalar, isSize, isVec, sameSize, show, sizeFits, sizeText, tupleText, typeName, typeText } from './types.js'

// A Block is a let: bindings, and later what it gives. It is open while its body runs.
class Block {
  constructor(func, parent) { Object.assign(this, { func, parent, lines: [], open: true, result: null }) }
}
let block = null

// current is the block that is being recorded.
export const current = who => block ?? fail(`${who}: called outside of fn`, "bodies of fn are recorded; elsewhere use JavaScript's own numbers, or compile the function first")

// inBlock records what body does, and what it gives, as text of a type. With a func it is the body of that.
export const inBlock = (func, body) => {
  const b = new Block(func ?? block.func, func ? null : block), before = block
  block = b
  try {
    b.result = body()
    b.place = here()
  } finally {
    b.open = false
    block = before
  }
  return b
}

// A variable of a program. Reals and bools are shown to bodies as such, ints as symbols, which can be indices, and arrays as proxies.
class Var {
  constructor(block, text, type) { Object.assign(this, { block, text, type }) }
  [Symbol.toPrimitive]() { return noNumber(this) }
}
const noNumber = entered(v => fail(`a ${typeName(v.type)} of a program is no number of JavaScript`, 'use add, mul, lt, select and their like'))
const ints = new Map() // the variables of symbols, while the function is recorded that has them
const arrays = new WeakMap() // the variables of proxies

// fresh is a name that the function has not used.
export const fresh = letter => letter + ++block.func.names

// bind adds a binding to the block: lines of text, some of which are blocks. It gives the value of the variable.
export const bind = (type, ...parts) => {
  const text = fresh('x')
  block.lines.push({ text, parts, place: here() })
  return symbolic(text, type)
}

// symbolic is a value of a program, given to bodies.
export const symbolic = (text, type) => {
  if (type === Null) return null
  if (isVec(type)) return array(new Var(block, text, type))
  if (isScalar(type)) {
    const v = new Var(block, text, type)
    if (!isInt(type)) return v
    const s = Symbol(text)
    ints.set(s, v)
    return s
  }
  const fs = fields(type), out = Array.isArray(type) ? [] : {}
  for (const [i, [key, t]] of fs.entries()) out[key] = fs.length === 1 ? symbolic(text, t) : t === Null ? null : bind(t, `${text}.${i + 1}`)
  return Array.isArray(type) ? out : Object.fromEntries(Object.keys(type).map(k => [k, out[k]]))
}

// forget drops the symbols of a function that has been recorded.
export const forget = func => { for (const [s, v] of ints) if (v.block.func === func) ints.delete(s) }

const array = v => {
  const proxy = new Proxy(Object.freeze({}), {
    get: (_, key) => element(v, key),
    has: (_, key) => key === 'length' || typeof key === 'string' && /^\d+$/.test(key) && Number(key) < v.type.size,
    set: entered(() => fail('an array of a program does not change', 'make another with vec')),
  })
  arrays.set(proxy, v)
  return proxy
}

const element = entered((v, key) => {
  const { size, elem } = v.type
  if (key === 'length') return isSize(size) ? fail(`the length is the size ${size.name}, which is known in calls only`, `write ${size.name} itself, as in sum(${size.name}, …)`) : size
  if (key === Symbol.iterator) return elements(v)
  if (key === 'then' || key === Symbol.toStringTag || key === 'toJSON') return undefined // asked by the engine, of promises and consoles
  if (key === Symbol.toPrimitive) return () => noNumber(v)
  if (typeof key === 'string') {
    if (!/^\d+$/.test(key)) fail(`an array of a program has no ${key}`, 'use vec, sum and for … of')
    if (!isSize(size) && Number(key) >= size) fail(`index ${key} of ${typeName(v.type)}: the length is ${size}`)
    key = Number(key)
  }
  const i = variable(key)
  current('an index')
  const raw = i?.type.below !== undefined && sameSize(i.type.below, size)
  return bind(elem, `${text(v)}[${raw ? text(i) : term(key, Int, 'an index')}]`)
})

const elements = v => {
  const { size } = v.type
  if (isSize(size)) fail(`the array has the length ${size.name}, which is known in calls only, and cannot be gone through here`, `use vec(${size.name}, T, i => …) or sum(${size.name}, i => …)`)
  return function* () { for (let i = 0; i < size; i++) yield element(v, String(i)) }
}

// variable is that of a value, or undefined.
export const variable = value => value instanceof Var ? value
  : typeof value === 'symbol' ? ints.get(value) ?? fail('the index belongs to another function, or is none') : arrays.get(value)

// text is a variable where it can be seen.
const text = v => {
  if (v.block.func !== block.func) fail(`a ${typeName(v.type)} of one fn is used in another`, 'make it a parameter')
  if (!v.block.open) fail(`a ${typeName(v.type)} is used outside of the loop or branch that made it`, 'let the loop or branch return it')
  return v.text
}

// sizeTerm is a length where it can be seen.
export const sizeTerm = (who, n) => {
  checkedSize(who, n)
  if (isSize(n) && !block.func.sizes.has(n)) fail(`${who}: no parameter of this fn has the size ${n.name}`)
  return sizeText(n)
}

// typeTerm is a type where its sizes can be seen.
export const typeTerm = (who, t) => {
  if (isVec(t)) return `[${sizeTerm(who, t.size)}]${typeTerm(who, t.elem)}`
  return isScalar(t) ? typeText(t) : tupleText(fields(t).map(([, e]) => typeTerm(who, e)))
}

// literal is a number of JavaScript, to the bit.
const literal = x => {
  if (Number.isNaN(x)) return 'nan'
  const s = Math.abs(x) === Infinity ? 'inf' : String(Math.abs(x))
  const t = /^\d+$/.test(s) ? s + '.0' : s
  return x < 0 || Object.is(x, -0) ? `(-${t})` : t
}

// term is a value as text, if it is of the type want; found is as in fits.
export const term = (value, want, who, found) => {
  const wrong = () => fail(`${who}: ${described(value)} where ${typeName(want)} is wanted`)
  if (want === Null) return value === null || value === undefined ? '()' : wrong()
  const v = typeof value === 'symbol' || value instanceof Var || value !== null && typeof value === 'object' ? variable(value) : undefined
  if (v) {
    if (!fits(v.type, want, found)) wrong()
    return v.type.below !== undefined ? `(int ${text(v)})` : text(v)
  }
  if (want === Real) return typeof value === 'number' ? literal(value) : wrong()
  if (want === Bool) return typeof value === 'boolean' ? String(value) : wrong()
  if (isInt(want)) return isSize(value) ? sizeTerm(who, value) : Number.isSafeInteger(value) ? value < 0 ? `(${value})` : String(value) : wrong()
  if (value === null || typeof value !== 'object') wrong()
  if (isVec(want)) {
    if (!Number.isSafeInteger(value.length)) wrong()
    if (!sizeFits(value.length, want.size, found)) fail(`${who}: ${value.length} elements where ${typeName(want)} is wanted`)
    if (value.length === 0) return `([] : [0]${typeTerm(who, want.elem)})`
    return `[${Array.from(value, (e, i) => term(e, want.elem, `${who}, element ${i}`, found)).join(', ')}]`
  }
  if (Array.isArray(want) && value.length !== want.length) wrong()
  return tupleText(fields(want).map(([key, t]) => key in value ? term(value[key], t, `${who}, ${Array.isArray(want) ? 'component' : 'field'} ${key}`, found)
    : fail(`${who}: ${typeName(want)} is wanted, and ${key} is missing`)))
}

const described = value => {
  const v = value instanceof Var || typeof value === 'symbol' || value !== null && typeof value === 'object' ? variable(value) : undefined
  return v ? `a ${typeName(v.type)}` : show(value)
}

// indexed are a variable for indices below a bound, its value, and the bound: a size, or an int that the program computes.
export const indexed = (who, n) => {
  const int = typeof n === 'symbol', i = fresh('i')
  const bound = int ? term(n, Int, who) : sizeTerm(who, n)
  return { i, index: () => symbolic(i, int ? Int : idx(n)), bound }
}
