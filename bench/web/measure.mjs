// Time in Node: interleaved rounds, as bench/measure does it in Go. The clock is the processor time of this process.

const now = () => { const u = process.cpuUsage(); return (u.user + u.system) * 1e3 } // ns

const batch = (f, n) => {
  const start = now()
  for (let i = 0; i < n; i++) f()
  return now() - start
}

// calibrate warms a function up, for a good share of the time that it gets, and long enough for V8 to optimise giant functions, and finds how many calls fill `want` nanoseconds.
const calibrate = (f, want, warm) => {
  const start = now()
  let n = 1, took
  do {
    took = batch(f, n)
    if (took < want / 4) n *= 4
  } while (took < want / 4 && n < 2 ** 30 || now() - start < warm)
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
