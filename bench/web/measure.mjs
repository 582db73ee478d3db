// Time in Node: interleaved rounds, as bench/measure does it in Go. The clock is the processor time of this process.

const now = () => { const u = process.cpuUsage(); return (u.user + u.system) * 1e3 } // ns

const batch = (f, n) => {
  const start = now()
  for (let i = 0; i < n; i++) f()
  return now() - start
}

// calibrate warms a function up and finds how many calls fill `want` nanoseconds. It goes on for `warm` nanoseconds, and as long again as calls have become
// faster: V8 optimises giant functions beside the program that calls them, for seconds, and a clock of processor time counts that work too.
const longest = 2e10
const calibrate = (f, want, warm) => {
  const start = now()
  let n = 1, took, least = Infinity, faster = start
  for (;;) {
    took = batch(f, n)
    const at = now()
    if (took / n < 0.97 * least) [least, faster] = [took / n, at]
    if (took < want / 4 && n < 2 ** 30) n *= 4
    else if (at - start > warm && at - faster > Math.max(warm, (at - start) / 2) || at - start > longest) break
  }
  return Math.max(1, Math.floor(want / Math.max(took, 1) * n))
}

// interleave gives for each function the nanoseconds of one call, by rounds; every function gets about `time` nanoseconds.
export const interleave = (fns, time, rounds) => {
  const calls = fns.map((f) => calibrate(f, time / rounds, Math.max(time / 2, 3e8)))
  const out = fns.map(() => [])
  for (let r = 0; r < rounds; r++)
    for (let k = 0; k < fns.length; k++) {
      const i = (k + r) % fns.length
      out[i].push(batch(fns[i], calls[i]) / calls[i])
    }
  return out
}

export const elapsed = now
