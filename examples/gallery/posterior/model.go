// Command posterior draws from the posterior of a hierarchical model of eight schools, by Hamiltonian Monte Carlo
// with a generated gradient, and draws what the schools learn from each other.
package main

import "math"

//go:generate go tool chad gen .

// LogPosterior is the logarithm of the posterior density, up to a constant. School j has the effect mu + tau·eta[j],
// of which y[j] is an estimate with the standard error se[j]. The etas are standard normal, and every mu and every
// tau > 0 is equally probable beforehand. The parameters q are mu, log tau and the etas.
//
//chad:grad wrt=q
func LogPosterior(q, y, se []float64) float64 {
	mu, tau, eta := q[0], math.Exp(q[1]), q[2:]
	sum := q[1] // tau grows by the factor tau with its logarithm
	for j, e := range eta {
		z := (y[j] - mu - tau*e) / se[j]
		sum -= (z*z + e*e) / 2
	}
	return sum
}
