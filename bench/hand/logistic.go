package hand

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// LogisticValue is the negative log-likelihood of logistic regression.
func LogisticValue(theta []float64, x [][]float64, y []float64) float64 {
	y = y[:len(x)]
	f := 0.0
	for i, xi := range x {
		z := floats.Dot(xi, theta)
		f += max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) - y[i]*z
	}
	return f
}

// LogisticGrad is the value, and writes the gradient by theta to thetabar.
func LogisticGrad(theta []float64, x [][]float64, y, thetabar []float64) float64 {
	y = y[:len(x)]
	clear(thetabar)
	f := 0.0
	for i, xi := range x {
		z := floats.Dot(xi, theta)
		e := math.Exp(-math.Abs(z))
		f += max(z, 0) + math.Log1p(e) - y[i]*z
		// The sigmoid of z from the exponential that is there already.
		s := e
		if z >= 0 {
			s = 1
		}
		floats.AddScaled(thetabar, s/(1+e)-y[i], xi)
	}
	return f
}
