// Package jacobians measures whole matrices of derivatives: several unit vectors at once, and compressed by colours,
// against one directional derivative after the other.
//
//	go test -bench . ./jacobians
package jacobians

import "math"

// Broyden is the tridiagonal function of Broyden: few and cheap operations.
//
//chad:jacobian
//chad:jacobian by=colors
//chad:jvp
func Broyden(x []float64) []float64 {
	n := len(x)
	f := make([]float64, n)
	for i := range x {
		v := (3-2*x[i])*x[i] + 1
		if i > 0 {
			v -= x[i-1]
		}
		if i < n-1 {
			v -= 2 * x[i+1]
		}
		f[i] = v
	}
	return f
}

// Dense is a layer of neurons: as many rows as a has, calls of package math.
//
//chad:jacobian wrt=x
//chad:jvp wrt=x
func Dense(x []float64, a [][]float64) []float64 {
	y := make([]float64, len(a))
	for i, row := range a {
		s := 0.0
		for j, t := range row {
			s += t * math.Tanh(x[j])
		}
		y[i] = math.Exp(-s * s)
	}
	return y
}

// Phases are some steps of coupled oscillators.
//
//chad:jacobian wrt=x
//chad:jvp wrt=x
func Phases(x []float64, steps int) []float64 {
	y := make([]float64, len(x))
	copy(y, x)
	for range steps {
		c := 0.0
		for _, t := range y {
			c += t
		}
		for i, t := range y {
			y[i] = t + 0.01*math.Sin(t-c)
		}
	}
	return y
}

// Rosenbrock is the function of Rosenbrock.
//
//chad:hessian
//chad:hessian by=colors
//chad:hvp
func Rosenbrock(x []float64) float64 {
	s := 0.0
	for i := 0; i+1 < len(x); i++ {
		a := x[i+1] - x[i]*x[i]
		b := 1 - x[i]
		s += 100*a*a + b*b
	}
	return s
}

// Logistic is the negative log-likelihood of logistic regression.
//
//chad:hessian wrt=theta
//chad:hvp wrt=theta
func Logistic(theta []float64, x [][]float64, y []float64) float64 {
	sum := 0.0
	for i, row := range x {
		z := 0.0
		for j, t := range theta {
			z += t * row[j]
		}
		sum += math.Log1p(math.Exp(z)) - y[i]*z
	}
	return sum
}
