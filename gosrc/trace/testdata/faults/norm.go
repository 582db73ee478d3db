package faults

import "math"

// NormPlain is a norm at the origin.
// args: [0, 0]
// kind: slope
func NormPlain(x, y float64) float64 {
	return math.Sqrt(x*x + y*y) // fault: NormPlain
}

func norm(v []float64) float64 {
	s := 0.0
	for _, a := range v {
		s += a * a
	}
	return math.Sqrt(s) // fault: NormSlice NormRows
}

// NormSlice is a penalty for weights that are 0.
// args: [[0, 0, 0], 0.1]
// kind: slope
func NormSlice(w []float64, lambda float64) float64 {
	return 1 + lambda*norm(w)
}

// NormUnit normalises a vector of zeros.
// args: [[0, 0]]
// kind: value
func NormUnit(v []float64) float64 {
	n := norm(v)
	s := 0.0
	for i, a := range v {
		s += float64(i) * (a / n) // fault: NormUnit
	}
	return s
}

// Vec is a point in space.
type Vec struct{ X, Y, Z float64 }

// Sub is the difference.
func (a Vec) Sub(b Vec) Vec { return Vec{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }

// Len is the length.
func (a Vec) Len() float64 {
	return math.Sqrt(a.X*a.X + a.Y*a.Y + a.Z*a.Z) // fault: NormPairs NormSpring
}

// NormPairs adds the distances of points of which two are equal.
// args: [[{"X": 0, "Y": 0, "Z": 0}, {"X": 1, "Y": 0, "Z": 2}, {"X": 1, "Y": 0, "Z": 2}]]
// kind: slope
func NormPairs(ps []Vec) float64 {
	s := 0.0
	for i := range ps {
		for j := i + 1; j < len(ps); j++ {
			s += ps[i].Sub(ps[j]).Len()
		}
	}
	return s
}

// NormSpring is the energy of a spring without length.
// args: [{"X": 1, "Y": 1, "Z": 1}, {"X": 1, "Y": 1, "Z": 1}, 0.5]
// kind: slope
func NormSpring(a, b Vec, rest float64) float64 {
	d := a.Sub(b).Len() - rest
	return d * d
}

// NormRows is a group penalty with a group of zeros.
// args: [[[1, 2], [0, 0]]]
// kind: slope
func NormRows(w [][]float64) float64 {
	s := 0.0
	for _, row := range w {
		s += norm(row)
	}
	return s
}

// NormArray has the norm of an array in a closure.
// args: [[0, 0]]
// kind: slope
func NormArray(p [2]float64) float64 {
	length := func(q [2]float64) float64 {
		return math.Pow(q[0]*q[0]+q[1]*q[1], 0.5) // fault: NormArray
	}
	return 2 * length(p)
}

// NormCosine is a cosine with a vector of zeros.
// args: [[1, 2], [0, 0]]
// kind: value
func NormCosine(a, b []float64) float64 {
	dot, aa, bb := 0.0, 0.0, 0.0
	for i := range a {
		dot += a[i] * b[i]
		aa += a[i] * a[i]
		bb += b[i] * b[i]
	}
	den := math.Sqrt(aa) * math.Sqrt(bb)
	return dot / den // fault: NormCosine
}

// NormHypot is a norm whose derivative at the origin is 0 by convention.
// args: [0, 0, 3]
// kind: cut
// wrt: x,y
func NormHypot(x, y, k float64) float64 {
	h := math.Hypot(x, y) // fault: NormHypot
	return k * h
}

// NormDistance is a mean distance to a centre.
// args: [[1, 5], [[1, 5], [2, 6]]]
// wrt: c
// kind: slope
func NormDistance(c []float64, xs [][]float64) float64 {
	total := 0.0
	for _, x := range xs {
		d2 := 0.0
		for j := range c {
			d := x[j] - c[j]
			d2 += d * d
		}
		total += math.Sqrt(d2) // fault: NormDistance
	}
	return total / float64(len(xs))
}
