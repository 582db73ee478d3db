// Package corpus has functions that give pointers in structures.
package corpus

import "math"

// Inner is behind pointers.
type Inner struct {
	A [2]float64
	B float64
	V []float64
}

// Pointers has pointers to numbers, arrays and structures.
type Pointers struct {
	P []float64
	Q *float64
	R *[2]float64
	T *Inner
}

// InResult gives pointers in a structure.
func InResult(x float64, w []float64) Pointers {
	y := x * x
	v := [2]float64{x * y, w[0]}
	return Pointers{P: w[:1], Q: &y, R: &v, T: &Inner{A: v, B: y * w[1], V: []float64{x, y}}}
}

// A Curve is straight between points.
type Curve struct{ x, y, slope []float64 }

// NewCurve has slices of its arguments in its result.
func NewCurve(x, y []float64) *Curve {
	c := &Curve{x: x, y: y, slope: make([]float64, max(len(x)-1, 0))}
	for i := range c.slope {
		c.slope[i] = (y[i+1] - y[i]) / (1 + math.Abs(x[i+1]-x[i]))
	}
	return c
}

// Signs tells 0 from -0.
func Signs(x []float64, n int) float64 {
	s := float64(n)
	for i, v := range x {
		s += math.Copysign(1, v) * (1 + v*v) * float64(i+1)
	}
	return s
}

// Spread gives back some of everything: what is passed flat, in rows, through pointers and by value.
func Spread(x []float64, rows [][]float64, p *float64, c Inner, n int) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = v * *p * c.A[0] * float64(n%3)
		for _, r := range rows {
			for _, w := range r {
				y[i] += w * c.B
			}
		}
		for _, w := range c.V {
			y[i] += w
		}
	}
	return y
}

// Marks is a value with places that have no derivative.
type Marks struct {
	At []int
	V  float64
}

// Marked has a result with ints in a slice, which have no cotangent.
func Marked(x float64, at []int) *Marks {
	return &Marks{At: append([]int(nil), at...), V: x * x}
}
