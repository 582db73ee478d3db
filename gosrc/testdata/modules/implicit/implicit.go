// Package implicit differentiates what an equation defines.
package implicit

import "math"

//chad:jvp
func residual(x, a, b float64) float64 { return x*x*x + b*math.Sin(x) - a }

// Root solves residual(x, a, b) = 0 by bisection.
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

//chad:derivative of=Root
func rootJVP(a, b, da, db float64) (float64, float64) {
	x := Root(a, b)
	_, rx := residualJVP(x, a, b, 1, 0, 0)
	_, r := residualJVP(x, a, b, 0, da, db)
	return x, -r / rx
}

//chad:grad
//chad:hessian
func Loss(ab []float64) float64 { x := Root(ab[0], ab[1]); return x * x }
