package hand

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// LogSumExpValue is the logarithm of the sum of the exponentials.
func LogSumExpValue(x []float64) float64 {
	var block [256]float64 // of exponentials, which nobody needs
	m, s := maximum(x), 0.0
	for len(x) > len(block) {
		s += expSum(block[:], x[:len(block)], m)
		x = x[len(block):]
	}
	return m + math.Log(s+expSum(block[:len(x)], x, m))
}

// LogSumExpGrad is the value, and writes the gradient, the softmax of x, to xbar.
func LogSumExpGrad(x, xbar []float64) float64 {
	m := maximum(x)
	s := expSum(xbar, x, m)
	floats.Scale(1/s, xbar)
	return m + math.Log(s)
}

// maximum is the largest element. Four are compared at a time, since a
// comparison has to wait for the one before.
func maximum(x []float64) float64 {
	a := math.Inf(-1)
	b, c, d := a, a, a
	for len(x) >= 4 {
		if x[0] > a {
			a = x[0]
		}
		if x[1] > b {
			b = x[1]
		}
		if x[2] > c {
			c = x[2]
		}
		if x[3] > d {
			d = x[3]
		}
		x = x[4:]
	}
	for _, v := range x {
		a = max(a, v)
	}
	return max(max(a, b), max(c, d))
}
