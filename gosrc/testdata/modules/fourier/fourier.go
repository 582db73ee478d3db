// Package fourier has functions that call the Fourier transforms of gonum.
package fourier

import "gonum.org/v1/gonum/dsp/fourier"

// Radix2 is the energy in the low half of a spectrum.
//
//chad:grad
func Radix2(x []complex128) float64 {
	y := make([]complex128, len(x))
	copy(y, x)
	s := 0.0
	for k, v := range fourier.CoefficientsRadix2(y) {
		if k < len(x)/2 {
			s += real(v)*real(v) + imag(v)*imag(v)
		}
	}
	return s
}

// Radix4 is the energy in the low half of a spectrum.
//
//chad:vjp
func Radix4(x []complex128) []complex128 {
	y := make([]complex128, len(x))
	copy(y, x)
	return fourier.CoefficientsRadix4(y)
}
