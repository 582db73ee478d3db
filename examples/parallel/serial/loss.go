// Package serial is package parallel without the setting parallel.
package serial

//chad:emit fastmath

import "math"

// Loss is the negative log-likelihood of a regression with groups: observation i, of group k[i], has the features a[i] and the outcome b[i].
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
		s += softplus(t) - b[i]*t
	}
	return s
}

// softplus is log(1+exp(t)), also where exp(t) is infinite.
func softplus(t float64) float64 {
	if t > 0 {
		return t + math.Log1p(math.Exp(-t))
	}
	return math.Log1p(math.Exp(t))
}
