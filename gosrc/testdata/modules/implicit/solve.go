// Package implicit differentiates what solves an equation.
package implicit

import "math"

func residual(x, a, b float64) float64 { return x*x*x + b*math.Sin(x) - a }

//chad:implicit residual=residual
func Root(a, b float64) float64 {
	lo, hi := 0.0, 10.0
	for range 60 {
		m := (lo + hi) / 2
		if residual(m, a, b) > 0 {
			hi = m
		} else {
			lo = m
		}
	}
	return (lo + hi) / 2
}

//chad:grad
//chad:hessian
func Loss(ab []float64) float64 { x := Root(ab[0], ab[1]); return x * x }

// system is two equations in two unknowns.
func system(x []float64, p []float64, k float64) []float64 {
	return []float64{x[0]*x[0] + k*x[1] - p[0], math.Exp(0.3*x[1]) + x[0]*x[1] - p[1]}
}

//chad:implicit residual=system
func Solve(p []float64, k float64) []float64 {
	x := []float64{1, 1}
	for range 50 {
		r := system(x, p, k)
		a, b, c, d := 2*x[0], k, x[1], 0.3*math.Exp(0.3*x[1])+x[0]
		det := a*d - b*c
		x[0] -= (d*r[0] - b*r[1]) / det
		x[1] -= (a*r[1] - c*r[0]) / det
	}
	return x
}

//chad:grad
//chad:hvp
func Use(p []float64, k float64) float64 { x := Solve(p, k); return x[0]*x[1] + math.Sin(x[0]) }

func fixed(x [2]float64, a float64) [2]float64 {
	return [2]float64{x[0] - 0.5*math.Cos(x[1]*a), x[1] - 0.5*math.Sin(x[0]) - a}
}

//chad:implicit residual=fixed
func Fixed(a float64) ([2]float64, error) {
	var x [2]float64
	for range 200 {
		r := fixed(x, a)
		x[0] -= r[0]
		x[1] -= r[1]
	}
	return x, nil
}

//chad:grad
func UseFixed(a float64) float64 {
	x, err := Fixed(a)
	if err != nil {
		return 0
	}
	return x[0] + 2*x[1]
}
