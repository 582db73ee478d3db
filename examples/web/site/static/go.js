// Programs in Go, in a worker.
import { start } from './start.js'

export const fatal = error => postMessage({ fatal: String(error?.message ?? error) })

// serve runs a program and answers messages, which are lists of arguments, with what its function returns. Engines translate functions when
// they are first called: a call with example takes the time for most of them.
export async function serve(file, name, example) {
  try {
    const [ended] = await start(new URL(file, import.meta.url))
    ended.then(() => fatal('the compiler has ended'), fatal)
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
