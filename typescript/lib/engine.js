// The compiler in this thread: a program in Go, as WebAssembly.
import { start } from './start.js'

export const begin = async () => {
  await start(new URL('./compiler.wasm.gz', import.meta.url))
  return globalThis.chadProgram
}
