// Pixels of triangles. The surface has thousands of them in each frame in which it is turned: filled one by one as paths of a canvas they
// take several times what a frame may take.

// A Raster is a picture of 32-bit colours (red first in memory, as in ImageData), transparent at first.
export class Raster {
  constructor(width, height) {
    Object.assign(this, { width, height, image: new ImageData(width, height) })
    this.out = new Uint32Array(this.image.data.buffer)
  }
  // clear makes all pixels transparent.
  clear() { this.out.fill(0) }

  // triangle fills the pixels whose middles lie in a triangle of points (px, py) and colours (red, green, blue), given by three indices.
  // Colours go evenly from corner to corner. Neighbours with a common edge leave no gap and no pixel twice.
  triangle({ px, py, red, green, blue }, a, b, c) {
    const { width, height, out } = this
    let t
    if (py[b] < py[a]) { t = a; a = b; b = t }
    if (py[c] < py[b]) { t = b; b = c; c = t }
    if (py[b] < py[a]) { t = a; a = b; b = t }
    const ax = px[a], ay = py[a], bx = px[b] - ax, by = py[b] - ay, cx = px[c] - ax, cy = py[c] - ay
    const area = bx * cy - cx * by
    if (!(Math.abs(area) > 1e-6)) return
    const top = Math.max(0, Math.ceil(ay - 0.5)), bottom = Math.min(height, Math.ceil(py[c] - 0.5))
    if (top >= bottom) return
    const rb = red[b] - red[a], rc = red[c] - red[a], rx = (rb * cy - rc * by) / area, ry = (rc * bx - rb * cx) / area
    const gb = green[b] - green[a], gc = green[c] - green[a], gx = (gb * cy - gc * by) / area, gy = (gc * bx - gb * cx) / area
    const lb = blue[b] - blue[a], lc = blue[c] - blue[a], lx = (lb * cy - lc * by) / area, ly = (lc * bx - lb * cx) / area
    for (let y = top; y < bottom; y++) {
      const dy = y + 0.5 - ay, long = cx * dy / cy
      const short = dy < by ? bx * dy / by : cy === by ? long : bx + (cx - bx) * (dy - by) / (cy - by)
      const from = Math.max(0, Math.ceil(ax + Math.min(long, short) - 0.5)), to = Math.min(width, Math.ceil(ax + Math.max(long, short) - 0.5))
      if (from >= to) continue
      const dx = from + 0.5 - ax
      let r = red[a] + dx * rx + dy * ry, g = green[a] + dx * gx + dy * gy, l = blue[a] + dx * lx + dy * ly
      for (let i = y * width + from, end = y * width + to; i < end; i++) {
        out[i] = 0xff000000 | l << 16 | g << 8 | r
        r += rx
        g += gx
        l += lx
      }
    }
  }
}
