package implicit

import "math"

func cost(x, a, b float64) float64 { return math.Cosh(x-a) + b*x*x }

// Least is where cost is least, by golden section.
//
//chad:implicit minimises=cost
func Least(a, b float64) float64 {
	lo, hi := -10.0, 10.0
	for range 200 {
		l, h := lo+(hi-lo)*0.381966, hi-(hi-lo)*0.381966
		if cost(l, a, b) < cost(h, a, b) {
			hi = h
		} else {
			lo = l
		}
	}
	return (lo + hi) / 2
}

// AtLeast is a function of the minimiser.
//
//chad:grad
func AtLeast(a, b float64) float64 { return Least(a, b) * a }

// energy of two springs.
func energy(x []float64, k []float64, load float64) float64 {
	s := 0.0
	for i := range x {
		d := x[i]
		if i > 0 {
			d -= x[i-1]
		}
		s += 0.5*k[i]*d*d + 0.25*d*d*d*d - load*x[i]
	}
	return s
}

// Rest is by gradient descent.
//
//chad:implicit minimises=energy
func Rest(k []float64, load float64) []float64 {
	x := make([]float64, len(k))
	for range 20000 {
		g := make([]float64, len(k))
		for i := range x {
			d := x[i]
			if i > 0 {
				d -= x[i-1]
			}
			f := k[i]*d + d*d*d
			g[i] += f - load
			if i > 0 {
				g[i-1] -= f
			}
		}
		for i := range x {
			x[i] -= 0.05 * g[i]
		}
	}
	return x
}

// End is one of the other.
//
//chad:grad
func End(k []float64, load float64) float64 {
	x := Rest(k, load)
	s := 0.0
	for i, v := range x {
		s += float64(i+1) * v * v
	}
	return s
}
