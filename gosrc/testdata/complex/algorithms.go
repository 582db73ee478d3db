package corpus

import (
	"errors"
	"math"
	"math/cmplx"
)

var errTooSmall = errors.New("too small")

// Newton is a root of a polynomial.
func Newton(coef []complex128, z complex128) complex128 {
	for range 3 {
		var p, dp complex128
		for i := len(coef) - 1; i >= 0; i-- {
			dp = dp*z + p
			p = p*z + coef[i]
		}
		z -= p / dp
	}
	return z
}

// Fourier is the transform of a sequence by recursion; of odd lengths it sums.
func Fourier(x []complex128) []complex128 {
	n := len(x)
	out := make([]complex128, n)
	if n%2 != 0 || n == 0 {
		for k := range out {
			for j, v := range x {
				out[k] += v * cmplx.Exp(complex(0, -2*math.Pi*float64(j*k)/float64(n)))
			}
		}
		return out
	}
	even, odd := make([]complex128, n/2), make([]complex128, n/2)
	for i := range even {
		even[i], odd[i] = x[2*i], x[2*i+1]
	}
	even, odd = Fourier(even), Fourier(odd)
	for k := range even {
		t := cmplx.Rect(1, -2*math.Pi*float64(k)/float64(n)) * odd[k]
		out[k], out[k+n/2] = even[k]+t, even[k]-t
	}
	return out
}

// Divider is the voltage between two impedances.
func Divider(r, l, c, omega float64) float64 {
	coil, cond := complex(r, omega*l), 1/complex(0, omega*c)
	return cmplx.Abs(cond / (coil + cond))
}

// Escape is Mandelbrot's iteration.
func Escape(c complex128) float64 {
	var z complex128
	s := 0.0
	for range 12 {
		z = z*z + c
		if a := real(z)*real(z) + imag(z)*imag(z); a > 16 {
			return s + math.Log(a)
		} else {
			s += a
		}
	}
	return s
}

// Joukowski is the lift of an airfoil: a contour integral of the squared speed.
func Joukowski(centre complex128, circulation float64) complex128 {
	var s complex128
	const n = 8
	for k := range n {
		d := cmplx.Rect(2, 2*math.Pi*float64(k)/n)
		z := centre + d
		v := 1 - 1/(z*z) + complex(0, circulation)/z
		s += v * v * d * 1i
	}
	return s / n
}
