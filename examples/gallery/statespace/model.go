// Command statespace fits a model of a slowly changing level to a hundred years of the Nile, and draws what it found.
package main

import "math"

//go:generate go tool chad gen .

// NegLogLik is the negative log-likelihood of the local level model, computed by the Kalman filter. A measurement
// y[t] is a level and an error, and from year to year the level takes a random step. theta has the logarithms of the
// two variances: of an error, and of a step. Nothing is known of the level before the first year.
//
//chad:grad wrt=theta
//chad:hessian wrt=theta
//chad:grad wrt=y name=Errors
//chad:hessian wrt=y name=ErrorPrecision
func NegLogLik(theta, y []float64) float64 {
	noise, step := math.Exp(theta[0]), math.Exp(theta[1])
	level, variance := y[0], noise // what the first year says of the level
	sum := 0.0
	for _, v := range y[1:] {
		variance += step // a year passes
		surprise, spread := v-level, variance+noise
		sum += (math.Log(2*math.Pi*spread) + surprise*surprise/spread) / 2
		gain := variance / spread
		level += gain * surprise
		variance *= 1 - gain
	}
	return sum
}
