// Calls a function of a module with nothing but what the module says of itself in its section chad.abi (docs/wasm-abi.md):
//   node caller.mjs FILE.wasm FUNCTION '{"n": 2}' '[[1, 2], [3]]'
// has numbers for each leaf of the parameters, row after row, and prints those of the results.
import { readFile } from 'node:fs/promises'

const [file, name, sizes, args] = process.argv.slice(2)
const module = await WebAssembly.compile(await readFile(file))
const abi = JSON.parse(new TextDecoder().decode(WebAssembly.Module.customSections(module, 'chad.abi')[0]))
const { exports } = await WebAssembly.instantiate(module)
const f = abi.functions.find(f => f.name === name)
const given = JSON.parse(sizes), ns = f.sizes.map(s => given[s])

// A size is a sum of products of a coefficient and sizes by number.
const eval_ = terms => terms.reduce((sum, [c, ...vs]) => sum + vs.reduce((p, v) => p * ns[v], c), 0)

// Leaves with `at` stand there; arrays stand behind the fixed part, each from a multiple of eight on.
const views = { f64: Float64Array, i64: BigInt64Array, bool: Uint8Array }
let end = abi.heap + f.fixed
const places = f.leaves.map(({ elem, at, dims }) => {
  if (at !== undefined) return { view: views[elem], at: abi.heap + at, count: 1 }
  const count = dims.reduce((p, d) => p * eval_(d), 1), place = { view: views[elem], at: end, count }
  end += Math.ceil(count * views[elem].BYTES_PER_ELEMENT / 8) * 8
  return place
})
const more = Math.ceil((end - exports.memory.buffer.byteLength) / 65536)
if (more > 0) exports.memory.grow(more)
const view = i => new places[i].view(exports.memory.buffer, places[i].at, places[i].count)

const inputs = JSON.parse(args) // the leaves of the parameters come first
inputs.forEach((xs, i) => view(i).set(f.leaves[i].elem === 'i64' ? xs.map(BigInt) : xs))

const status = exports[name](abi.heap, ...ns)
if (status) {
  const d = new DataView(exports.memory.buffer, abi.numbers)
  console.log(abi.messages[status].replace(/{([01])}/g, (_, k) => d.getBigInt64(8 * k, true)))
} else {
  for (let i = inputs.length; i < places.length; i++) console.log(Array.from(view(i), Number).join(' '))
}
