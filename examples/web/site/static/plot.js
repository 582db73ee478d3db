// What the two pictures of a formula share: colours by height, a scale that outliers do not spoil, and contours.

// Stops of a scale from low to high, dark to light, whose lightness rises evenly.
const stops = [[38, 48, 92], [32, 92, 122], [48, 133, 126], [112, 170, 112], [190, 199, 108], [250, 227, 150]]

export function shade(t) {
  const p = Math.max(0, Math.min(1, t)) * (stops.length - 1), i = Math.min(stops.length - 2, Math.floor(p)), k = p - i
  return stops[i].map((v, c) => v + k * (stops[i + 1][c] - v))
}

// range is where most of the values lie: a pole does not make all else flat.
export function range(values) {
  const v = Float64Array.from(values).filter(Number.isFinite).sort()
  if (!v.length) return [-1, 1]
  let lo = v[0], hi = v[v.length - 1]
  const q = p => v[Math.floor(p * (v.length - 1))]
  const a = q(0.03), b = q(0.97), spread = Math.max(b - a, 1e-12)
  lo = Math.max(lo, a - 0.6 * spread)
  hi = Math.min(hi, b + 0.6 * spread)
  return hi - lo > 1e-12 * Math.max(1, Math.abs(lo)) ? [lo, hi] : [lo - 0.5, lo + 0.5]
}

// contours calls line (x0, y0, x1, y1), in cells, for the pieces of a contour (marching squares).
export function contours(z, n, level, line) {
  const cut = new Float64Array(8)
  for (let j = 0; j + 1 < n; j++) {
    for (let i = 0; i + 1 < n; i++) {
      const a = z[j * n + i] - level, b = z[j * n + i + 1] - level, c = z[(j + 1) * n + i + 1] - level, d = z[(j + 1) * n + i] - level
      if (a > 0 && b > 0 && c > 0 && d > 0 || a < 0 && b < 0 && c < 0 && d < 0 || !Number.isFinite(a + b + c + d)) continue
      let k = 0
      if (a * b < 0) { cut[k++] = i + a / (a - b); cut[k++] = j }
      if (b * c < 0) { cut[k++] = i + 1; cut[k++] = j + b / (b - c) }
      if (c * d < 0) { cut[k++] = i + d / (d - c); cut[k++] = j + 1 }
      if (d * a < 0) { cut[k++] = i; cut[k++] = j + a / (a - d) }
      for (let m = 0; m + 3 < k; m += 4) line(cut[m], cut[m + 1], cut[m + 2], cut[m + 3])
    }
  }
}

// taylor is the quadratic approximation at a point that was computed.
export const taylor = ({ x, y, f, dx, dy, h }) => (a, b) => {
  const u = a - x, v = b - y
  return f + dx * u + dy * v + 0.5 * (h[0] * u * u + (h[1] + h[2]) * u * v + h[3] * v * v)
}

// patch is half the side of the square where the approximation is shown.
export const patch = half => 0.3 * half
