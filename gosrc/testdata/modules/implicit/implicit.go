// Package implicit differentiates what solves an equation.
package implicit

import "math"

//chad:jvp
func equation(x, a, b float64) float64 { return x*x*x + b*math.Sin(x) - a }

// Bisected solves equation(x, a, b) = 0 by bisection.
func Bisected(a, b float64) float64 {
	lo, hi := 0.0, 10.0
	for range 60 {
		m := (lo + hi) / 2
		if equation(m, a, b) > 0 {
			hi = m
		} else {
			lo = m
		}
	}
	return (lo + hi) / 2
}

//chad:derivative of=Bisected
func bisectedJVP(a, b, da, db float64) (float64, float64) {
	x := Bisected(a, b)
	_, rx := equationJVP(x, a, b, 1, 0, 0)
	_, r := equationJVP(x, a, b, 0, da, db)
	return x, -r / rx
}

//chad:grad
//chad:hessian
func Square(ab []float64) float64 { x := Bisected(ab[0], ab[1]); return x * x }
