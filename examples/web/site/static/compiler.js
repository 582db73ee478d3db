// The compiler, in a worker of its own, so that no program can hold up the page. A compilation that takes too long is ended
// with its worker; the next one gets a new worker.

const limit = 8000 // milliseconds for one program; ordinary ones take some tens
const loading = 120000

export class Compiler {
  // script is that of the worker.
  constructor(script) {
    this.script = script
    this.told = []
    this.worker = null
    this.waiting = new Map() // by demonstration, the newest text that is not being compiled yet
    this.running = null
  }
  // tell has a function told 'loading', 'ready' and 'ended'.
  tell(f) { this.told.push(f) }
  state(what) { for (const f of this.told) f(what) }
  // start fetches the compiler, if that has not been done.
  start() {
    if (this.worker) return
    this.state('loading')
    this.ready = false
    const worker = this.worker = new Worker(new URL(this.script, import.meta.url), { type: 'module' })
    this.timer = setTimeout(() => this.end('the compiler did not arrive'), loading)
    worker.onmessage = ({ data }) => {
      if (worker !== this.worker) return
      clearTimeout(this.timer)
      if (data.fatal) return this.end(data.fatal)
      if (data.ready) {
        this.ready = true
        this.state('ready')
      } else {
        const { resolve } = this.running
        this.running = null
        resolve(data)
      }
      this.next()
    }
    worker.onerror = e => { e.preventDefault(); if (worker === this.worker) this.end('the compiler failed: ' + (e.message || 'it could not be loaded')) }
  }
  // compile has a text of a demonstration compiled: args are those of the worker's function. It resolves to what the worker's function returns, with ms, or to
  // {error: […]}, or null when a newer text has taken the place of this one.
  compile(name, ...args) {
    this.waiting.get(name)?.resolve(null)
    return new Promise(resolve => {
      this.waiting.set(name, { args, resolve, name })
      this.start()
      this.next()
    })
  }
  // take is the text that has waited longest.
  take() {
    const [job] = this.waiting.values()
    if (job) this.waiting.delete(job.name)
    return job
  }
  next() {
    if (!this.ready || this.running || !this.waiting.size) return
    this.running = this.take()
    this.timer = setTimeout(() => this.end(`this took more than ${limit / 1000} seconds to compile, and was given up`), limit)
    this.worker.postMessage(this.running.args)
  }
  end(why) {
    clearTimeout(this.timer)
    this.worker?.terminate()
    this.worker = null
    this.ready = false
    this.state('ended')
    const failed = this.running ?? this.take()
    this.running = null
    failed?.resolve({ error: [{ text: why, hint: '', line: 0, column: 0, length: 0 }] })
    if (this.waiting.size) this.start()
  }
}
