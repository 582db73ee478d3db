package hand

import "math"

// KMeans computes the cost of centroids, of finite points. They are packed by fours, so that four
// distances are under way at a time (a sum has to wait for the addition before).
type KMeans struct {
	packed []lanes // groups×d: coordinate j of four centroids; infinite where there is none
	count  []float64
}

// Value is the sum of the squared distances of the points to their nearest centroids.
func (w *KMeans) Value(centroids, points [][]float64) float64 {
	w.pack(centroids)
	f := 0.0
	for _, p := range points {
		_, d := w.nearest(p)
		f += d
	}
	return f
}

// Grad is the value, and writes the gradient by the centroids to centroidsbar.
func (w *KMeans) Grad(centroids, points, centroidsbar [][]float64) float64 {
	w.pack(centroids)
	clearRows(centroidsbar)
	f := 0.0
	for _, p := range points {
		best, d := w.nearest(p)
		f += d
		c, bar := centroids[best], centroidsbar[best]
		c, bar = c[:len(p)], bar[:len(p)]
		for j, pj := range p {
			bar[j] += c[j] - pj
		}
	}
	for _, bar := range centroidsbar {
		for j := range bar {
			bar[j] *= 2
		}
	}
	return f
}

// HVP writes the product of the Hessian by the centroids with dcentroids to hv.
// The Hessian is diagonal: twice the number of the points that are nearest to a centroid.
func (w *KMeans) HVP(centroids, points, dcentroids, hv [][]float64) {
	w.pack(centroids)
	w.count = grow(w.count, len(centroids))
	clear(w.count)
	for _, p := range points {
		best, _ := w.nearest(p)
		w.count[best]++
	}
	for c, row := range hv {
		twice := 2 * w.count[c]
		dc := dcentroids[c][:len(row)]
		for j := range row {
			row[j] = twice * dc[j]
		}
	}
}

// pack sets packed.
func (w *KMeans) pack(centroids [][]float64) {
	d := len(centroids[0])
	w.packed = grow(w.packed, (len(centroids)+3)/4*d)
	none := math.Inf(1)
	for g := range w.packed {
		v := lanes{none, none, none, none}
		j, rest := g%d, centroids[g/d*4:]
		v.a = rest[0][j]
		if len(rest) > 1 {
			v.b = rest[1][j]
		}
		if len(rest) > 2 {
			v.c = rest[2][j]
		}
		if len(rest) > 3 {
			v.d = rest[3][j]
		}
		w.packed[g] = v
	}
}

// nearest is the centroid nearest to p and its squared distance. Numbers that
// are not negative are ordered as their bits are, and integers are compared
// without a branch, which nobody could predict here.
func (w *KMeans) nearest(p []float64) (best int, least float64) {
	at := math.Float64bits(math.Inf(1))
	packed := w.packed
	for i := 0; len(packed) >= len(p) && len(packed) > 0; i += 4 {
		group := packed[:len(p)]
		var a, b, c, d float64
		for j, pj := range p {
			v := &group[j]
			s, t := pj-v.a, pj-v.b
			a += s * s
			b += t * t
			s, t = pj-v.c, pj-v.d
			c += s * s
			d += t * t
		}
		if bits := math.Float64bits(a); bits < at {
			at, best = bits, i
		}
		if bits := math.Float64bits(b); bits < at {
			at, best = bits, i+1
		}
		if bits := math.Float64bits(c); bits < at {
			at, best = bits, i+2
		}
		if bits := math.Float64bits(d); bits < at {
			at, best = bits, i+3
		}
		packed = packed[len(p):]
	}
	return best, math.Float64frombits(at)
}
