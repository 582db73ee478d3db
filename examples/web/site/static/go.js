// Programs in Go, compiled to WebAssembly, in a worker. They are sent compressed.
import './wasm_exec.js'

export const fatal = error => postMessage({ fatal: String(error?.message ?? error) })

async function code(file) {
  const response = await fetch(new URL(file, import.meta.url))
  if (!response.ok) throw new Error(`${file} could not be fetched: HTTP status ${response.status}`)
  // Servers that say Content-Encoding: gzip have it unpacked by the browser already.
  const [head, body] = response.body.tee()
  const reader = head.getReader()
  const { value } = await reader.read()
  reader.cancel()
  const packed = value?.[0] === 0x1f && value[1] === 0x8b
  return new Response(packed ? body.pipeThrough(new DecompressionStream('gzip')) : body, { headers: { 'Content-Type': 'application/wasm' } })
}

// serve runs a program and answers messages, which are lists of arguments, with what its function returns. Engines translate functions when
// they are first called: a call with example takes the time for most of them.
export async function serve(file, name, example) {
  try {
    const go = new Go()
    const { instance } = await WebAssembly.instantiateStreaming(code(file), go.importObject)
    go.run(instance).then(() => fatal('the compiler has ended'), fatal)
    const f = self[name]
    f(...example)
    onmessage = ({ data }) => {
      const start = performance.now()
      const result = f(...data)
      result.ms = performance.now() - start
      if (result.module) result.size = result.module.length
      postMessage(result, result.module ? [result.module.buffer] : [])
    }
    postMessage({ ready: true })
  } catch (error) {
    fatal(error)
  }
}
