package hand

import "math"

// LogSumExpValue is the logarithm of the sum of the exponentials.
func LogSumExpValue(x []float64) float64 {
	m := maximum(x)
	s := 0.0
	for _, xi := range x {
		s += math.Exp(xi - m)
	}
	return m + math.Log(s)
}

// LogSumExpGrad is the value, and writes the gradient, the softmax of x, to xbar.
func LogSumExpGrad(x, xbar []float64) float64 {
	xbar = xbar[:len(x)]
	m := maximum(x)
	s := 0.0
	for i, xi := range x {
		e := math.Exp(xi - m)
		xbar[i] = e
		s += e
	}
	scale := 1 / s
	for i := range xbar {
		xbar[i] *= scale
	}
	return m + math.Log(s)
}

// maximum is the largest element.
func maximum(x []float64) float64 {
	m := math.Inf(-1)
	for _, xi := range x {
		if xi > m {
			m = xi
		}
	}
	return m
}
