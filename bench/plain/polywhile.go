package plain

//chad:emit fastmath

import "math"

// PolyWhile is a polynomial with coefficients c whose terms are added while the power of x is not negligible.
//
//chad:grad wrt=c,x
//chad:jvp wrt=c,x
func PolyWhile(c []float64, x, tol float64) float64 {
	sum, power := 0.0, 1.0
	for i := 0; i < len(c) && math.Abs(power) > tol; i++ {
		sum += c[i] * power
		power *= x
	}
	return sum
}
