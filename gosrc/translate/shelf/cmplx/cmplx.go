// Package cmplx is the standard library's math/cmplx, of whose text it is made, so that values are the same to the bit:
// Copyright 2010 The Go Authors, see LICENSE. What has branches for numbers on an axis, in which the derivative across
// the axis would be lost, has a derivative of its own.
package cmplx

import "math"

// Abs is |x|.
func Abs(x complex128) float64 { return math.Hypot(real(x), imag(x)) }

// Phase is the argument of x.
func Phase(x complex128) float64 { return math.Atan2(imag(x), real(x)) }

// Polar is the absolute value and the argument of x.
func Polar(x complex128) (r, θ float64) { return Abs(x), Phase(x) }

// Rect is the number with this absolute value and argument.
func Rect(r, θ float64) complex128 {
	s, c := math.Sincos(θ)
	return complex(r*c, r*s)
}

// Conj is the conjugate of x.
func Conj(x complex128) complex128 { return complex(real(x), -imag(x)) }

// IsInf reports whether a part of x is an infinity.
func IsInf(x complex128) bool {
	if math.IsInf(real(x), 0) || math.IsInf(imag(x), 0) {
		return true
	}
	return false
}

// Inf is an infinity.
func Inf() complex128 {
	inf := math.Inf(1)
	return complex(inf, inf)
}

// IsNaN reports whether a part of x is NaN and none an infinity.
func IsNaN(x complex128) bool {
	switch {
	case math.IsInf(real(x), 0) || math.IsInf(imag(x), 0):
		return false
	case math.IsNaN(real(x)) || math.IsNaN(imag(x)):
		return true
	}
	return false
}

// NaN has two parts that are NaN.
func NaN() complex128 {
	nan := math.NaN()
	return complex(nan, nan)
}
