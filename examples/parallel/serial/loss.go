// Package serial is package parallel without the setting parallel.
package serial

//chad:emit fastmath

import "math"

// Loss is the negative log-likelihood of a regression with groups: observation i, of group k[i], has the features a[i]
// and the outcome b[i].
//
//chad:grad wrt=x,u
//chad:hvp wrt=x,u
func Loss(a [][]float64, b []float64, k []int, x, u []float64) float64 {
	s := 0.0
	for i, row := range a {
		t := u[k[i]]
		for j, xj := range x {
			t += row[j] * math.Tanh(xj)
		}
		if t > 0 { // log(1+exp(t)) where exp(t) may be infinite
			s += t + math.Log1p(math.Exp(-t)) - b[i]*t
		} else {
			s += math.Log1p(math.Exp(t)) - b[i]*t
		}
	}
	return s
}
