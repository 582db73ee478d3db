// Package survival fits how long things last: a Weibull distribution to times, some of which are only known to be
// exceeded (they are censored).
package survival

import (
	"fmt"
	"math"
)

//go:generate go tool chad gen .

// NegLogLik is the negative log-likelihood of a Weibull distribution with shape exp(theta[0]) and scale exp(theta[1]).
// A time counts with its density if failed says that the thing failed then, and with the probability to last longer if
// it was still well. It returns an error if a time is not positive, or if theta or failed has the wrong length.
//
//chad:grad wrt=theta
//chad:hessian wrt=theta
func NegLogLik(theta, times []float64, failed []bool) (float64, error) {
	if len(theta) != 2 || len(failed) != len(times) {
		return 0, fmt.Errorf("survival: %d parameters, %d times, %d outcomes", len(theta), len(times), len(failed))
	}
	shape := math.Exp(theta[0])
	sum := 0.0
	for i, t := range times {
		if t <= 0 {
			return 0, fmt.Errorf("survival: time %d is %v, want more than 0", i, t)
		}
		z := shape * (math.Log(t) - theta[1])
		sum += math.Exp(z) // the cumulative hazard
		if failed[i] {
			sum -= theta[0] + z - math.Log(t)
		}
	}
	return sum, nil
}
