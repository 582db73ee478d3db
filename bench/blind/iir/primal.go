// Package iir is a cascade of second-order sections in transposed direct form II, as A. V. Oppenheim and R. W. Schafer,
// "Discrete-Time Signal Processing", chapter 6.3, have it. It filters a signal block by block.
package iir

import "math"

// Biquad has the coefficients of one section.
type Biquad struct {
	B0, B1, B2 float64
	A1, A2     float64
}

// Filter is a cascade.
type Filter struct {
	Gain     float64
	Sections []Biquad
}

// state is what a section remembers from one sample to the next.
type state struct {
	s1, s2 float64
}

// Loss filters the input and returns the mean over the blocks of the root mean square error against the target.
// It is differentiated with respect to f.
func Loss(f Filter, input, target []float64, size int) float64 {
	states := make([]state, len(f.Sections))
	buffer := make([]float64, size)
	loss, blocks := 0.0, 0
	for len(input) > 0 {
		n := min(size, len(input))
		block := buffer[:n]
		for i, x := range input[:n] {
			block[i] = f.Gain * x
		}
		for k, section := range f.Sections {
			states[k].run(block, section)
		}
		loss += distance(block, target[:n])
		blocks++
		input, target = input[n:], target[n:]
	}
	if blocks == 0 {
		return 0
	}
	return loss / float64(blocks)
}

// run filters the block in place.
func (s *state) run(block []float64, c Biquad) {
	for i, x := range block {
		y := c.B0*x + s.s1
		s.s1 = c.B1*x - c.A1*y + s.s2
		s.s2 = c.B2*x - c.A2*y
		block[i] = y
	}
}

func distance(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		d := x - b[i]
		sum += d * d
	}
	return math.Sqrt(sum / float64(len(a)))
}
