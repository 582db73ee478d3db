package stepwise

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// NewtonCG is Newton's method. It solves H·d = −g by conjugate gradients, which take a product of the Hessian with a
// direction for each of their steps, and stops early there while it is far from the minimum.
type NewtonCG struct {
	s newton
	x []float64
}

// newton is what is stored of a NewtonCG.
type newton struct {
	Options Options
	X, G    []float64
	F       float64
	Started bool
	First   float64

	Trying     bool      // a step is being tried; else conjugate gradients run
	D, R, P    []float64 // of conjugate gradients: solution, residual, direction
	RR, Enough float64
	Products   int // in this round
	T, Slope   float64
	Rounds     int
	Why        string
}

// NewNewtonCG starts a fit at start.
func NewNewtonCG(start []float64, o Options) *NewtonCG {
	return &NewtonCG{s: newton{Options: o.filled(), X: slices.Clone(start), Trying: true}, x: slices.Clone(start)}
}

// Name is that of the method.
func (m *NewtonCG) Name() string { return "newton-cg" }

// Done says whether there is nothing more to ask.
func (m *NewtonCG) Done() bool { return m.s.Why != "" }

// Why says why the method is done.
func (m *NewtonCG) Why() string { return m.s.Why }

// Rounds counts the steps.
func (m *NewtonCG) Rounds() int { return m.s.Rounds }

// Point is where the steps have led.
func (m *NewtonCG) Point() []float64 { return m.s.X }

// Value is that of the function at Point, and the largest element of the gradient.
func (m *NewtonCG) Value() (value, slope float64) { return m.s.F, largest(m.s.G) }

// Ask says what to compute next.
func (m *NewtonCG) Ask() Ask {
	if m.s.Trying {
		return Ask{Kind: Gradient, Point: m.x}
	}
	return Ask{Kind: Product, Point: m.s.X, Direction: m.s.P}
}

// Tell takes an answer. The error says that it cannot be one.
func (m *NewtonCG) Tell(a Answer) error {
	s := &m.s
	if err := checkAnswer(a, len(s.X)); err != nil {
		return err
	}
	switch {
	case !s.Trying:
		return m.product(a.Vector)
	case !s.Started:
		if !allFinite(a.Value, a.Vector) {
			return fmt.Errorf("the function is %v at the start, with %v as the largest element of its gradient; "+
				"a fit has to start where both are numbers", a.Value, largest(a.Vector))
		}
		s.Started, s.F, s.G = true, a.Value, slices.Clone(a.Vector)
		s.First = largest(s.G)
		if s.First == 0 {
			s.Why = "the gradient is 0 at the start"
			return nil
		}
		s.solve()
	case allFinite(a.Value, a.Vector) && s.lower(a):
		s.X, s.F, s.G = slices.Clone(m.x), a.Value, slices.Clone(a.Vector)
		s.Rounds++
		switch {
		case largest(s.G) <= s.Options.Tolerance*s.First:
			s.Why = "the gradient is small"
		case s.Rounds >= s.Options.Rounds:
			s.Why = "all rounds are used up"
		default:
			s.solve()
		}
	default:
		s.T /= 2
		if s.T < 1e-12 {
			s.Why = "no lower point is left along the step, as far as the numbers can tell"
			return nil
		}
		step(m.x, s.X, s.T, s.D)
	}
	return nil
}

// lower says whether the function has fallen enough. Near a minimum values differ by rounding alone, and the slope
// decides.
func (s *newton) lower(a Answer) bool {
	if a.Value <= s.F+armijo*s.T*s.Slope {
		return true
	}
	return a.Value <= s.F+noise*math.Abs(s.F) && math.Abs(dot(a.Vector, s.D)) <= -curvature*s.Slope
}

// solve begins conjugate gradients.
func (s *newton) solve() {
	n := len(s.X)
	s.D, s.R = make([]float64, n), make([]float64, n)
	for i, g := range s.G {
		s.R[i] = -g
	}
	s.P = slices.Clone(s.R)
	s.RR = dot(s.R, s.R)
	size := math.Sqrt(s.RR)
	// The part of the residual that may be left falls with the gradient, so that the last rounds are fast.
	s.Enough = size * min(0.5, math.Sqrt(largest(s.G)/s.First))
	s.Trying, s.Products = false, 0
}

// product takes H·p.
func (m *NewtonCG) product(h []float64) error {
	s := &m.s
	bend := dot(s.P, h)
	if !finite(bend) {
		return fmt.Errorf("the product of the Hessian with a direction is not a number")
	}
	s.Products++
	if bend <= 0 {
		m.try()
		return nil
	}
	t := s.RR / bend
	step(s.D, s.D, t, s.P)
	step(s.R, s.R, -t, h)
	next := dot(s.R, s.R)
	if math.Sqrt(next) <= s.Enough || s.Products >= len(s.X) {
		m.try()
		return nil
	}
	t = next / s.RR
	for i, r := range s.R {
		s.P[i] = r + float64(t*s.P[i])
	}
	s.RR = next
	return nil
}

// try asks for the function at the end of the step.
func (m *NewtonCG) try() {
	s := &m.s
	s.Slope = dot(s.G, s.D)
	if s.Slope >= 0 { // the first direction curved downwards
		for i, g := range s.G {
			s.D[i] = -g
		}
		s.Slope = dot(s.G, s.D)
	}
	s.Trying, s.T = true, 1
	step(m.x, s.X, s.T, s.D)
}

// MarshalBinary gives the state. The error is that of encoding/gob, which has none for it.
func (m *NewtonCG) MarshalBinary() ([]byte, error) { return marshal(&m.s) }

// UnmarshalBinary takes a state. The error says that the bytes are none of this method.
func (m *NewtonCG) UnmarshalBinary(data []byte) error {
	var s newton
	if err := unmarshal("Newton-CG", data, &s); err != nil {
		return err
	}
	var vectors [][]float64
	switch {
	case s.Started && s.Why == "":
		vectors = [][]float64{s.G, s.D, s.R, s.P}
	case s.Started:
		vectors = [][]float64{s.G}
	case !s.Trying:
		return errors.New("this is no state of Newton-CG: it has not started, and has a step already")
	}
	if err := sameLength("Newton-CG", len(s.X), vectors...); err != nil {
		return err
	}
	m.s, m.x = s, slices.Clone(s.X)
	if s.Started && s.Trying && s.Why == "" {
		step(m.x, s.X, s.T, s.D)
	}
	return nil
}
