const scalars = { f64: Float64Array, i64: BigInt64Array, bool: Uint8Array }
const size = (terms, n) => terms.reduce((sum, [c, ...vs]) => sum + vs.reduce((p, v) => p * n[v], c), 0)

// parts lists the components of a tuple or record as [key, type].
const parts = t => t.tuple.map((e, i) => [t.names?.[i] ?? i, e])

// plain says of a type that it is of numbers: real, int or bool.
const plain = t => typeof t === 'string'

// infer finds sizes in the lengths of arrays, where one is not known yet.
function infer(t, v, n) {
  if (v == null) return // which put says
  if (t.tuple) for (const [k, e] of parts(t)) infer(e, v[k], n)
  if (!t.array) return
  const [open, more] = (t.length ?? []).filter(x => x.slice(1).some(i => n[i] == null))
  if (open?.length === 2 && !more) {
    const [c, i] = open
    n[i] = 0 // so that its term is 0
    n[i] = (v.length - size(t.length, n)) / c
  }
  if (v.length) infer(t.array, v[0], n)
}

// callOf is a function in an instance: what bind gives, and what calls it with arguments for sizes n. lay gives it memory, put and
// take are its arguments and results from leaf k on, element i.
function callOf(abi, f, instance, n, at) {
  const { memory, [f.name]: code } = instance.exports
  let now = '' // the parameter whose argument is put
  const fail = text => { throw RangeError(f.name + ': ' + now + text) }
  const lay = sizes => {
    f.sizes.forEach((s, i) => { if (sizes[i] !== (sizes[i] & 0x7fffffff)) fail(`the size ${s} is ${sizes[i]}`) })
    n = sizes
    let end = abi.heap + f.fixed
    at = f.leaves.map(l => {
      if (l.at >= 0) return [abi.heap + l.at, 1]
      const count = l.dims.reduce((p, d) => p * (d ? size(d, n) : NaN), 1), at = end
      end += Math.ceil(count / (l.elem === 'bool' ? 8 : 1)) * 8
      return [at, count]
    })
    const more = end - memory.buffer.byteLength
    try { if (more > 0) memory.grow(Math.ceil(more / 65536)) } catch { fail('out of memory') }
  }
  const put = (t, v, k, i = 0) => {
    if (t.tuple) {
      if (t.names ? v == null : v?.length !== t.tuple.length) bad(v, t.names ? `{${t.names}}` : 'a tuple of ' + t.tuple.length)
      for (const [key, e] of parts(t)) k = put(e, v[key], k, i)
    } else if (t.array) {
      const n = count(t)
      if (v?.length !== n) fail(`${v?.length ?? 'no'} elements where an array of ${n} is wanted`)
      if (!plain(t.array)) for (let j = 0; j < n; j++) put(t.array, v[j], k, i * n + j)
      else if (t.array === 'real' && v instanceof Float64Array) leaf(k).set(v, i * n)
      else for (let a = leaf(k), j = 0; j < n; j++) a[i * n + j] = into(t.array, v[j])
      return k + leaves(t)
    } else leaf(k++)[i] = into(t, v)
    return k
  }
  const take = (t, k, i = 0) => {
    if (t.tuple) {
      const out = parts(t).map(([key, e]) => [key, take(e, (k += leaves(e)) - leaves(e), i)])
      return t.names ? Object.fromEntries(out) : out.map(x => x[1])
    }
    if (t.array) {
      const n = count(t), a = plain(t.array) && leaf(k).slice(i * n, i * n + n)
      return t.array === 'real' ? a : Array.from(a || { length: n }, (x, j) => a ? from(t.array, x) : take(t.array, k, i * n + j))
    }
    return from(t, leaf(k)[i])
  }
  const run = () => {
    const status = code(abi.heap, ...n)
    if (!status) return
    const d = new scalars.i64(memory.buffer, abi.numbers, 2)
    fail((abi.messages[status] ?? 'status ' + status).replace(/{([01])}/g, (_, i) => d[i]))
  }
  // view is the memory of a parameter or result by its name, of one that is made of several arrays array k, until the next run.
  const view = (name, k = 0) => {
    const v = [...f.params, ...f.results].find(v => v.name === name)
    return k >= 0 && k < v?.count ? leaf(v.first + k) : fail(`there is no ${name} ${k}`)
  }
  const bad = (v, wanted) => fail(`${typeof v === 'string' ? JSON.stringify(v) : v} where ${wanted} is wanted`)
  // opaque says of values that have no form in JavaScript where they are.
  const opaque = () => fail('sums, lists, arrays of unknown length: docs/wasm-abi.md')
  // into and from change scalars to what stands in memory, and back; nothing else is converted, as null would be 0 and '' too.
  const into = (t, v) => {
    if (!plain(t)) opaque()
    if (!(t === 'int' ? Number.isSafeInteger(v) || typeof v === 'bigint' && BigInt.asIntN(64, v) === v : typeof v === (t === 'real' ? 'number' : 'boolean'))) bad(v, t)
    return t === 'int' ? BigInt(v) : v
  }
  const from = (t, x) => plain(t) ? t === 'int' ? Number(x) : t === 'bool' ? !!x : x : opaque()
  const count = t => t.length ? size(t.length, n) : opaque()
  // leaf is the memory of a scalar or array, until the next run.
  const leaf = i => {
    const l = f.leaves[i], A = scalars[l.elem]
    if (!A || l.at >= 0 && l.dims) opaque()
    return new A(memory.buffer, ...at[i])
  }
  if (n) lay(n)
  return [{ view, run }, (sizes, args) => {
    if (args.length - f.params.length) fail(`(${f.params.map(p => p.name)}) is wanted, not ${args.length} values`)
    lay(sizes)
    f.params.forEach((p, i) => { now = p.name + ': '; put(p.type, args[i], p.first) })
    now = ''
    run()
    return f.results.map(r => [r.name, take(r.type, r.first)])
  }, instance]
}
const leaves = t => t.tuple ? t.tuple.reduce((s, e) => s + leaves(e), 0) : t.array ? leaves(t.array) : 1

