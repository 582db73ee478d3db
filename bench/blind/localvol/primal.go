// Package localvol is the calibration error of a local volatility surface: European calls are priced backwards on a
// grid in log spot by the scheme of Crank and Nicolson, with one tridiagonal solve a step. See L. Andersen,
// R. Brotherton-Ratcliffe, The equity option volatility smile: an implicit finite-difference approach, Journal of
// Computational Finance 1(2), 1998.
package localvol

import "math"

// Grid is the grid in log spot and time. The last node is at XMin + (nodes-1)·Dx.
type Grid struct {
	XMin, Dx, Dt float64
}

// Option is a European call that matures after Steps time steps.
type Option struct {
	Strike float64
	Steps  int
	Quote  float64
}

// solver holds the buffers of the time steps.
type solver struct {
	grid                Grid
	rate                float64
	lower, diag, upper  []float64 // the rows of the generator
	value, rhs, scratch []float64
}

func newSolver(grid Grid, rate float64, nodes int) *solver {
	buf := func() []float64 { return make([]float64, nodes) }
	return &solver{grid: grid, rate: rate, lower: buf(), diag: buf(), upper: buf(),
		value: buf(), rhs: buf(), scratch: buf()}
}

// generator discretizes ½σ²·V” + (r-½σ²)·V' - r·V at the inner nodes.
func (s *solver) generator(vol []float64) {
	dx := s.grid.Dx
	for i := 1; i < len(vol)-1; i++ {
		a := 0.5 * vol[i] * vol[i]
		drift := s.rate - a
		s.lower[i] = a/(dx*dx) - drift/(2*dx)
		s.diag[i] = -2*a/(dx*dx) - s.rate
		s.upper[i] = a/(dx*dx) + drift/(2*dx)
	}
}

// step goes one time step back; top is the value at the upper boundary afterwards.
func (s *solver) step(vol []float64, top float64) {
	s.generator(vol)
	n := len(vol)
	h := 0.5 * s.grid.Dt
	for i := 1; i < n-1; i++ {
		s.rhs[i] = s.value[i] + h*(s.lower[i]*s.value[i-1]+s.diag[i]*s.value[i]+s.upper[i]*s.value[i+1])
	}
	s.value[0], s.value[n-1] = 0, top
	s.rhs[n-2] += h * s.upper[n-2] * top
	// (1 - h·L)·V = rhs by elimination and substitution.
	for i := 1; i < n-1; i++ {
		lo := -h * s.lower[i]
		pivot := 1 - h*s.diag[i]
		if i > 1 {
			pivot -= lo * s.scratch[i-1]
			s.rhs[i] -= lo * s.rhs[i-1]
		}
		s.scratch[i] = -h * s.upper[i] / pivot
		s.rhs[i] /= pivot
	}
	s.value[n-2] = s.rhs[n-2]
	for i := n - 3; i > 0; i-- {
		s.value[i] = s.rhs[i] - s.scratch[i]*s.value[i+1]
	}
}

// price is the value of the option at the spot.
func (s *solver) price(vol [][]float64, o Option, spot float64) float64 {
	n := len(s.value)
	for i := range s.value {
		s.value[i] = math.Max(math.Exp(s.grid.XMin+float64(i)*s.grid.Dx)-o.Strike, 0)
	}
	high := math.Exp(s.grid.XMin + float64(n-1)*s.grid.Dx)
	for k := o.Steps - 1; k >= 0; k-- {
		left := float64(o.Steps-k) * s.grid.Dt
		s.step(vol[k], high-o.Strike*math.Exp(-s.rate*left))
	}
	// Linear between the nodes around the spot.
	at := (math.Log(spot) - s.grid.XMin) / s.grid.Dx
	i := int(at)
	if i > n-2 {
		i = n - 2
	}
	w := at - float64(i)
	return (1-w)*s.value[i] + w*s.value[i+1]
}

// Misfit is half the sum of the squared differences between the prices of the options and their quotes. vol[k][i] is
// the local volatility in time step k at node i of the grid.
//
// It is differentiated with respect to vol.
func Misfit(vol [][]float64, grid Grid, spot, rate float64, options []Option) float64 {
	s := newSolver(grid, rate, len(vol[0]))
	sum := 0.0
	for _, o := range options {
		d := s.price(vol, o, spot) - o.Quote
		sum += d * d
	}
	return 0.5 * sum
}
