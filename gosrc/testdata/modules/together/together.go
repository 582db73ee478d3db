// Package together has derivatives by hand that carry values and tangents through the same loops, branches and calls.
package together

import "math"

func power(x float64, n int) float64 { return math.Pow(x, float64(n)) }

//chad:derivative of=power
func powerJVP(x float64, n int, dx float64) (float64, float64) {
	y, dy := 1.0, 0.0
	for range n {
		y, dy = y*x, dy*x+y*dx
	}
	return y, dy
}

// root is the square root of a.
func root(a float64) float64 { return math.Sqrt(a) }

//chad:derivative of=root
func rootJVP(a, da float64) (float64, float64) {
	x, dx := a, da
	for math.Abs(x*x-a) > 1e-13*a {
		x, dx = (x+a/x)/2, (dx+da/x-a/x/x*dx)/2
	}
	return (x + a/x) / 2, (dx + da/x - a/x/x*dx) / 2
}

// filtered is a recurrence over x.
func filtered(x []float64, k float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = v * v
		if i > 0 {
			y[i] += k * y[i-1]
		}
	}
	return y
}

//chad:derivative of=filtered
func filteredJVP(x []float64, k float64, dx []float64, dk float64) ([]float64, []float64) {
	y, dy := make([]float64, len(x)), make([]float64, len(x))
	for i, v := range x {
		y[i], dy[i] = v*v, 2*v*dx[i]
		if i > 0 {
			y[i] += k * y[i-1]
			dy[i] += dk*y[i-1] + k*dy[i-1]
		}
	}
	return y, dy
}

type dual struct{ v, d float64 }

func times(a, b dual) dual { return dual{a.v * b.v, a.d*b.v + a.v*b.d} }

func plus(a, b dual) dual { return dual{a.v + b.v, a.d + b.d} }

// cubic is x³ + 2x, or x² where x is negative.
func cubic(x float64) float64 {
	if x < 0 {
		return x * x
	}
	return x*x*x + 2*x
}

//chad:derivative of=cubic
func cubicJVP(x, dx float64) (float64, float64) {
	a := dual{x, dx}
	b := times(a, a)
	if x >= 0 {
		b = plus(times(b, a), dual{2 * x, 2 * dx})
	}
	return b.v, b.d
}

// All calls them.
//
//chad:grad
//chad:jvp
//chad:hvp
func All(x []float64, k float64) float64 {
	s := 0.0
	for i, v := range filtered(x, k) {
		s += power(v, i%4) * root(1+v*v) * cubic(x[i])
	}
	return s
}

// Plain is All without derivatives by hand.
//
//chad:grad
//chad:jvp
//chad:hvp
func Plain(x []float64, k float64) float64 {
	s, y := 0.0, 0.0
	for i, v := range x {
		y = v*v + k*y
		p := y
		if i%4 == 0 {
			p = 1
		}
		for range i%4 - 1 {
			p *= y
		}
		c := v * v
		if v >= 0 {
			c = v*v*v + 2*v
		}
		s += p * math.Sqrt(1+y*y) * c
	}
	return s
}
