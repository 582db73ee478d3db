// Package seir is an epidemic in a population with age groups: susceptible,
// exposed, infectious, recovered.
//
// M. J. Keeling and P. Rohani, Modeling Infectious Diseases in Humans and
// Animals, Princeton 2008, sections 2.5 (SEIR) and 3.3 (age structure).
package seir

import "math"

// Params are what is to be estimated.
type Params struct {
	Beta       []float64   // how susceptible each age group is
	Contact    [][]float64 // Contact[a][b]: contacts of one in a with those in b, per day
	Sigma      float64     // 1 over the days of latency
	Gamma      float64     // 1 over the days of being infectious
	Seed       []float64   // the part of each age group that is exposed at the start
	Reporting  float64     // the part of the infections that is reported
	Background float64     // the cases reported per week and age group anyhow
}

// State holds a number of people per age group in each compartment.
type State struct {
	S, E, I, R []float64
}

func newState(n int) State {
	return State{make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)}
}

// rates sets d to the derivative of s by time.
func (p *Params) rates(d, s State, population []float64) {
	for a, row := range p.Contact {
		force := 0.0
		for b, c := range row {
			force += c * s.I[b] / population[b]
		}
		infections := p.Beta[a] * force * s.S[a]
		onsets := p.Sigma * s.E[a]
		recoveries := p.Gamma * s.I[a]
		d.S[a] = -infections
		d.E[a] = infections - onsets
		d.I[a] = onsets - recoveries
		d.R[a] = recoveries
	}
}

// set makes s the sum of from and h times d.
func (s State) set(from State, h float64, d State) {
	for a := range s.S {
		s.S[a] = from.S[a] + h*d.S[a]
		s.E[a] = from.E[a] + h*d.E[a]
		s.I[a] = from.I[a] + h*d.I[a]
		s.R[a] = from.R[a] + h*d.R[a]
	}
}

// Misfit is the negative logarithm of the Poisson likelihood, but for a
// constant, of the cases counted by week and age group. Each week is
// integrated by some steps of the classical method of Runge and Kutta. A
// negative count is missing.
//
// It is differentiated with respect to p.
func Misfit(p Params, population []float64, cases [][]float64, steps int) float64 {
	n := len(population)
	now, mid := newState(n), newState(n)
	k1, k2, k3, k4 := newState(n), newState(n), newState(n), newState(n)
	before := make([]float64, n)
	for a, size := range population {
		now.E[a] = p.Seed[a] * size
		now.S[a] = size - now.E[a]
	}
	h := 7 / float64(steps)
	misfit := 0.0
	for _, counts := range cases {
		copy(before, now.S)
		for step := 0; step < steps; step++ {
			p.rates(k1, now, population)
			mid.set(now, h/2, k1)
			p.rates(k2, mid, population)
			mid.set(now, h/2, k2)
			p.rates(k3, mid, population)
			mid.set(now, h, k3)
			p.rates(k4, mid, population)
			now.set(now, h/6, k1)
			now.set(now, h/3, k2)
			now.set(now, h/3, k3)
			now.set(now, h/6, k4)
		}
		for a, count := range counts {
			if count < 0 {
				continue
			}
			expected := p.Reporting*(before[a]-now.S[a]) + p.Background
			misfit += expected - count*math.Log(expected)
		}
	}
	return misfit
}
