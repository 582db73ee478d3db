package stepwise

import (
	"errors"
	"fmt"
	"slices"
)

// Options say when a method stops, and how much it remembers. Zero values stand for what is said here.
type Options struct {
	// Memory is how many steps L-BFGS remembers: 10.
	Memory int
	// Tolerance ends a fit where the largest element of the gradient is this part of what it was at the start: 1e-8.
	Tolerance float64
	// Rounds ends a fit after so many steps: 200.
	Rounds int
}

func (o Options) filled() Options {
	if o.Memory <= 0 {
		o.Memory = 10
	}
	if o.Tolerance <= 0 {
		o.Tolerance = 1e-8
	}
	if o.Rounds <= 0 {
		o.Rounds = 200
	}
	return o
}

// LBFGS is the limited-memory method of Broyden, Fletcher, Goldfarb and Shanno, with a line search for the strong
// conditions of Wolfe (Nocedal and Wright, Numerical Optimization, algorithms 7.4, 3.5 and 3.6).
type LBFGS struct {
	s lbfgs
	x []float64 // the point of the next question
}

// lbfgs is what is stored of an LBFGS.
type lbfgs struct {
	Options Options
	X, G    []float64 // where we are, and the gradient there
	F       float64
	Started bool
	First   float64 // largest element of the gradient at the start

	S, Y [][]float64 // last steps, and the changes of the gradient along them; the oldest is first

	Search Search
	Rounds int
	Why    string
}

// NewLBFGS starts a fit at start.
func NewLBFGS(start []float64, o Options) *LBFGS {
	return &LBFGS{s: lbfgs{Options: o.filled(), X: slices.Clone(start)}, x: slices.Clone(start)}
}

// Name is that of the method.
func (m *LBFGS) Name() string { return "lbfgs" }

// Ask says what to compute next.
func (m *LBFGS) Ask() Ask { return Ask{Kind: Gradient, Point: m.x} }

// Done says whether there is nothing more to ask.
func (m *LBFGS) Done() bool { return m.s.Why != "" }

// Why says why the method is done.
func (m *LBFGS) Why() string { return m.s.Why }

// Rounds counts the steps.
func (m *LBFGS) Rounds() int { return m.s.Rounds }

// Point is where the steps have led.
func (m *LBFGS) Point() []float64 { return m.s.X }

// Value is that of the function at Point, and the largest element of the gradient.
func (m *LBFGS) Value() (value, slope float64) { return m.s.F, largest(m.s.G) }

// Tell takes an answer. The error says that it cannot be one.
func (m *LBFGS) Tell(a Answer) error {
	s := &m.s
	if err := checkAnswer(a, len(s.X)); err != nil {
		return err
	}
	if !s.Started {
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
		m.turn()
		return nil
	}
	switch s.Search.tell(a.Value, a.Vector) {
	case searching:
	case found:
		m.take(s.Search.Best)
	case failed:
		if len(s.S) == 0 {
			s.Why = "no lower point is left along the gradient, as far as the numbers can tell"
			return nil
		}
		s.S, s.Y = nil, nil // what is remembered may be wrong here
		m.turn()
		return nil
	}
	if !m.Done() {
		step(m.x, s.X, s.Search.T, s.Search.D)
	}
	return nil
}

// take goes to the trial of the line search, and remembers how the gradient has changed on the way.
func (m *LBFGS) take(to Trial) {
	s := &m.s
	x := make([]float64, len(s.X))
	step(x, s.X, to.T, s.Search.D)
	ds, dy := make([]float64, len(x)), make([]float64, len(x))
	for i := range x {
		ds[i], dy[i] = x[i]-s.X[i], to.G[i]-s.G[i]
	}
	if dot(ds, dy) > 1e-10*norm(ds)*norm(dy) { // else the matrix would not stay positive
		if len(s.S) == s.Options.Memory {
			s.S, s.Y = s.S[1:], s.Y[1:]
		}
		s.S, s.Y = append(s.S, ds), append(s.Y, dy)
	}
	s.X, s.F, s.G = x, to.F, to.G
	s.Rounds++
	switch {
	case largest(s.G) <= s.Options.Tolerance*s.First:
		s.Why = "the gradient is small"
	case s.Rounds >= s.Options.Rounds:
		s.Why = "all rounds are used up"
	default:
		m.turn()
	}
}

// turn begins a line search from where we are.
func (m *LBFGS) turn() {
	s := &m.s
	d := s.direction()
	t := 1.0
	if len(s.S) == 0 {
		t = min(1, 1/norm(s.G))
	}
	s.Search.begin(s.F, dot(s.G, d), d, t)
	step(m.x, s.X, t, d)
}

// direction is −H·g, with H the inverse of the Hessian as the remembered steps show it.
func (s *lbfgs) direction() []float64 {
	d := make([]float64, len(s.G))
	for i, g := range s.G {
		d[i] = -g
	}
	k := len(s.S)
	if k == 0 {
		return d
	}
	a, rho := make([]float64, k), make([]float64, k)
	for j := k - 1; j >= 0; j-- {
		rho[j] = 1 / dot(s.S[j], s.Y[j])
		a[j] = rho[j] * dot(s.S[j], d)
		step(d, d, -a[j], s.Y[j])
	}
	scale := 1 / (rho[k-1] * dot(s.Y[k-1], s.Y[k-1]))
	for i := range d {
		d[i] *= scale
	}
	for j := range k {
		b := rho[j] * dot(s.Y[j], d)
		step(d, d, a[j]-b, s.S[j])
	}
	return d
}

// MarshalBinary gives the state. The error is that of encoding/gob, which has none for it.
func (m *LBFGS) MarshalBinary() ([]byte, error) { return marshal(&m.s) }

// UnmarshalBinary takes a state. The error says that the bytes are none of this method.
func (m *LBFGS) UnmarshalBinary(data []byte) error {
	var s lbfgs
	if err := unmarshal("L-BFGS", data, &s); err != nil {
		return err
	}
	vectors := append(slices.Clone(s.S), s.Y...)
	if s.Started {
		vectors = append(vectors, s.G)
		if s.Why == "" {
			vectors = append(vectors, s.Search.D)
		}
		if s.Search.Lo.T != 0 {
			vectors = append(vectors, s.Search.Lo.G)
		}
	}
	err := sameLength("L-BFGS", len(s.X), vectors...)
	if err == nil && (len(s.S) != len(s.Y) || s.Options.Memory < 1) {
		err = errors.New("this is no state of L-BFGS: what is remembered does not fit together")
	}
	if err != nil {
		return err
	}
	m.s, m.x = s, slices.Clone(s.X)
	if s.Started && s.Why == "" {
		step(m.x, s.X, s.Search.T, s.Search.D)
	}
	return nil
}
