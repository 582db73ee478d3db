// Package complexes has functions over complex numbers, and in split.go the same over their parts: what chad makes of
// the two must be the same to the bit.
package complexes

import "math/cmplx"

// abs2 is |z|².
func abs2(z complex128) float64 { return real(z)*real(z) + imag(z)*imag(z) }

// Root is how far from a goal the root of a polynomial is that Newton's method finds from a start.
//
//chad:grad
//chad:jvp
//chad:hvp
func Root(coef []complex128, start, goal complex128) float64 {
	z := start
	for range 6 {
		var p, dp complex128
		for i := len(coef) - 1; i >= 0; i-- {
			dp = dp*z + p
			p = p*z + coef[i]
		}
		z -= p / dp
	}
	return abs2(z - goal)
}

// Spectrum is a weighted sum of the energies of a discrete Fourier transform, of which the length is a power of 2.
//
//chad:grad
//chad:jvp
//chad:hvp
func Spectrum(x []complex128, weight []float64) float64 {
	y := fft(x)
	s := 0.0
	for k, v := range y {
		s += weight[k] * abs2(v)
	}
	return s
}

func fft(x []complex128) []complex128 {
	n := len(x)
	if n == 1 {
		return []complex128{x[0]}
	}
	even, odd := make([]complex128, n/2), make([]complex128, n/2)
	for i := range even {
		even[i], odd[i] = x[2*i], x[2*i+1]
	}
	even, odd = fft(even), fft(odd)
	out := make([]complex128, n)
	for k := range even {
		t := twiddle(k, n) * odd[k]
		out[k] = even[k] + t
		out[k+n/2] = even[k] - t
	}
	return out
}

// InPlace is Spectrum by a transform without recursion, in place.
//
//chad:grad
//chad:jvp
func InPlace(x []complex128, weight []float64) float64 {
	y := make([]complex128, len(x))
	copy(y, x)
	n := len(y)
	for i, j := 1, 0; i < n; i++ {
		bit := n >> 1
		for ; j&bit != 0; bit >>= 1 {
			j ^= bit
		}
		j ^= bit
		if i < j {
			y[i], y[j] = y[j], y[i]
		}
	}
	for size := 2; size <= n; size *= 2 {
		for from := 0; from < n; from += size {
			for k := range size / 2 {
				t := twiddle(k, size) * y[from+k+size/2]
				y[from+k], y[from+k+size/2] = y[from+k]+t, y[from+k]-t
			}
		}
	}
	s := 0.0
	for k, v := range y {
		s += weight[k] * abs2(v)
	}
	return s
}

// A Filter is a digital filter: the quotient of two polynomials.
type Filter struct {
	Num, Den []complex128
	Gain     float64
}

// Response is the squared gain of the filter at a frequency.
//
//chad:grad
//chad:jvp
//chad:hvp
func (f *Filter) Response(freq float64) float64 {
	z := cmplx.Rect(1, -freq)
	var num, den complex128
	for i := len(f.Num) - 1; i >= 0; i-- {
		num = num*z + f.Num[i]
	}
	for i := len(f.Den) - 1; i >= 0; i-- {
		den *= z
		den += f.Den[i]
	}
	return abs2(num / den * complex(f.Gain, 0))
}

// Escape is the sum of |z|² along the iteration of Mandelbrot, until it leaves a circle.
//
//chad:grad
//chad:jvp
//chad:hvp
func Escape(c complex128, steps int) float64 {
	var z complex128
	s := 0.0
	for range steps {
		z = z*z + c
		s += abs2(z)
		if abs2(z) > 4 {
			break
		}
	}
	return s
}

// Ladder is the squared current into a chain of coils and capacitors.
//
//chad:grad
//chad:jvp
//chad:hvp
func Ladder(l, c []float64, omega, load float64) float64 {
	z := complex(load, 0)
	for i := range l {
		shunt := -1i / complex(omega*c[i], 0)
		z = z * shunt / (z + shunt)
		z += complex(0, omega*l[i])
	}
	return abs2(1 / z)
}

// Product is a matrix times a vector.
//
//chad:vjp
//chad:jvp
func Product(a [][]complex128, x []complex128) []complex128 {
	y := make([]complex128, len(a))
	for i, row := range a {
		for j, v := range row {
			y[i] += v * x[j]
		}
	}
	return y
}

// Contour is the mean of a quotient along a circle.
//
//chad:vjp
//chad:jvp
func Contour(pole, centre complex128, radius float64, n int) complex128 {
	var s complex128
	for k := range n {
		d := twiddle(k, n) * complex(radius, 0)
		z := centre + d
		s += d * z * z / (z - pole)
	}
	return s / complex(float64(n), 0)
}
