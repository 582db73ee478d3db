// Functions of programs, and their derivatives.
import { entered, fail, here, outside } from './place.js'
import { bind, current, forget, fresh, inBlock, symbolic, term } from './trace.js'
import { Bool, Int, Real, checkedType, dual, fits, replaced, show, sizesIn, tangent, tupleText, typeName, varies } from './types.js'

// A Func is a definition of a program.
class Func {
  constructor(params, ret) { Object.assign(this, { params, ret, sizes: sizesIn(params), names: 0, callees: new Set(), derived: new Set(), body: null, host: null, rule: null, place: here() }) }
}
const funcs = new WeakMap()
// funcOf is the definition of what fn or opaque gave.
export const funcOf = f => funcs.get(f)

const types = (who, ts) => Array.isArray(ts) ? ts.map(t => checkedType(who, t)) : fail(`${who}: ${show(ts)} where a list of types is wanted`, `write ${who}([Real, Real], Real, (x, y) => …)`)

// checkSizes wants the sizes of a result among those of the parameters.
const checkSizes = (who, func) => {
  for (const n of sizesIn([func.ret])) if (!func.sizes.has(n)) fail(`${who}: no parameter has the size ${n.name} of the result`)
}

export const fn = entered((params, ret, body) => {
  const func = new Func(types('fn', params), checkedType('fn', ret))
  checkSizes('fn', func)
  if (typeof body !== 'function') fail(`fn: ${show(body)} where the body is wanted, a function`)
  func.body = recorded(func, () => term(outside(body, ...params.map((t, i) => symbolic(`p${i}`, t))), ret, 'the result of fn'))
  func.source = body
  return callable(func)
})

const recorded = (func, body) => {
  try { return inBlock(func, body) } finally { forget(func) }
}

export const opaque = entered((params, ret, f) => {
  const func = new Func(types('opaque', params), checkedType('opaque', ret))
  for (const t of [...params, ret]) if (t !== Real && t !== Int && t !== Bool) fail(`opaque: ${typeName(t)} where Real, Int or Bool is wanted`)
  if (typeof f !== 'function') fail(`opaque: ${show(f)} where a function of JavaScript is wanted`)
  if (params.length === 0) fail('opaque: a parameter is wanted')
  func.host = f
  return callable(func)
})

const callable = func => {
  const f = entered((...args) => call(func, args))
  funcs.set(f, func)
  let given
  return Object.defineProperty(f, 'jvp', { get: () => given, set: entered(g => { func.rule = rule(func, funcOf(g)); given = g }) })
}

// rule is a derivative that the user gives: the body of g is recorded again, with numbers and their tangents apart.
const rule = (func, g) => {
  if (!g?.source) fail('jvp: what fn gives is wanted', 'write f.jvp = fn([Dual], Dual, ({ re, du }) => …)')
  if (![...func.params, func.ret].every(t => t === Real || !varies(t))) fail('jvp: of parameters and results that vary, only Real has dual numbers')
  const signature = (params, ret) => `(${params.map(typeName).join(', ')}) to ${typeName(ret)}`
  const want = [...func.params, func.ret].map(dual)
  if (want.length !== g.params.length + 1 || !want.every((t, i) => fits([...g.params, g.ret][i], t))) {
    fail(`jvp: fn of ${signature(g.params, g.ret)} where ${signature(func.params.map(dual), dual(func.ret))} is wanted`)
  }
  const recording = new Func(func.params, func.ret)
  const body = recorded(recording, () => {
    const args = func.params.map((t, i) => t === Real ? { re: symbolic(`p${i}`, Real), du: symbolic(`d${i}`, Real) } : symbolic(`p${i}`, t))
    return term(outside(g.source, ...args)?.du, Real, 'the tangent of jvp')
  })
  const names = letter => func.params.map((t, i) => letter === 'd' && t !== Real ? '_' : letter + i)
  return { body, params: tupleText([...names('p'), ...names('d')]), callees: recording.callees }
}

