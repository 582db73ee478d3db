// The compiler, in a worker of its own, so that no formula can hold up the page. A compilation that takes too long is ended
// with its worker; the next one gets a new worker.

const limit = 8000 // milliseconds for one formula; ordinary ones take some tens
const loading = 120000

export class Compiler {
  // state is told 'loading', 'ready' and 'ended'.
  constructor(state) {
    this.state = state
    this.worker = null
    this.waiting = null // the newest formula that is not being compiled yet
    this.running = null
  }
  // start fetches the compiler, if that has not been done.
  start() {
    if (this.worker) return
    this.state('loading')
    this.ready = false
    const worker = this.worker = new Worker(new URL('./compiler-worker.js', import.meta.url), { type: 'module' })
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
  // compile resolves to {module, shown, gradient, ms}, {error: […]}, or null when a newer formula has taken the place of this one.
  compile(formula) {
    this.waiting?.resolve(null)
    const { promise, resolve } = Promise.withResolvers ? Promise.withResolvers() : deferred()
    this.waiting = { formula, resolve }
    this.start()
    this.next()
    return promise
  }
  next() {
    if (!this.ready || this.running || !this.waiting) return
    this.running = this.waiting
    this.waiting = null
    this.timer = setTimeout(() => this.end(`this formula took more than ${limit / 1000} seconds to compile, and was given up`), limit)
    this.worker.postMessage(this.running.formula)
  }
  end(why) {
    clearTimeout(this.timer)
    this.worker?.terminate()
    this.worker = null
    this.ready = false
    this.state('ended')
    const failed = this.running ?? this.waiting
    if (failed === this.waiting) this.waiting = null
    this.running = null
    failed?.resolve({ error: [{ text: why, hint: '', column: 0, length: 0 }] })
    if (this.waiting) this.start()
  }
}

function deferred() {
  const out = {}
  out.promise = new Promise(resolve => { out.resolve = resolve })
  return out
}
