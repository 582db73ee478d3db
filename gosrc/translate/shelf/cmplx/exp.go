package cmplx

import "math"

// Exp is e to the power of x.
func Exp(x complex128) complex128 {
	switch re, im := real(x), imag(x); {
	case math.IsInf(re, 0):
		switch {
		case re > 0 && im == 0:
			return x
		case math.IsInf(im, 0) || math.IsNaN(im):
			if re < 0 {
				return complex(0, math.Copysign(0, im))
			} else {
				return complex(math.Inf(1.0), math.NaN())
			}
		}
	case math.IsNaN(re):
		if im == 0 {
			return complex(math.NaN(), im)
		}
	}
	r := math.Exp(real(x))
	s, c := math.Sincos(imag(x))
	return complex(r*c, r*s)
}

// expJVP is Exp and its tangent.
//
//chad:derivative of=Exp
func expJVP(x, dx complex128) (y, dy complex128) {
	r := math.Exp(real(x))
	s, c := math.Sincos(imag(x))
	return Exp(x), complex(r*c, r*s) * dx
}

// Log is the logarithm of x with an imaginary part from -π to π.
func Log(x complex128) complex128 {
	return complex(math.Log(Abs(x)), Phase(x))
}

// Log10 is the logarithm to the base 10.
func Log10(x complex128) complex128 {
	z := Log(x)
	return complex(math.Log10E*real(z), math.Log10E*imag(z))
}

// Sqrt is the root of x in the right half of the plane.
func Sqrt(x complex128) complex128 {
	if imag(x) == 0 {
		// Ensure that imag(r) has the same sign as imag(x) for imag(x) == signed zero.
		if real(x) == 0 {
			return complex(0, imag(x))
		}
		if real(x) < 0 {
			return complex(0, math.Copysign(math.Sqrt(-real(x)), imag(x)))
		}
		return complex(math.Sqrt(real(x)), imag(x))
	} else if math.IsInf(imag(x), 0) {
		return complex(math.Inf(1.0), imag(x))
	}
	if real(x) == 0 {
		if imag(x) < 0 {
			r := math.Sqrt(-0.5 * imag(x))
			return complex(r, -r)
		}
		r := math.Sqrt(0.5 * imag(x))
		return complex(r, r)
	}
	a := real(x)
	b := imag(x)
	var scale float64
	// Rescale to avoid internal overflow or underflow.
	if math.Abs(a) > 4 || math.Abs(b) > 4 {
		a *= 0.25
		b *= 0.25
		scale = 2
	} else {
		a *= 1.8014398509481984e16 // 2**54
		b *= 1.8014398509481984e16
		scale = 7.450580596923828125e-9 // 2**-27
	}
	r := math.Hypot(a, b)
	var t float64
	if a > 0 {
		t = math.Sqrt(0.5*r + 0.5*a)
		r = scale * math.Abs((0.5*b)/t)
		t *= scale
	} else {
		r = math.Sqrt(0.5*r - 0.5*a)
		t = scale * math.Abs((0.5*b)/r)
		r *= scale
	}
	if b < 0 {
		return complex(t, -r)
	}
	return complex(t, r)
}

// sqrtJVP is Sqrt and its tangent.
//
//chad:derivative of=Sqrt
func sqrtJVP(x, dx complex128) (y, dy complex128) {
	y = Sqrt(x)
	d := 1 / (2 * y)
	return y, d * dx
}

// Pow is x to the power of y. Where x is 0 and y is NaN plus an infinity it is NaN; the library panics.
func Pow(x, y complex128) complex128 {
	if x == 0 { // Guaranteed also true for x == -0.
		if IsNaN(y) {
			return NaN()
		}
		r, i := real(y), imag(y)
		switch {
		case r == 0:
			return 1
		case r < 0:
			if i == 0 {
				return complex(math.Inf(1), 0)
			}
			return Inf()
		case r > 0:
			return 0
		}
		return NaN()
	}
	modulus := Abs(x)
	if modulus == 0 {
		return complex(0, 0)
	}
	r := math.Pow(modulus, real(y))
	arg := Phase(x)
	theta := real(y) * arg
	if imag(y) != 0 {
		r *= math.Exp(-imag(y) * arg)
		theta += imag(y) * math.Log(modulus)
	}
	s, c := math.Sincos(theta)
	return complex(r*c, r*s)
}

// powJVP is Pow and its tangent.
//
//chad:derivative of=Pow
func powJVP(x, y, dx, dy complex128) (p, dp complex128) {
	p = Pow(x, y)
	byX, byY := powByX(x, y, p), powByY(x, p)
	return p, byX*dx + byY*dy
}

// powByX is the derivative of p, which is x to the power of y, by x.
func powByX(x, y, p complex128) complex128 {
	switch {
	case y == 0:
		return 0
	case x == 0:
		return y * Pow(x, y-1)
	}
	return y * (p / x)
}

// powByY is the derivative of p, which is x to the power of some y, by y. At 0 it is 0, as for powers of reals.
func powByY(x, p complex128) complex128 {
	if x == 0 {
		return 0
	}
	return p * Log(x)
}
