// Package special has functions that a trace takes in another way than by their bodies.
package special

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// root is a square root by hand.
func root(x float64) float64 {
	y := x
	for range 60 {
		if y > 0 {
			y = (y + x/y) / 2
		}
	}
	return y
}

//chad:derivative of=root
func rootJVP(x, dx float64) (float64, float64) {
	y := root(x)
	return y, dx / (2 * y)
}

// Attached calls a function with a derivative of its own.
func Attached(x, k float64) float64 {
	return k*root(x*x+1) + root(4)
}

// AttachedAtZero calls it where that derivative is infinite.
func AttachedAtZero(x float64) float64 {
	return root(x) + x
}

// scaled scales a list in place, and has a derivative of its own.
func scaled(x []float64, k float64) float64 {
	s := 0.0
	for i := range x {
		x[i] *= k
		s += x[i]
	}
	return s
}

//chad:derivative of=scaled
func scaledJVP(x []float64, k float64, dx []float64, dk float64) (s, ds float64) {
	for i := range x {
		dx[i] = k*dx[i] + dk*x[i]
		x[i] *= k
		s += x[i]
		ds += dx[i]
	}
	return s, ds
}

// Written reads what a function with a derivative of its own has written.
func Written(x []float64, k float64) float64 {
	y := append([]float64(nil), x...)
	s := scaled(y, k)
	return s * y[0]
}

//chad:nodiff
func measured(x float64) float64 { return x / 2 }

// Constant goes through a function that is constant for differentiation.
func Constant(x float64) float64 {
	y := 3 * x
	return measured(y) + 1
}

// A Config has a constant.
type Config struct {
	Rate  float64 //chad:nodiff
	Width float64
}

// Field is a function of a constant field and of another.
func (c *Config) Field(x float64) float64 { return c.Rate * c.Width * x }

func residual(x, a float64) float64 { return x*x*x + x - a }

// Solve solves an equation.
//
//chad:implicit residual=residual
func Solve(a float64) float64 {
	x := 1.0
	for range 50 {
		x -= residual(x, a) / (3*x*x + 1)
	}
	return x
}

// Solved is a function of a solution.
func Solved(a float64) float64 { return 2 * Solve(a*a) }

// Inner has a gradient.
//
//chad:grad
func Inner(x float64) float64 { return x * x * x }

// Nested calls it.
func Nested(x float64) float64 {
	var g float64
	v := InnerGrad(x, &g)
	return v + g
}

// Rooted has a gradient that is infinite at 0.
//
//chad:grad
func Rooted(x float64) float64 { return math.Sqrt(x*x*x + x) }

// NestedRoot calls it.
func NestedRoot(x float64) float64 {
	var g float64
	RootedGrad(x+1, &g)
	return g + Rooted(x)
}

// ByHand has a gradient that calls what has a derivative of its own.
//
//chad:grad
func ByHand(x float64) float64 { return x * root(x) }

// NestedAttached calls it.
func NestedAttached(x float64) float64 {
	var g float64
	ByHandGrad(x, &g)
	return g
}

// Idle computes a logarithm that it does not use at 0.
func Idle(x float64) float64 {
	l := math.Log(x)
	if x > 0 {
		return l
	}
	return 2 * x
}

// Unread does not read a parameter unless asked to.
func Unread(x, w float64, use bool) float64 {
	if use {
		x += w
	}
	return x * x
}

// Dropped computes what it does not use.
func Dropped(x, w float64) float64 {
	y := x * w
	if w > 0 {
		y = x
	}
	return y
}

// Two has two results.
func Two(x float64) (a float64, n int, b []float64) { return x * x, 3, []float64{x, 2 * x} }

// Fails panics.
func Fails(x []float64, i int) float64 {
	if i > 5 {
		panic("too much")
	}
	return x[i]
}

// Endless does not end.
func Endless(x float64) float64 {
	for x < 1e9 {
		x = math.Sin(x)
	}
	return x
}

// Deep has arguments of many types.
func Deep(m map[string]float64, k string, u uint8, f32 float32, p *Config, a [2]float64, f func(float64) float64) float64 {
	if k == "twice" {
		return 2 * float64(f32) * a[0]
	}
	return float64(u) * a[1]
}

// A Base is embedded.
type Base struct {
	Scale float64 `json:"scale"`
}

// A Model has an embedded structure.
type Model struct {
	Base
	W     []float64
	names []string
}

// Loss is a function of both.
func (m Model) Loss() float64 { return m.Scale * m.W[0] * m.W[0] }

// Same has an infinite slope before what is constant by its form.
func Same(x float64) float64 { return math.Sqrt(x-x) + 3*x }

// Hidden has one before a maximum that leaves its argument out.
func Hidden(x, y float64) float64 { return math.Sqrt(max(x, 0)) + y }

// Greatest calls what stands on the shelf.
func Greatest(x []float64) float64 { return slices.Max(x) }

// Ratios does, too.
func Ratios(x, y []float64) float64 {
	floats.Div(x, y)
	return x[0] + x[1]
}

// A Poly is a polynomial.
type Poly[T ~float32 | ~float64] struct{ C []T }

// At is its value.
//
//chad:grad inst=float64 wrt=p
func (p *Poly[T]) At(x T) T {
	var y T
	for i := len(p.C) - 1; i >= 0; i-- {
		y = y*x + p.C[i]
	}
	return y
}

// spread has two results, and a VJP.
func spread(x []float64, k float64) (y []float64, s float64) {
	for _, v := range x {
		y, s = append(y, k*v*v), s+k*v
	}
	return y, s
}

//chad:derivative of=spread form=vjp
func spreadVJP(x []float64, k float64, y []float64, s float64, dy []float64, ds float64) (dx []float64, dk float64) {
	dx = make([]float64, len(x))
	for i, v := range x {
		dx[i] = 2*k*v*dy[i] + k*ds
		dk += v*v*dy[i] + v*ds
	}
	return dx, dk
}

// Pulled calls it.
func Pulled(x []float64, k float64) float64 {
	y, s := spread(x, k)
	t := 0.0
	for _, v := range y {
		t += v
	}
	return t * s
}

// half is the square root again, with a VJP that is infinite at 0.
func half(x float64) float64 { return root(x) }

//chad:derivative of=half form=vjp
func halfVJP(x, y, dy float64) float64 {
	return dy / (2 * y)
}

// PulledAtZero calls it.
func PulledAtZero(x float64) float64 { return half(x) + x }
