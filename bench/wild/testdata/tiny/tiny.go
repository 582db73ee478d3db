// Package tiny has a function of each kind that can be called from elsewhere, and some that cannot.
package tiny

import (
	"errors"
	"math"
	"math/rand/v2"
	"time"
)

// Square has a derivative.
func Square(x float64) float64 { return x * x }

// Cube has one that the test gets wrong.
func Cube(x float64) float64 { return x * x * x }

// Halve is refused by the test.
func Halve(x float64) float64 { return x / 2 }

// Never has no values.
func Never(x float64) float64 { return math.NaN() }

// Vec is plain.
type Vec struct{ X, Y float64 }

// Norm is a method of a value.
func (v Vec) Norm() float64 { return math.Hypot(v.X, v.Y) }

// Grow is a method of a pointer, which it writes to.
func (v *Vec) Grow(by float64) (Vec, string, error) {
	v.X *= by
	return *v, "", nil
}

// Line can only be made by its constructor.
type Line struct{ a, b float64 }

// NewLine may fail.
func NewLine(a, b float64) (*Line, error) {
	if a == 0 {
		return nil, errors.New("flat")
	}
	return &Line{a, b}, nil
}

// At is a value.
func (l *Line) At(x float64) float64 { return l.a*x + l.b }

// Normal has a field which is left out.
type Normal struct {
	Mu, Sigma float64
	Src       rand.Source
}

// LogProb is called on a literal.
func (n Normal) LogProb(x float64) float64 {
	return -0.5*math.Pow((x-n.Mu)/n.Sigma, 2) - math.Log(n.Sigma)
}

// Rand is no function of its arguments.
func (n Normal) Rand() float64 { return n.Mu + n.Sigma*rand.NormFloat64() }

// Sum takes any number of them, of any type.
func Sum[T ~float64 | ~int](xs ...T) T {
	var s T
	for _, x := range xs {
		s += x
	}
	return s
}

// Integral calls a function.
func Integral(f func(float64) float64, a, b float64) float64 { return f((a+b)/2) * (b - a) }

// Height depends on the time.
func Height(t time.Time, latitude float64) float64 { return latitude * float64(t.Hour()) }

// Name takes what cannot be drawn.
func Name(s string, x float64) float64 { return x }

// Count gives no float64.
func Count(x float64) int { return int(x) }

// Narrow holds float32s.
func Narrow(x float32) float64 { return float64(x) }
