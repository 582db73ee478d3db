package browser

import (
	"strings"
	"testing"
)

// Triangles with a common edge leave no gap and no pixel twice: of random quadrangles in two triangles, each pixel
// whose middle is inside is filled by exactly one, and none whose middle is outside. The colour of a middle is that of
// the plane through the corners.
func TestRaster(t *testing.T) {
	p := open(t, 500, 800, still)
	got := eval[[]string](p, `(async () => {
    const { Raster } = await import('./raster.js')
    let seed = 1
    const random = n => { seed = (seed * 48271) % 2147483647; return n * (seed / 2147483647) }
    const out = [], size = 40, grey = [40, 90, 140, 190], side = (x, y, i, j, px, py) => (px[j] - px[i]) * (y - py[i]) - (py[j] - py[i]) * (x - px[i])
    let inside = 0
    for (let round = 0; round < 400 && out.length < 3; round++) {
      // Corners in this order around a place give a convex quadrangle if all turns go one way.
      const px = Float64Array.of(random(20), 20 + random(24), 20 + random(24), random(20)), py = Float64Array.of(random(20) - 4, random(20) - 4, 20 + random(24), 20 + random(24))
      if ([0, 1, 2, 3].some(i => side(px[(i + 2) % 4], py[(i + 2) % 4], i, (i + 1) % 4, px, py) <= 0)) continue
      const red = Float64Array.from(px, (x, i) => 60 + 2 * x + py[i]), mesh = { px, py, red, green: red, blue: red }
      const one = new Raster(size, size), two = new Raster(size, size)
      one.triangle(mesh, 2, 0, 1)
      two.triangle(mesh, 3, 2, 0)
      for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) {
        const a = one.out[y * size + x], b = two.out[y * size + x], mx = x + 0.5, my = y + 0.5
        const sides = [0, 1, 2, 3].map(i => side(mx, my, i, (i + 1) % 4, px, py)), most = Math.max(...sides), least = Math.min(...sides)
        if (a && b) out.push(round + ': both fill ' + x + ', ' + y)
        if (least > 1e-6 && !a && !b) out.push(round + ': none fills ' + x + ', ' + y)
        if (least < -1e-6 && (a || b)) out.push(round + ': outside ' + x + ', ' + y)
        const c = (a || b) & 255
        if (least > 1e-6 && Math.abs(c - (60 + 2 * mx + my)) > 1.001) out.push(round + ': ' + c + ' at ' + x + ', ' + y)
        if (a || b) inside++
      }
    }
    if (inside < 10000) out.push('only ' + inside + ' pixels')
    return out
  })()`)
	if len(got) > 0 {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}
