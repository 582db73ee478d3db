// Starts programs in Go, compiled to WebAssembly. They are sent compressed.
import './wasm_exec.js'

// bytes are what stands at an address. Node reads files by its own module, asked for without an import: bundlers for browsers would stop there.
const bytes = async url => {
  const fs = url.protocol === 'file:' && globalThis.process?.getBuiltinModule?.('fs')
  if (fs) return new Response(fs.readFileSync(url))
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} could not be fetched: HTTP status ${response.status}`)
  return response
}

async function code(url) {
  // Servers that say Content-Encoding: gzip have it unpacked by the browser already.
  const [head, body] = (await bytes(url)).body.tee()
  const reader = head.getReader()
  const { value } = await reader.read()
  reader.cancel()
  const packed = value?.[0] === 0x1f && value[1] === 0x8b
  return new Response(packed ? body.pipeThrough(new DecompressionStream('gzip')) : body, { headers: { 'Content-Type': 'application/wasm' } })
}

// start runs a program until its main function waits. It resolves to a promise in a list, of the program's end.
export async function start(url) {
  const go = new Go()
  const { instance } = await WebAssembly.instantiateStreaming(code(url), go.importObject)
  return [go.run(instance)]
}
