// Package corpus has functions over complex numbers: what the language has of them, and functions of math/cmplx.
package corpus

// Arith has all operators.
func Arith(z, w complex128) complex128 {
	s := z + w
	s -= 2
	s *= z - 1i
	s /= w + 3
	s += -z
	s++
	return +s
}

// Quotient is z/w.
func Quotient(z, w complex128) complex128 { return z / w }

// Parts takes numbers apart and makes others of the parts.
func Parts(z complex128, x float64) (complex128, float64) {
	re, im := real(z), imag(z)
	return complex(im*x, re), re*im + real(1i*z)
}

// Single has numbers of two floats of 32 bits.
func Single(z, w complex64) complex64 { return z*w/(z+2)*w - z }

// Widened converts between the two.
func Widened(z complex64, w complex128) complex128 {
	return complex128(z)*w + complex128(complex64(w)) + complex(float64(real(z)), 1)*w
}

func (r ratio) half() ratio { return r / 2 }

// A ratio is a named type of complex numbers.
type ratio complex128

// Named has numbers of a named type.
func Named(r ratio, z complex128) ratio { return r.half() * ratio(z) }

// Zeros begins with variables without initialisers.
func Zeros(z complex128) (sum complex128) {
	var a [3]complex128
	var none struct{ c complex128 }
	a[1] = z
	for _, v := range a {
		sum += v*v + none.c
	}
	return
}

// Branches compares.
func Branches(z, w complex128) complex128 {
	if z == w || z != z {
		return z * z
	}
	switch w {
	case 0, 1i:
		return z
	case z:
		return w
	}
	return z * w * w
}

// A Mode is a resonance.
type Mode struct {
	Pole    complex128
	Residue complex128
	Gain    float64
	Taps    []complex128
	Name    string
	used    [2]complex128
}

// At is the response of a mode.
func (m *Mode) At(s complex128) complex128 {
	r := m.Residue / (s - m.Pole)
	for i, t := range m.Taps {
		r += t * m.used[i%2]
	}
	return r * complex(m.Gain, 0)
}

// Response is that of two modes.
func Response(m Mode, n *Mode, s complex128) complex128 { return m.At(s) + n.At(s) }

// Moved gives a changed structure.
func Moved(m Mode, by complex128) Mode {
	m.Pole += by
	m.Taps = []complex128{m.Pole * by, by}
	m.used[0] = by
	return m
}

// Energy is one number, of structures in a slice.
func Energy(modes []Mode, s complex128) (e float64) {
	for i := range modes {
		r := modes[i].At(s)
		e += real(r)*real(r) + imag(r)*imag(r)
	}
	return e
}

// Scaled writes its argument.
func Scaled(x []complex128, f complex128) {
	for i := range x {
		x[i] *= f
	}
}

// Shifted writes through a pointer.
func Shifted(z *complex128, f float64) complex128 {
	old := *z
	*z = *z*complex(f, 1) + 1
	return old * *z
}

// Rows are of a matrix.
func Rows(a [][]complex128, x []complex128) []complex128 {
	y := make([]complex128, len(a))
	for i, row := range a {
		for j, v := range row {
			y[i] += v * x[j]
		}
	}
	return y
}

// Fixed has arrays.
func Fixed(a [2][2]complex128, x [2]complex128) (y [2]complex128) {
	for i, row := range a {
		for j, v := range row {
			y[i] += v * x[j]
		}
	}
	return y
}

// Appended makes a slice longer.
func Appended(x []complex128, z complex128) []complex128 {
	y := append([]complex128{z}, x...)
	y = append(y, z*z, 1i)
	copy(y[1:], x[:1])
	return y
}

// Variadic has any number of arguments.
func Variadic(zs ...complex128) (p complex128) {
	p = 1
	for _, z := range zs {
		p *= z
	}
	return p
}

func total[T complex128 | float64](x []T) (s T) {
	for _, v := range x {
		s += v * v
	}
	return s
}

// Generic calls one function for complex numbers and for reals.
func Generic(z []complex128, x []float64) complex128 { return total(z) * complex(total(x), 0) }

// Closures has functions that take and hold complex numbers.
func Closures(z, w complex128) complex128 {
	turn := func(v complex128) complex128 { return v * w }
	fs := []func(complex128) complex128{turn, func(v complex128) complex128 { return v + z }}
	for _, f := range fs {
		z = f(z)
	}
	return z
}

// Maps has complex numbers as values and as keys.
func Maps(z []complex128) complex128 {
	sum, count := map[int]complex128{}, map[complex128]int{}
	for i, v := range z {
		sum[i%2] += v * v
		count[complex(float64(i%3), 1)]++
	}
	return sum[0]*sum[1] + complex(float64(count[1+1i]), 0)
}

type shape interface{ at(z complex128) complex128 }

type line struct{ a, b complex128 }

func (l line) at(z complex128) complex128 { return l.a*z + l.b }

type bend complex128

func (b bend) at(z complex128) complex128 { return z * z * complex128(b) }

// Held has complex numbers in interfaces.
func Held(z, w complex128) complex128 {
	for _, s := range []shape{line{z, w}, bend(w)} {
		z = s.at(z)
	}
	var any any = z
	if v, ok := any.(complex128); ok {
		return v * v
	}
	return 0
}

// Failing returns an error.
func Failing(z complex128, x []complex128) (complex128, error) {
	if real(z) < -1 {
		return 0, errTooSmall
	}
	return z * x[0], nil
}

// Optional may be given nothing.
func Optional(z *complex128, x []complex128) complex128 {
	s := 1 + 0i
	if z != nil {
		s = *z * *z
	}
	if x != nil {
		s *= x[0]
	}
	return s
}

// Unused ignores parts of what it gets.
func Unused(z, w complex128, m Mode) float64 { return real(z) * m.Gain }
