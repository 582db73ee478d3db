package plain

//chad:emit elementary blas fastmath

import "math"

// softplus is log(1 + eᶻ) without overflow.
func softplus(z float64) float64 {
	if z > 0 {
		return z + math.Log1p(math.Exp(-z))
	}
	return math.Log1p(math.Exp(z))
}

// Logistic is logistic regression: the negative log-likelihood of labels y, each 0 or 1.
//
//chad:grad wrt=theta
//chad:jvp wrt=theta
func Logistic(theta []float64, x [][]float64, y []float64) float64 {
	sum := 0.0
	for i, row := range x {
		z := 0.0
		for j, t := range theta {
			z += t * row[j]
		}
		sum += softplus(z) - y[i]*z
	}
	return sum
}
