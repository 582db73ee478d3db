package hand

import "gonum.org/v1/gonum/floats"

// LeastSquaresValue is half the squared norm of a·theta − b.
func LeastSquaresValue(theta []float64, a [][]float64, b []float64) float64 {
	b = b[:len(a)]
	f := 0.0
	for i, ai := range a {
		r := floats.Dot(ai, theta) - b[i]
		f += r * r
	}
	return f / 2
}

// LeastSquaresGrad is the value, and writes the gradient by theta to thetabar.
// Each row is used for both products while it is in the cache.
func LeastSquaresGrad(theta []float64, a [][]float64, b, thetabar []float64) float64 {
	b = b[:len(a)]
	clear(thetabar)
	f := 0.0
	for i, ai := range a {
		r := floats.Dot(ai, theta) - b[i]
		f += r * r
		floats.AddScaled(thetabar, r, ai)
	}
	return f / 2
}
