// Package complex has the division of complex numbers.
package complex

import "math"

// Div is n/m as Go's compiler has it: the method of Smith (Algorithm 116, Commun. ACM 5, 435 (1962)), and infinities
// and zeros as in Annex G of C99.
func Div(n, m complex128) complex128 {
	a, b, c, d := real(n), imag(n), real(m), imag(m)
	var e, f float64
	if math.Abs(c) >= math.Abs(d) {
		ratio := d / c
		denom := c + ratio*d
		e = (a + b*ratio) / denom
		f = (b - a*ratio) / denom
	} else {
		ratio := c / d
		denom := d + ratio*c
		e = (a*ratio + b) / denom
		f = (b*ratio - a) / denom
	}
	if math.IsNaN(e) && math.IsNaN(f) {
		switch inf := math.Inf(1); {
		case c == 0 && d == 0 && (!math.IsNaN(a) || !math.IsNaN(b)):
			return complex(math.Copysign(inf, c)*a, math.Copysign(inf, c)*b)
		case isInf(n) && isFinite(m):
			a, b = unit(a), unit(b)
			return complex(inf*(a*c+b*d), inf*(b*c-a*d))
		case isInf(m) && isFinite(n):
			c, d = unit(c), unit(d)
			return complex(0*(a*c+b*d), 0*(b*c-a*d))
		}
	}
	return complex(e, f)
}

func isInf(z complex128) bool { return math.IsInf(real(z), 0) || math.IsInf(imag(z), 0) }

func isFinite(z complex128) bool { return real(z)-real(z) == 0 && imag(z)-imag(z) == 0 }

// unit is 1 of an infinity and 0 of anything else, with its sign.
func unit(x float64) float64 {
	if math.IsInf(x, 0) {
		return math.Copysign(1, x)
	}
	return math.Copysign(0, x)
}

// divJVP is Div and its tangent, (dn - n/m dm)/m. The branches of Div would make a longer one of no other value.
//
//chad:derivative of=Div
func divJVP(n, m, dn, dm complex128) (q, dq complex128) {
	r := inverse(m)
	byM := r * (r * n)
	return Div(n, m), r*dn - byM*dm
}

// inverse is 1/m for a number that is neither 0 nor infinite.
func inverse(m complex128) complex128 {
	c, d := real(m), imag(m)
	if math.Abs(c) >= math.Abs(d) {
		ratio := d / c
		denom := c + ratio*d
		return complex(1/denom, -ratio/denom)
	}
	ratio := c / d
	denom := d + ratio*c
	return complex(ratio/denom, -1/denom)
}
