package functions

import "math"

// odd reports whether y is an odd integer.
func odd(y float64) bool {
	half := float64(0.5 * y)
	return y == math.Trunc(y) && half != math.Trunc(half)
}

// pow is x^y, with the special values of package math.
func pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case x != x || y != y:
		return math.NaN()
	}
	a, sign := math.Abs(x), 1.0
	if odd(y) {
		sign = math.Copysign(1, x)
	}
	great := a > 1 // and a power of it, for y > 0
	if y < 0 {
		great = a < 1
	}
	switch {
	case a == 1:
		if x < 0 && y != math.Trunc(y) {
			return math.NaN()
		}
		return sign
	case a == 0 || !(a <= math.MaxFloat64) || !(math.Abs(y) < 0x1p65):
		if great {
			return float64(sign * math.Inf(1))
		}
		return float64(sign * 0)
	case x < 0 && y != math.Trunc(y):
		return math.NaN()
	}
	h, l := logPair(a)
	p, e := twoProd(y, h)
	return float64(sign * expPair(p, e+float64(y*l)))
}

// powi is x^n; 1, x and x·x for n from 0 to 2.
func powi(x float64, n int) float64 {
	switch n {
	case 0:
		return 1
	case 1:
		return x
	case 2:
		return float64(x * x)
	}
	return pow(x, float64(n))
}

// cbrt is the cube root of x: a polynomial, Halley's iteration twice, and Newton's with the residual in
// two parts.
func cbrt(x float64) float64 {
	if x == 0 || !(math.Abs(x) <= math.MaxFloat64) {
		return x
	}
	a, less := math.Abs(x), 1023
	if a < 0x1p-1022 {
		a, less = float64(a*0x1p54), 1023+54
	}
	b := math.Float64bits(a)
	e := int(b>>52) - less // x = m·2^e
	q := (e+3000)/3 - 1000
	m := math.Float64frombits(b&(1<<52-1) | uint64(1023+e-3*q)<<52) // in [1, 8)
	w := float64(m * m)
	y := cbrtC0 + float64(m*cbrtC1) + float64(w*(cbrtC2+float64(m*cbrtC3)+float64(w*(cbrtC4+float64(m*cbrtC5)))))
	c := float64(y * y * y)
	y = y * (c + (m + m)) / ((c + c) + m)
	c = float64(y * y * y)
	y = y * (c + (m + m)) / ((c + c) + m)
	s, se := twoProd(y, y)
	p, pe := twoProd(s, y)
	y = y + float64(((m-p)-pe-float64(se*y))/(3*s))
	return math.Copysign(float64(y*math.Float64frombits(uint64(1023+q)<<52)), x)
}

// hypot is the root of x² + y².
func hypot(x, y float64) float64 {
	a, b := max(math.Abs(x), math.Abs(y)), min(math.Abs(x), math.Abs(y))
	switch {
	case math.Abs(x) > math.MaxFloat64 || math.Abs(y) > math.MaxFloat64:
		return math.Inf(1)
	case a != a:
		return a
	case !(b > float64(a*0x1p-60)):
		return a + b
	}
	scale, back := 1.0, 1.0
	if a > 0x1p500 {
		scale, back = 0x1p-600, 0x1p600
	} else if b < 0x1p-400 {
		scale, back = 0x1p600, 0x1p-600
	}
	a, b = float64(a*scale), float64(b*scale)
	p, pe := twoProd(a, a)
	q, qe := twoProd(b, b)
	s, se := fastTwoSum(p, q)
	r, e := rootPair(s, se+pe+qe)
	return float64((r + e) * back)
}
