// Functions as a program of the text language, of which each line knows where it came from.
import { ProgramError, entered, fail } from './place.js'
import { funcOf, number } from './fn.js'
import { Bool, show, sizesIn, typeText, varies } from './types.js'

// A Program is a text, the places of its lines, what it exports, functions by name, and what it calls of JavaScript.
class Program {
  constructor() { Object.assign(this, { lines: [], places: [], exports: {}, host: {} }) }
  get text() { return this.lines.join('\n') + '\n' }
  add(line, place) {
    this.lines.push(line)
    this.places.push(place)
  }
  block(b, indent) {
    if (b.lines.length === 0) return this.add(indent + b.result, b.place)
    this.add(indent + 'let', b.place)
    for (const { text, parts, place } of b.lines) {
      this.add(`${indent}  ${text} = ${parts[0]}`, place)
      for (const part of parts.slice(1)) {
        if (typeof part === 'string') this.add(`${indent}    ${part}`, place)
        else this.block(part, indent + '    ')
      }
    }
    this.add(`${indent}  in ${b.result}`, b.place)
  }
  define(func) {
    const name = 'f' + number(func), sizes = [...sizesIn(func.params)].map(n => n.text)
    const params = func.params.map((t, i) => `p${i} : ${typeText(t)}`)
    const head = `def ${name} ${sizes.length ? `[${sizes.join(', ')}] ` : ''}(${params.join(', ')}) : ${typeText(func.ret)}`
    if (func.host) {
      this.add(head, func.place)
      this.host[name] = hosted(func)
      if (!func.rule && varies(func.ret) && func.params.some(varies)) this.add(...undifferentiated(name, func))
    } else {
      this.add(head + ' =', func.place)
      this.block(func.body, '  ')
    }
    if (!func.rule) return
    this.add(`derivative ${name} ${func.rule.params} =`, func.place)
    this.block(func.rule.body, '  ')
  }
}

// undifferentiated is a derivative for what has none, and should not need one: NaN, so that it cannot be mistaken for one.
const undifferentiated = (name, { params, place }) => {
  const names = letter => params.map((t, i) => letter === 'd' && !varies(t) ? '_' : letter + i)
  return [`derivative ${name} (${[...names('p'), ...names('d')].join(', ')}) = nan * (${names('d').filter(d => d !== '_').join(' + ')})`, place]
}

// differentiated refuses functions of JavaScript without derivatives where one is asked for.
const differentiated = functions => {
  const seen = new Set(), todo = [...functions].flatMap(f => [...f.derived])
  while (todo.length) {
    const f = todo.pop()
    if (seen.has(f) || f.rule) continue
    seen.add(f)
    todo.push(...f.callees)
    if (f.host && varies(f.ret)) throw new ProgramError('an opaque function is differentiated that has no jvp', f.place, 'set it: f.jvp = fn([Dual], Dual, ({ re, du }) => …)')
  }
}

// hosted is a function of JavaScript for modules, where bools are numbers.
const hosted = ({ host, params, ret }) => (...args) => {
  const r = host(...args.map((a, i) => params[i] === Bool ? a !== 0 : a))
  return ret === Bool ? Number(r) : r
}

const plain = /^[a-z][A-Za-z0-9]*$/

// program is the program of functions, and of those that they call.
export const program = (functions, { fastmath = false } = {}) => {
  const p = new Program(), done = new Set()
  if (fastmath) p.add('--chad:emit fastmath')
  const exported = new Map()
  for (const [key, f] of Object.entries(functions)) {
    const func = funcOf(f)
    if (!func) fail(`compile: ${show(f)} where what fn gives is wanted`)
    if (func.host) fail('compile: a function of JavaScript, which can be called as it is')
    if (!exported.has(func)) exported.set(func, plain.test(key) ? key : 'f' + number(func))
    p.exports[key] = { func, name: exported.get(func) }
  }
  const visit = func => { // callees first, without recursion: chains of calls may be long
    const stack = [[func, null]]
    while (stack.length) {
      const top = stack.at(-1)
      if (!top[1]) {
        if (done.has(top[0])) {
          stack.pop()
          continue
        }
        done.add(top[0])
        top[1] = [...top[0].callees, ...top[0].rule?.callees ?? []][Symbol.iterator]()
      }
      const { value, done: end } = top[1].next()
      if (!end) stack.push([value, null])
      else {
        stack.pop()
        if (exported.has(top[0])) p.add(`--chad:func name=${exported.get(top[0])}`, top[0].place)
        p.define(top[0])
      }
    }
  }
  if (exported.size === 0) fail('compile: there is no function')
  for (const func of exported.keys()) visit(func)
  differentiated(done)
  return p
}

// text is what is compiled, to be read.
export const text = entered((f, options) => program(typeof f === 'function' ? { f } : f, options).text)
