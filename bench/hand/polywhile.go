package hand

import "math"

// PolyWhileValue adds the terms c[i]·xⁱ while |xⁱ| > tol.
func PolyWhileValue(c []float64, x, tol float64) float64 {
	s, q := 0.0, 1.0
	for _, ci := range c {
		if !(math.Abs(q) > tol) {
			break
		}
		s += ci * q
		q *= x
	}
	return s
}

// PolyWhileGrad is the value and the derivative by x, and writes the gradient by c to cbar.
// The derivative by x uses the powers as they come, so nothing is kept.
func PolyWhileGrad(c []float64, x, tol float64, cbar []float64) (value, xbar float64) {
	cbar = cbar[:len(c)]
	s, ds, q, below, k := 0.0, 0.0, 1.0, 0.0, 0.0
	for i, ci := range c {
		if !(math.Abs(q) > tol) {
			clear(cbar[i:])
			break
		}
		cbar[i] = q
		s += ci * q
		ds += k * ci * below // below is xⁱ⁻¹
		k++
		below, q = q, q*x
	}
	return s, ds
}
