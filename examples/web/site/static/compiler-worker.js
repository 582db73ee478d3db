// The worker that runs the compiler: Go compiled to WebAssembly, sent compressed.
import './wasm_exec.js'

const fatal = error => postMessage({ fatal: String(error?.message ?? error) })

async function code() {
  const response = await fetch(new URL('./compiler.wasm.gz', import.meta.url))
  if (!response.ok) throw new Error(`the compiler could not be fetched: ${response.status}`)
  // Servers that say Content-Encoding: gzip have it unpacked by the browser already.
  const [head, body] = response.body.tee()
  const reader = head.getReader()
  const { value } = await reader.read()
  reader.cancel()
  const packed = value?.[0] === 0x1f && value[1] === 0x8b
  return new Response(packed ? body.pipeThrough(new DecompressionStream('gzip')) : body, { headers: { 'Content-Type': 'application/wasm' } })
}

try {
  const go = new Go()
  const { instance } = await WebAssembly.instantiateStreaming(code(), go.importObject)
  go.run(instance).then(() => fatal('the compiler has ended'), fatal)
  // Engines translate functions when they are first called: a small formula takes the time for most of them.
  chadCompile('x y')
  onmessage = ({ data }) => {
    const start = performance.now()
    const result = chadCompile(String(data))
    result.ms = performance.now() - start
    postMessage(result, result.module ? [result.module.buffer] : [])
  }
  postMessage({ ready: true })
} catch (error) {
  fatal(error)
}
