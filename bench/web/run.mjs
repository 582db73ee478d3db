// node run.mjs TASKS.json: runs programs side by side and prints what came out and how long it took, as JSON. Written for, and started by,
// bench/web/web.go, which has the types of both.
import { readFileSync, writeFileSync } from 'node:fs'
import { interleave, elapsed } from './measure.mjs'
import { bare } from './rose.mjs'

const copy = (image, memory, [at, kind, values]) => {
  if (kind === 'f64') new Float64Array(memory.buffer, at, values.length).set(values.map(Number)) // NaN and infinities are strings
  else new BigInt64Array(memory.buffer, at, values.length).set(values.map(BigInt))
}

// image makes a module with its arguments in memory. First is what compilation, instantiation and the first call took, in ms.
const image = async (c) => {
  const bytes = readFileSync(c.module)
  const start = elapsed()
  const module = await WebAssembly.compile(bytes)
  const { exports } = await WebAssembly.instantiate(module, {})
  const need = c.bytes - exports.memory.buffer.byteLength
  if (need > 0) exports.memory.grow(Math.ceil(need / 65536))
  for (const w of c.writes) copy(c, exports.memory, w)
  const f = exports[c.export], args = c.call
  const run = [
    () => f(), () => f(args[0]), () => f(args[0], args[1]), () => f(args[0], args[1], args[2]),
    () => f(args[0], args[1], args[2], args[3]),
  ][args.length] ?? (() => f(...args))
  const status = run()
  const first = (elapsed() - start) / 1e6
  if (c.status && status !== 0) throw Error(`status ${status}`)
  const result = () => c.reads.flatMap(([at, n]) => Array.from(new Float64Array(exports.memory.buffer, at, n)))
  const memory = () => exports.memory.buffer.byteLength
  return { run, result, first, bytes: bytes.length, build: 0, memory }
}

const rose = async (c) => {
  const { build } = await import(`./programs/${c.rose}.mjs`)
  const made = await bare(() => build(c.options), c.args)
  return { ...made, result: () => made.flat(made.value) }
}

const number = (x) => (Number.isFinite(x) ? x : String(x)) // Infinity and NaN, which Go reads

const task = async (t) => {
  const out = { name: t.name, contenders: [] }
  const live = []
  for (const c of t.contenders) {
    const r = { name: c.name }
    out.contenders.push(r)
    try {
      const start = elapsed()
      const made = await (c.rose ? rose : image)(c)
      made.run()
      Object.assign(r, { result: made.result().map(number), first: made.first, build: made.build, bytes: made.bytes, ns: [] })
      live.push([r, made])
      process.stderr.write(`  ${t.name} ${c.name} ready after ${((elapsed() - start) / 1e6).toFixed(0)} ms\n`)
    } catch (e) {
      r.failed = String(e?.message ?? e).slice(0, 300)
    }
  }
  const times = t.time > 0 ? interleave(live.map(([, made]) => made.run), t.time, t.rounds) : live.map(() => [])
  live.forEach(([r, made], i) => {
    r.ns = times[i]
    r.memory = made.memory()
  })
  return out
}

const [, , tasks, answer] = process.argv
const out = []
for (const t of JSON.parse(readFileSync(tasks, 'utf8'))) out.push(await task(t))
writeFileSync(answer, JSON.stringify(out))
