package corpus

import "math/cmplx"

// ComplexQuotient divides, also by zero and by infinities.
func ComplexQuotient(a, b, c, d float64) (re, im float64) {
	q := complex(a, b) / complex(c, d)
	return real(q), imag(q)
}

// ComplexOperators has all operators.
func ComplexOperators(a, b, c, d float64) (re, im float64) {
	z, w := complex(a, b), complex(c, d)
	s := z*w + 2i
	s -= w * 3
	s *= -z
	s--
	if s == z || s != s {
		s += 1
	}
	return real(s), imag(s)
}

// ComplexSingle rounds to 32 bits.
func ComplexSingle(a, b, c, d float32) (re, im float32) {
	z, w := complex(a, b), complex(c, d)
	z = z*w/(z-2) + complex64(complex(float64(a), 0.1)*1i) - w
	return real(z), imag(z)
}

// ComplexFunctions are those of math/cmplx with one argument.
func ComplexFunctions(k int, a, b float64) (re, im float64) {
	z := complex(a, b)
	switch k {
	case -1:
		z = cmplx.Sqrt(z) + cmplx.Exp(z)
	case 0:
		z = cmplx.Sin(z) * cmplx.Cosh(z)
	case 1:
		z = cmplx.Cos(z) + cmplx.Sinh(z)
	case 2:
		z = cmplx.Tan(z) - cmplx.Tanh(z)
	case 3:
		z = cmplx.Log(z) + cmplx.Cot(z)
	case 4:
		z = cmplx.Asin(z) + cmplx.Acosh(z)
	case 5:
		z = cmplx.Asinh(z) + cmplx.Acos(z)
	case 6:
		z = cmplx.Atan(z) + cmplx.Atanh(z)
	}
	return real(z), imag(z)
}

// ComplexPower is a power, with an exponent that is real at times.
func ComplexPower(a, b, c, d float64, isReal bool) (re, im float64) {
	if isReal {
		d = 0
	}
	z := cmplx.Pow(complex(a, b), complex(c, d))
	return real(z), imag(z)
}

// ComplexRoots are the roots of a polynomial by the method of Durand and Kerner, as the sum of their squares.
func ComplexRoots(coef []float64) float64 {
	roots := make([]complex128, len(coef))
	for i := range roots {
		roots[i] = cmplx.Rect(1.1, float64(i)+0.4)
	}
	for range 3 {
		for i, z := range roots {
			p := 1 + 0i
			for k := len(coef) - 1; k >= 0; k-- {
				p = p*z + complex(coef[k], 0)
			}
			for j, other := range roots {
				if j != i {
					p /= z - other
				}
			}
			roots[i] = z - p
		}
	}
	s := 0.0
	for _, z := range roots {
		s += real(z)*real(z) + imag(z)*imag(z)
	}
	return s
}

type phasor struct {
	amplitude complex128
	harmonics [2]complex128
	by        map[int]complex128
}

func (p *phasor) turned(angle float64) phasor {
	turn := cmplx.Rect(1, angle)
	out := phasor{amplitude: p.amplitude * turn, by: map[int]complex128{}}
	for i, h := range p.harmonics {
		turn *= turn
		out.harmonics[i] = h * turn
		out.by[i] += h * turn
	}
	return out
}

// ComplexFields has complex numbers in structures, arrays and maps.
func ComplexFields(x []float64, angle float64) float64 {
	var sum phasor
	for i, v := range x {
		p := phasor{complex(v, 0), [...]complex128{complex(v, 1), 1i}, nil}
		q := p.turned(angle * float64(i))
		sum.amplitude += q.amplitude
		sum.harmonics[i%2] += q.harmonics[0] * q.by[1]
	}
	return cmplx.Abs(sum.amplitude) + real(sum.harmonics[0]*cmplx.Conj(sum.harmonics[1]))
}

func dot[T float64 | complex128](x, y []T) (s T) {
	for i := range x {
		s += x[i] * y[i]
	}
	return s
}

// ComplexGeneric calls one function for numbers of both kinds.
func ComplexGeneric(x []float64) float64 {
	z := make([]complex128, 0, len(x))
	for _, v := range x {
		z = append(z, complex(v, v*v))
	}
	return real(dot(z, z)) * dot(x, x)
}
