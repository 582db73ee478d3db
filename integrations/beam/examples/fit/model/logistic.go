package model

import "math"

// Logistic is the negative log-likelihood of logistic regression, with a penalty on the squares of theta. Each row of
// x is an example, y is 0 or 1.
//
//chad:sum over=x,y wrt=theta reproducible
//chad:grad wrt=theta
//chad:hvp wrt=theta
func Logistic(theta []float64, x [][]float64, y []float64, lambda float64) float64 {
	sum := 0.0
	for i, row := range x {
		z := 0.0
		for j, t := range theta {
			z += t * row[j]
		}
		if z > 0 { // the same in both branches, but neither overflows
			sum += z + math.Log1p(math.Exp(-z)) - y[i]*z
		} else {
			sum += math.Log1p(math.Exp(z)) - y[i]*z
		}
	}
	squares := 0.0
	for _, t := range theta {
		squares += t * t
	}
	return sum + lambda/2*squares
}

// LogisticSlope is the derivative of Logistic along d. So its gradient is the Hessian of Logistic times d.
//
//chad:sum over=x,y wrt=theta reproducible
func LogisticSlope(theta, d []float64, x [][]float64, y []float64, lambda float64) float64 {
	sum := 0.0
	for i, row := range x {
		z, dz := 0.0, 0.0
		for j, t := range theta {
			z += t * row[j]
			dz += d[j] * row[j]
		}
		sum += (1/(1+math.Exp(-z)) - y[i]) * dz
	}
	product := 0.0
	for j, t := range theta {
		product += t * d[j]
	}
	return sum + lambda*product
}
