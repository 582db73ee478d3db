// Compiled modules, as functions of JavaScript whose arguments and results have the types of the program.
import { load } from './load.js'
import { placeOf } from './place.js'
import { Null, Real, fields, isInt, isScalar, isSize, isVec, mapped } from './types.js'

// functions are those of a module: its description of itself gets the names and places of the program.
export const functions = async (code, program) => {
  const { at, end, abi } = described(code)
  for (const [status, message] of Object.entries(abi.messages)) abi.messages[status] = placed(message, program)
  for (const { func, name } of Object.values(program.exports)) {
    const f = abi.functions.find(f => f.name === name)
    const index = Object.fromEntries(f.sizes.map((s, i) => [s, i]))
    f.sizes = f.sizes.map(s => s.replace(/^n_/, ''))
    f.params.forEach((p, i) => { p.type = abiType(func.params[i], index) })
    const first = f.results[0]?.first ?? f.leaves.length
    f.results = [{ name: 'result', type: abiType(func.ret, index), first, count: f.results.reduce((sum, r) => sum + r.count, 0) }]
  }
  const loaded = await load(redescribed(code, at, end, abi), { host: program.host })
  return Object.fromEntries(Object.entries(program.exports).map(([key, { func, name }]) => [key, typed(loaded[name], func)]))
}

// placed is a message with the user's place for that in the text.
export const placed = (message, program) => message.replace(/^[^\s:]*:(\d+):\d+: /, (all, line) => {
  const place = program.places[line - 1] && placeOf(program.places[line - 1])
  return place ? place + ': ' : ''
})

const abiType = (t, index) => {
  if (t === Null) return { tuple: [] }
  if (isVec(t)) return { array: abiType(t.elem, index), length: isSize(t.size) ? [[1, index[t.size.text]]] : t.size ? [[t.size]] : [] }
  if (isScalar(t)) return t.text
  const fs = fields(t)
  return { tuple: fs.map(([, e]) => abiType(e, index)), ...Array.isArray(t) ? {} : { names: fs.map(([k]) => k) } }
}

// typed is a function with null for what does not vary; modules have tuples of nothing there.
const typed = (f, func) => {
  const into = func.params.map(t => changes(t)), out = changes(func.ret)
  if (!into.some(Boolean) && !out) return f
  return (...args) => {
    const r = f(...args.map((a, i) => into[i]?.(a, []) ?? a))
    return out ? out(r, null) : r
  }
}
// changes is the function that puts nothing for the nulls of a type, or undefined if it has none.
const changes = t => {
  if (t === Null) return (_, nothing) => nothing
  if (isVec(t)) {
    const e = changes(t.elem)
    return e && ((v, nothing) => Array.from(v, x => e(x, nothing)))
  }
  if (isScalar(t)) return undefined
  const es = mapped(t, changes)
  return Object.values(es).some(Boolean) ? (v, nothing) => mapped(es, e => e).constructor === Array
    ? es.map((e, i) => e ? e(v[i], nothing) : v[i]) : Object.fromEntries(Object.keys(es).map(k => [k, es[k] ? es[k](v[k], nothing) : v[k]])) : undefined
}

// described finds the section in which a module describes itself, the first custom one of that name.
const described = code => {
  let at = 8
  const number = () => {
    let n = 0
    for (let shift = 0; ; shift += 7) {
      const b = code[at++]
      n |= (b & 127) << shift
      if (b < 128) return n
    }
  }
  while (at < code.length) {
    const begin = at, id = code[at++], size = number(), end = at + size
    if (id === 0) {
      const length = number(), name = decode(code.subarray(at, at += length))
      if (name === 'chad.abi') return { at: begin, end, abi: JSON.parse(decode(code.subarray(at, end))) }
    }
    at = end
  }
  throw Error('the module does not describe itself')
}
const decode = bytes => new TextDecoder().decode(bytes)

const redescribed = (code, at, end, abi) => {
  const name = new TextEncoder().encode('chad.abi'), json = new TextEncoder().encode(JSON.stringify(abi))
  const section = Uint8Array.of(0, ...leb(1 + name.length + json.length), name.length, ...name)
  const out = new Uint8Array(at + section.length + json.length + code.length - end)
  out.set(code.subarray(0, at))
  out.set(section, at)
  out.set(json, at + section.length)
  out.set(code.subarray(end), at + section.length + json.length)
  return out
}
const leb = n => n < 128 ? [n] : [n & 127 | 128, ...leb(n >>> 7)]