// call records a call. What its parameters say of sizes holds for its result.
const call = (func, args) => {
  const found = new Map(), texts = arguments_(func, args, found)
  return bind(replaced(func.ret, found), applied(func, texts))
}
const arguments_ = (func, args, found) => {
  const b = current('a call of what fn gave')
  if (args.length !== func.params.length) fail(`a call with ${args.length} arguments of a fn of ${func.params.length}`)
  b.func.callees.add(func)
  return args.map((a, i) => term(a, func.params[i], `argument ${i + 1}`, found))
}
const applied = (func, texts) => `f${number(func)} (${texts.join(', ')})`

// Functions have numbers, in the order in which they are first called or compiled.
const numbers = new WeakMap()
let last = 0
export const number = func => numbers.get(func) ?? (numbers.set(func, ++last), last)

const active = (who, f) => {
  const func = funcOf(f) ?? fail(`${who}: ${show(f)} where what fn gave is wanted`)
  const which = func.params.flatMap((t, i) => varies(t) ? [i] : [])
  if (which.length === 0) fail(`${who}: the fn has no parameter that varies`, 'Real varies, and arrays and structs of it')
  if (!varies(func.ret)) fail(`${who}: the result of the fn, ${typeName(func.ret)}, does not vary`)
  return { func, which }
}

// abstracted is the call as a function of the parameters that vary, and the arguments for these.
const abstracted = (func, which, texts) => {
  current('a derivative').func.derived.add(func)
  const names = texts.map((t, i) => which.includes(i) ? fresh('v') : t)
  return `(\\${tupleText(which.map(i => names[i]))}. ${applied(func, names)}) ${argument(which.map(i => texts[i]))}`
}
const argument = parts => parts.length === 1 ? `(${parts[0]})` : tupleText(parts)

// cotangents is the type of what grad of a vjp gives: of one parameter its cotangent, else the list of all.
const cotangents = func => func.params.length === 1 ? tangent(func.params[0]) : func.params.map(tangent)
const spread = (func, which, value) => func.params.length === 1 ? value : func.params.map((_, i) => which.includes(i) ? which.length === 1 ? value : value[which.indexOf(i)] : null)

export const vjp = f => {
  const { func, which } = entered(active)('vjp', f)
  return entered((...args) => {
    const found = new Map(), texts = arguments_(func, args, found), t = replaced(func.ret, found)
    const cot = which.map(i => replaced(tangent(func.params[i]), found))
    return {
      get ret() { return entered(() => bind(t, applied(func, texts)))() },
      grad: entered(u => spread(func, which, bind(cot.length === 1 ? cot[0] : cot, `vjp ${abstracted(func, which, texts)} ${argument([term(u, tangent(t), 'the cotangent')])}`))),
    }
  })
}

export const jvp = f => {
  const { func, which } = entered(active)('jvp', f)
  return entered((...args) => {
    const found = new Map(), texts = arguments_(func, args, found), t = replaced(func.ret, found)
    return {
      get ret() { return entered(() => bind(t, applied(func, texts)))() },
      tangent: entered((...ds) => {
        if (ds.length !== func.params.length) fail(`${ds.length} tangents for ${func.params.length} parameters`)
        const tangents = which.map(i => term(ds[i], replaced(tangent(func.params[i]), found), `tangent ${i + 1}`))
        return bind(tangent(t), `jvp ${abstracted(func, which, texts)} ${argument(tangents)}`)
      }),
    }
  })
}

export const grad = entered(f => {
  const { func } = active('grad', f)
  if (func.ret !== Real) fail(`grad: the result of the fn is ${typeName(func.ret)}, not Real`, 'vjp takes a cotangent for any result')
  return fn(func.params, cotangents(func), (...args) => vjp(f)(...args).grad(1))
})

export const valueAndGrad = entered(f => {
  const { func } = active('valueAndGrad', f)
  if (func.ret !== Real) fail(`valueAndGrad: the result of the fn is ${typeName(func.ret)}, not Real`, 'vjp takes a cotangent for any result')
  return fn(func.params, { value: Real, grad: cotangents(func) }, (...args) => {
    const at = vjp(f)(...args)
    return { value: at.ret, grad: at.grad(1) }
  })
})
