// The types of programs, which are values of JavaScript: Real, Bool, Int, Null, Vec(n, T), tuples [T, U] and structs { x: T, y: U }.
import { entered, fail } from './place.js'

class Scalar {
  constructor(name, text) { Object.assign(this, { name, text }) }
}
export const Real = new Scalar('Real', 'real')
export const Bool = new Scalar('Bool', 'bool')
export const Int = new Scalar('Int', 'int')
export const Null = new Scalar('Null', '()')

// A Size is a length that is known when a compiled function is called.
class Size {
  constructor(name) { this.name = name }
  get text() { return 'n_' + this.name }
}
export const isSize = n => n instanceof Size
export const size = entered(name => /^[A-Za-z][A-Za-z0-9]*$/.test(name) ? new Size(name)
  : fail(`size: ${show(name)} is no name`, 'take letters and digits'))

class VecType {
  constructor(size, elem) { Object.assign(this, { size, elem }) }
}
export const isVec = t => t instanceof VecType
export const isScalar = t => t instanceof Scalar
// idx is the type of the indices below a size.
export const idx = size => Object.assign(new Scalar('Int', null), { below: size })
export const isInt = t => t === Int || t?.below !== undefined

export const vecOf = (n, elem) => new VecType(n, elem)
export const Vec = entered((n, elem) => vecOf(checkedSize('Vec', n), checkedType('Vec', elem)))
export const struct = entered(t => checkedType('struct', t))
export const Dual = Object.freeze({ re: Real, du: Real })

export const checkedSize = (who, n) => isSize(n) || Number.isSafeInteger(n) && n >= 0 ? n
  : fail(`${who}: the length is ${show(n)}`, 'a length is an integer, 0 or more, or what size("n") gives')

export const checkedType = (who, t) => {
  if (isScalar(t) || isVec(t)) return t
  if (t === null || typeof t !== 'object' || Object.getPrototypeOf(t) !== Object.prototype && !Array.isArray(t)) {
    fail(`${who}: ${show(t)} is no type`, 'types are Real, Bool, Int, Null, Vec(n, T), [T, U] and { x: T, y: U }')
  }
  for (const [, e] of fields(t)) checkedType(who, e)
  return t
}

// fields are those of a tuple or struct, as [key, type]. Two structs with the same fields are one type, however these are ordered.
export const fields = t => Array.isArray(t) ? [...t.entries()] : Object.keys(t).sort().map(k => [k, t[k]])

export const sizeText = n => isSize(n) ? n.text : String(n)

// typeText is a type in the text language. Names of fields are not in it: a tuple of one is what is in it.
export const typeText = t => {
  if (isScalar(t)) return t.text ?? `idx ${sizeText(t.below)}`
  if (isVec(t)) return `[${sizeText(t.size)}]${typeText(t.elem)}`
  return tupleText(fields(t).map(([, e]) => typeText(e)))
}
export const tupleText = parts => parts.length === 1 ? parts[0] : `(${parts.join(', ')})`

// typeName is a type as the user writes it.
export const typeName = t => {
  if (isScalar(t)) return t.name
  if (isVec(t)) return `Vec(${isSize(t.size) ? t.size.name : t.size}, ${typeName(t.elem)})`
  return Array.isArray(t) ? `[${t.map(typeName).join(', ')}]` : `{ ${Object.keys(t).map(k => `${k}: ${typeName(t[k])}`).join(', ')} }`
}

export const sameSize = (n, m) => n === m

// fits says whether a value of the type t is one of the type want. Sizes of want that are in found are those there; with found, others are put there.
export const fits = (t, want, found) => {
  if (isScalar(want)) return isScalar(t) && (t === want || isInt(t) && isInt(want))
  if (isVec(want)) return isVec(t) && sizeFits(t.size, want.size, found) && fits(t.elem, want.elem, found)
  if (isScalar(t) || isVec(t) || Array.isArray(t) !== Array.isArray(want)) return false
  const ws = fields(want), ts = fields(t)
  return ws.length === ts.length && ws.every(([k, w], i) => k === ts[i][0] && fits(ts[i][1], w, found))
}
export const sizeFits = (n, want, found) => {
  if (!isSize(want) || !found) return sameSize(n, want)
  if (!found.has(want)) found.set(want, n)
  return sameSize(found.get(want), n)
}

// replaced is a type with other sizes.
export const replaced = (t, found) => {
  if (isScalar(t)) return t
  if (isVec(t)) return vecOf(found.get(t.size) ?? t.size, replaced(t.elem, found))
  return mapped(t, e => replaced(e, found))
}
export const mapped = (t, f) => Array.isArray(t) ? t.map(f) : Object.fromEntries(Object.keys(t).map(k => [k, f(t[k])]))

// sizesIn are the sizes in types, in their order.
export const sizesIn = (types, out = new Set()) => {
  for (const t of types) {
    if (isVec(t)) {
      if (isSize(t.size)) out.add(t.size)
      sizesIn([t.elem], out)
    } else if (!isScalar(t)) sizesIn(fields(t).map(([, e]) => e), out)
  }
  return out
}

// tangent is the type of tangents and cotangents: what does not vary is null in them.
export const tangent = t => isScalar(t) ? t === Real ? Real : Null : isVec(t) ? varies(t) ? vecOf(t.size, tangent(t.elem)) : Null : varies(t) ? mapped(t, tangent) : Null
export const varies = t => isScalar(t) ? t === Real : isVec(t) ? varies(t.elem) : fields(t).some(([, e]) => varies(e))
// dual is a type with a dual number for each real.
export const dual = t => t === Real ? Dual : isScalar(t) ? t : isVec(t) ? vecOf(t.size, dual(t.elem)) : mapped(t, dual)

// show is a value in a message.
export const show = v => {
  if (typeof v === 'string') return JSON.stringify(v)
  if (typeof v === 'function') return 'a function'
  if (typeof v === 'symbol') return 'an index'
  if (typeof v?.then === 'function') return 'a promise'
  if (v !== null && typeof v === 'object') return Array.isArray(v) ? `an array of ${v.length}` : isScalar(v) || isVec(v) ? `the type ${typeName(v)}` : 'an object'
  return String(v)
}
