package plain

//chad:emit elementary fastmath

import "math"

// LogSumExp is the logarithm of the sum of the exponentials of x, without overflow.
//
//chad:grad wrt=x
//chad:jvp wrt=x
func LogSumExp(x []float64) float64 {
	m := x[0]
	for _, v := range x {
		if v > m {
			m = v
		}
	}
	sum := 0.0
	for _, v := range x {
		sum += math.Exp(v - m)
	}
	return m + math.Log(sum)
}
