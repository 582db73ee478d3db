package errs

import (
	"errors"
	"math"
)

// Rate is a log likelihood of counts.
//
//chad:grad wrt=w
//chad:hessian wrt=w
func Rate(w []float64, y []float64) (float64, error) {
	if w[0] > 20 {
		return 0, errors.New("too large")
	}
	s := 0.0
	for i, v := range y {
		eta := w[0] + w[1]*float64(i)
		s += math.Exp(eta) - v*eta
	}
	return s, nil
}
