// The compiler: in a worker of a page, so that the page goes on, and else in this thread.
let running

// compiler is the compiler, started when it is first asked for.
export const compiler = () => running ??= (typeof document === 'object' ? inWorker() : inThread()).catch(error => {
  running = undefined // another may be luckier
  throw error
})

const inThread = async () => {
  const { begin } = await import('./engine.js')
  const f = await begin()
  return { compile: async text => f(text) }
}

const inWorker = () => new Promise((resolve, reject) => {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
  const waiting = []
  const end = why => {
    worker.terminate()
    running = undefined
    reject(why)
    for (const w of waiting.splice(0)) w.reject(why)
  }
  worker.onerror = e => {
    e.preventDefault?.()
    end(Error('the compiler failed: ' + (e.message || 'it could not be loaded')))
  }
  worker.onmessage = ({ data }) => {
    if (data.fatal) return end(Error(data.fatal))
    if (!data.ready) return waiting.shift().resolve(data)
    resolve({ compile: text => new Promise((resolve, reject) => { // answers come in the order of questions
      waiting.push({ resolve, reject })
      worker.postMessage(text)
    }) })
  }
})
