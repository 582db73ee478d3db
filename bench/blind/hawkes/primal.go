// Package hawkes is the mutually exciting point process of Hawkes with
// exponential kernels: its log-likelihood.
//
// D. J. Daley and D. Vere-Jones, An Introduction to the Theory of Point
// Processes, volume I, second edition, Springer 2003, section 7.2 and example
// 7.2(b); the recursion is that of Y. Ogata, On Lewis' simulation method for
// point processes, IEEE Transactions on Information Theory 27 (1981).
package hawkes

import "math"

// Event is an event in one of the dimensions.
type Event struct {
	Time float64
	Mark int // the dimension
}

// Process has the intensities mu[m] + sum of alpha[m][n] exp(-beta[m][n] (t-s))
// over the earlier events s in the dimensions n.
type Process struct {
	Mu          []float64
	Alpha, Beta [][]float64
}

// LogLikelihood is that of the events, sorted by time, that were seen from 0 to
// the horizon.
//
// It is differentiated with respect to the process: Mu, Alpha and Beta.
func LogLikelihood(p Process, events []Event, horizon float64) float64 {
	d := len(p.Mu)
	times := make([][]float64, d)   // the events in each dimension so far
	excited := make([][]float64, d) // [m][n]: what n has added to m at the last event in m
	consumed := make([][]int, d)    // [m][n]: how many events of n are contained in it
	for m := range excited {
		excited[m] = make([]float64, d)
		consumed[m] = make([]int, d)
	}
	logLik := 0.0
	for _, e := range events {
		if e.Time > horizon {
			break
		}
		m := e.Mark
		elapsed := e.Time
		if k := len(times[m]); k > 0 {
			elapsed -= times[m][k-1]
		}
		lambda := p.Mu[m]
		for n, list := range times {
			fresh := list[consumed[m][n]:]
			excited[m][n] = decay(excited[m][n], p.Beta[m][n], elapsed, e.Time, fresh)
			consumed[m][n] = len(list)
			lambda += p.Alpha[m][n] * excited[m][n]
		}
		logLik += math.Log(lambda)
		times[m] = append(times[m], e.Time)
	}
	for m := range p.Mu {
		logLik -= p.compensator(m, times, horizon)
	}
	return logLik
}

// decay brings an excitation forward and adds that of the fresh events.
func decay(excited, beta, elapsed, now float64, fresh []float64) float64 {
	if excited != 0 {
		excited *= math.Exp(-beta * elapsed)
	}
	for _, s := range fresh {
		excited += math.Exp(-beta * (now - s))
	}
	return excited
}

// compensator is the integral of an intensity from 0 to the horizon.
func (p Process) compensator(m int, times [][]float64, horizon float64) float64 {
	total := p.Mu[m] * horizon
	for n, list := range times {
		sum := 0.0
		for _, s := range list {
			sum += 1 - math.Exp(-p.Beta[m][n]*(horizon-s))
		}
		total += p.Alpha[m][n] / p.Beta[m][n] * sum
	}
	return total
}
