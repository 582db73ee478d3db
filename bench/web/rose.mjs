// Rose's exports without their wrapper: the wrapper encodes arguments into a memory, calls the export, and decodes the result. Here it runs once,
// and its call of the export is kept.
import { compile } from 'rose'
import { elapsed } from './measure.mjs'

// bare compiles what build gives, { f, args, flat }, and calls it: `run` is the export on the encoded arguments, `value` what the wrapper gave.
export const bare = async (build, args) => {
  const wasm = { instantiate: WebAssembly.instantiate, compile: WebAssembly.compile }
  let run, bytes, memory
  WebAssembly.compile = (b) => { bytes = b.length; return wasm.compile(b) }
  WebAssembly.instantiate = async (module, imports) => {
    memory = imports.m['']
    const { f } = (await wasm.instantiate(module, imports)).exports
    return {
      exports: {
        f: (...xs) => {
          run = [() => f(), () => f(xs[0]), () => f(xs[0], xs[1]), () => f(xs[0], xs[1], xs[2]), () => f(xs[0], xs[1], xs[2], xs[3])][xs.length] ??
            (() => f(...xs))
          return f(...xs)
        },
      },
    }
  }
  try {
    const start = elapsed() // processor time, as the compilation by chad is measured
    const { f, flat, encode } = await build()
    const compiled = await compile(f)
    const built = elapsed()
    const value = compiled(...(encode ?? ((xs) => xs))(args))
    const first = (elapsed() - built) / 1e6
    return { run, value, flat, bytes, build: (built - start) / 1e6, first, memory: () => memory.buffer.byteLength }
  } finally {
    Object.assign(WebAssembly, wasm)
  }
}
