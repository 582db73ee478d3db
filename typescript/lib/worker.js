// The worker that runs the compiler.
import { begin } from './engine.js'

try {
  const f = await begin()
  onmessage = ({ data }) => {
    const answer = f(data)
    postMessage(answer, answer.module ? [answer.module.buffer] : [])
  }
  postMessage({ ready: true })
} catch (error) {
  postMessage({ fatal: String(error?.message ?? error) })
}
