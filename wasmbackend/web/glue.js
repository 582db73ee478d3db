const scalars = { f64: Float64Array, i64: BigInt64Array, bool: Uint8Array }
const fail = (f, text) => { throw new RangeError(f.name + ': ' + text) }
const size = (terms, n) => terms.reduce((sum, [c, ...vs]) => sum + vs.reduce((p, v) => p * n[v], c), 0)

// parts lists the components of a tuple or record as [key, type].
const parts = t => t.tuple.map((e, i) => [t.names ? t.names[i] : i, e])

// fits says that a number is what a scalar can be: nothing is converted, as null would be 0 and '' too.
const fits = (t, v) => t === 'int' ? Number.isSafeInteger(v) || typeof v === 'bigint' && BigInt.asIntN(64, v) === v : typeof v === (t === 'real' ? 'number' : 'boolean')
const check = (f, t, v) => fits(t, v) || fail(f, `${typeof v === 'string' ? JSON.stringify(v) : String(v)} where a value of type ${t} is wanted`)

// infer finds sizes in the lengths of arrays, where one is not known yet.
function infer(t, v, n) {
  if (v == null) return // which put says
  if (t.tuple) for (const [k, e] of parts(t)) infer(e, v[k], n)
  if (!t.array) return
  const open = x => x.slice(1).some(i => n[i] === undefined), vs = (t.length ?? []).filter(open)
  if (vs.length === 1 && vs[0].length === 2) n[vs[0][1]] = (v.length - size(t.length.filter(x => !open(x)), n)) / vs[0][0]
  if (v.length) infer(t.array, v[0], n)
}

class Call {
  constructor(abi, f, instance, n) {
    Object.assign(this, { abi, f, memory: instance.exports.memory, run_: instance.exports[f.name] })
    this.lay(n)
  }
  lay(n) {
    const f = this.f
    f.sizes.forEach((s, i) => { if (!(n[i] >= 0 && n[i] % 1 === 0)) fail(f, `the size ${s} is ${n[i]}`) })
    this.n = n
    let end = f.fixed
    this.at = f.leaves.map(l => {
      if (l.at !== undefined) return { at: l.at, count: 1 }
      const count = l.dims.reduce((p, d) => p * (d ? size(d, n) : NaN), 1), at = end
      end += Math.ceil(count * scalars[l.elem].BYTES_PER_ELEMENT / 8) * 8
      return { at, count }
    })
    const more = this.abi.heap + end - this.memory.buffer.byteLength
    try { if (more > 0) this.memory.grow(Math.ceil(more / 65536)) } catch { fail(f, 'out of memory') }
  }
  // leaf is the memory of a scalar or array, until the next run.
  leaf(i) {
    const { elem, at, dims } = this.f.leaves[i], A = scalars[elem], p = this.abi.heap + this.at[i].at
    if (!A || (at !== undefined && dims)) fail(this.f, 'sums of arrays, lists and arrays of unknown length are read and written through the memory: see docs/wasm-abi.md')
    return new A(this.memory.buffer, p, this.at[i].count)
  }
  put(t, v, k, i = 0) {
    if (t.tuple) {
      if (typeof v !== 'object' || v === null || !t.names && v.length !== t.tuple.length) fail(this.f, `${v} where ${t.names ? 'fields ' + t.names : t.tuple.length + ' components'} are wanted`)
      for (const [key, e] of parts(t)) k = this.put(e, v[key], k, i)
    } else if (t.array) {
      const n = size(t.length ?? [], this.n)
      if (!t.length || v?.length !== n) fail(this.f, v?.length === undefined ? v + ' where an array is wanted' : `an array of ${v.length} elements where ${n} are wanted`)
      if (t.array === 'real') {
        if (!(v instanceof Float64Array)) for (let j = 0; j < n; j++) check(this.f, 'real', v[j])
        this.leaf(k).set(v, i * n)
      }
      else for (let j = 0; j < n; j++) this.put(t.array, v[j], k, i * n + j)
      return k + leaves(t)
    } else if (t.sum || t.data) this.leaf(-1)
    else {
      check(this.f, t, v)
      this.leaf(k++)[i] = t === 'int' ? BigInt(v) : v
    }
    return k
  }
  take(t, k, i = 0) {
    if (t.tuple) {
      const out = parts(t).map(([key, e]) => { const x = this.take(e, k, i); k += leaves(e); return [key, x] })
      return t.names ? Object.fromEntries(out) : out.map(x => x[1])
    }
    if (t.array) {
      if (!t.length) this.leaf(k)
      const n = size(t.length, this.n)
      return t.array === 'real' ? this.leaf(k).slice(i * n, i * n + n) : Array.from({ length: n }, (_, j) => this.take(t.array, k, i * n + j))
    }
    if (t.sum || t.data) fail(this.f, 'sums and lists are read through the memory: see docs/wasm-abi.md')
    const x = this.leaf(k)[i]
    return t === 'int' ? Number(x) : t === 'bool' ? x !== 0 : x
  }
  // view is the memory of a parameter or result by its name, until the next run.
  view(name) {
    const v = [...this.f.params, ...this.f.results].find(v => v.name === name)
    return v ? this.leaf(v.first) : fail(this.f, 'there is no ' + name)
  }
  run() {
    const status = this.run_(this.abi.heap, ...this.n)
    if (!status) return
    const d = new DataView(this.memory.buffer, this.abi.numbers)
    fail(this.f, (this.abi.messages[status] ?? 'status ' + status).replace(/{([01])}/g, (_, i) => d.getBigInt64(8 * i, true)))
  }
}
const leaves = t => t.tuple ? t.tuple.reduce((s, e) => s + leaves(e), 0) : t.array ? leaves(t.array) : 1

export async function load(source = new URL(FILE, import.meta.url), imports = {}) {
  if (!(source instanceof WebAssembly.Module)) {
    let bytes = source
    if (source instanceof URL && source.protocol === 'file:') bytes = await (await import('node:fs/promises')).readFile(source)
    else if (source instanceof URL || typeof source === 'string') bytes = await (await fetch(source)).arrayBuffer()
    source = await WebAssembly.compile(bytes)
  }
  const abi = JSON.parse(new TextDecoder().decode(WebAssembly.Module.customSections(source, 'chad.abi')[0]))
  if (abi.abi !== 1) throw new Error('the module has ABI ' + abi.abi + ', this code is for 1')
  for (const h of abi.host ?? []) if (typeof imports.host?.[h.name] !== 'function') throw new TypeError(`the module calls the host function ${h.name}(${h.params.join(', ')}): load(source, { host: { … } })`)
  const make = (f, n) => new Call(abi, f, new WebAssembly.Instance(source, imports), n)
  const out = Object.create(null)
  for (const f of abi.functions) {
    let call
    const g = (...args) => {
      if (args.length !== f.params.length) fail(f, `${f.params.length} arguments are wanted, not ${args.length}`)
      const n = f.sizes.map(() => undefined)
      for (const _ of n) f.params.forEach((p, i) => infer(p.type, args[i], n)) // one may follow from another
      const c = call ?? make(f, n)
      call = undefined // for calls inside this one, and after an error
      if (c.n !== n) c.lay(n)
      f.params.forEach((p, i) => c.put(p.type, args[i], p.first))
      c.run()
      const rs = f.results.map(r => [r.name, c.take(r.type, r.first)])
      call = c
      return rs.length === 1 ? rs[0][1] : Object.fromEntries(rs)
    }
    g.bind = sizes => make(f, f.sizes.map(s => sizes?.[s]))
    out[f.name] = g
  }
  return out
}
