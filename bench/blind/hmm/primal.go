// Package hmm is the hidden Markov model with Gaussian emissions: its
// log-likelihood by the scaled forward algorithm.
//
// L. R. Rabiner, A tutorial on hidden Markov models and selected applications
// in speech recognition, Proceedings of the IEEE 77 (1989), sections III.A and V.A.
package hmm

import "math"

// Model is a hidden Markov model whose emissions are normal.
type Model struct {
	Initial    []float64   // the probability of each state at the start
	Transition [][]float64 // Transition[i][j]: from state i to state j
	Mean, SD   []float64   // of the emission in each state
}

// LogLikelihood is the log-likelihood of independent sequences of observations
// under the model.
//
// It is differentiated with respect to all of the model: Initial, Transition,
// Mean and SD.
func LogLikelihood(m Model, sequences [][]float64) float64 {
	n := len(m.Initial)
	alpha := make([]float64, n)
	next := make([]float64, n)
	total := 0.0
	for _, seq := range sequences {
		if len(seq) == 0 {
			continue
		}
		for i := range alpha {
			alpha[i] = m.Initial[i] * m.density(i, seq[0])
		}
		total += math.Log(normalise(alpha))
		for _, y := range seq[1:] {
			m.step(next, alpha, y)
			total += math.Log(normalise(next))
			alpha, next = next, alpha
		}
	}
	return total
}

// step is the induction: from the forward variables at one time to those at the next.
func (m Model) step(next, alpha []float64, y float64) {
	for j := range next {
		sum := 0.0
		for i, a := range alpha {
			sum += a * m.Transition[i][j]
		}
		next[j] = sum * m.density(j, y)
	}
}

// density is that of an observation in a state.
func (m Model) density(state int, y float64) float64 {
	z := (y - m.Mean[state]) / m.SD[state]
	return math.Exp(-0.5*z*z) / (m.SD[state] * math.Sqrt(2*math.Pi))
}

// normalise divides by the sum, which it returns.
func normalise(alpha []float64) float64 {
	sum := 0.0
	for _, a := range alpha {
		sum += a
	}
	for i := range alpha {
		alpha[i] /= sum
	}
	return sum
}
