package fourier

import "gonum.org/v1/gonum/dsp/fourier"

// Energy is that of a spectrum of reals, from its first coefficient on.
//
//chad:grad
func Energy(x []float64) float64 {
	s := 0.0
	for _, v := range fourier.NewFFT(len(x)).Coefficients(nil, x) {
		s += real(v)*real(v) + imag(v)*imag(v)
	}
	return s
}
