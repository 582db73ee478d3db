// Numbers as people read them.

// number has six significant digits and a true minus.
export function number(x) {
  if (Number.isNaN(x)) return 'undefined'
  if (!Number.isFinite(x)) return x > 0 ? '∞' : '−∞'
  if (x === 0) return '0'
  const a = Math.abs(x)
  const text = a >= 1e6 || a < 1e-4 ? x.toExponential(5).replace(/\.?0+e/, 'e').replace('e+', 'e') : String(+x.toPrecision(6))
  return text.replaceAll('-', '−')
}

// say puts text into an element, by its one text node, so that little is laid out anew.
export function say(e, text) {
  if (e.firstChild?.nodeType !== Node.TEXT_NODE || e.childNodes.length > 1) e.textContent = text
  else if (e.firstChild.data !== text) e.firstChild.data = text
}

export function bytes(n) {
  if (n < 1000) return `${n} bytes`
  return n < 1e6 ? `${(n / 1e3).toFixed(1)} kB` : `${(n / 1e6).toFixed(1)} MB`
}

export function milliseconds(ms) {
  if (ms < 1) return `${Math.max(1, Math.round(ms * 1000))} µs`
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
}
