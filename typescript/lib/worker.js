// The worker that runs the compiler.
import { begin } from './engine.js'

begin().then(f => {
  onmessage = ({ data }) => {
    const answer = f(data)
    postMessage(answer, answer.module ? [answer.module.buffer] : [])
  }
  postMessage({ ready: true })
}).catch(error => postMessage({ fatal: String(error?.message ?? error) }))