// fetched has the bytes at an address. Node reads files by its own module, asked for without an import: bundlers for browsers would stop there.
const fetched = async url => {
  const fs = /^file:/.test(url) && globalThis.process?.getBuiltinModule?.('fs')
  if (fs) return fs.readFileSync(new URL(url))
  const answer = await fetch(url)
  if (!answer.ok) throw Error('HTTP status ' + answer.status)
  return answer.arrayBuffer()
}

export async function load(source = new URL(FILE, import.meta.url), imports = {}) {
  if (!(source instanceof WebAssembly.Module)) {
    const url = source.href ?? source.trim?.() // of a URL, of a string
    try {
      source = await WebAssembly.compile(url ? await fetched(url) : source)
    } catch (error) {
      if (url) error.message = `${url}: ${error.message}`
      throw error
    }
  }
  const abi = JSON.parse(new TextDecoder().decode(WebAssembly.Module.customSections(source, 'chad.abi')[0]))
  if (abi.abi !== 1) throw Error('module of ABI ' + abi.abi + ', not 1')
  for (const h of abi.host ?? []) if (!imports.host?.[h.name]?.call) throw TypeError(`no host function ${h.name}(${h.params}): load(source, {host})`)
  const instance = () => new WebAssembly.Instance(source, imports)
  const out = { __proto__: null }
  let idle // an instance for calls, of all functions: engines set address space aside for the memory of each
  for (const f of abi.functions) {
    let call
    const g = out[f.name] = (...args) => {
      const n = []
      for (const _ of f.sizes) f.params.map((p, i) => infer(p.type, args[i], n)) // one may follow from another
      const own = idle || instance()
      idle = 0 // for calls inside this one, and after an error
      if (call?.[2] !== own) call = callOf(abi, f, own)
      const rs = call[1](n, args)
      idle = own
      return rs[1] ? Object.fromEntries(rs) : rs[0][1]
    }
    g.bind = sizes => callOf(abi, f, instance(), f.sizes.map(s => sizes?.[s]))[0]
  }
  return out
}
