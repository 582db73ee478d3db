package functions

import "math"

// atanRatio is the angle h + l of which the tangent is (a+al)/(b+bl), for 0 <= a <= b: with c next to the
// tangent, atan c + atan((a - c·b)/(b + c·a)).
func atanRatio(a, al, b, bl float64) (h, l float64) {
	const shift = 0x1p52 // adding it rounds to an integer
	n := float64(a/b*64) + shift
	e := &atanTable[math.Float64bits(n)-math.Float64bits(shift)]
	c := float64((n - shift) * (1.0 / 64))
	p, pe := twoProd(c, b)
	g, ge := twoProd(c, a)
	d, de := fastTwoSum(b, g)
	t, te := quotientPair(a-p, al-pe-float64(c*bl), d, de+ge+bl+float64(c*al))
	z := float64(t * t)
	s, se := fastTwoSum(e.hi, t)
	return s, se + (te + float64(t*z*(atanC3+float64(z*(atanC5+float64(z*(atanC7+float64(z*atanC9))))))) + e.lo)
}

// atan is the arc tangent of x.
func atan(x float64) float64 {
	a := math.Abs(x)
	switch {
	case !(a > 0x1p-27):
		return x
	case a <= 1:
		h, l := atanRatio(a, 0, 1, 0)
		return math.Copysign(h+l, x)
	case a < 0x1p60:
		h, l := atanRatio(1, 0, a, 0)
		s, e := fastTwoSum(halfPiHi, -h)
		return math.Copysign(s+(e+halfPiLo-l), x)
	case a != a:
		return x
	}
	return math.Copysign(halfPiHi, x)
}

// angle is u·(π/2) plus or minus h + l, for u from 0 to 2.
func angle(u, h, l float64) float64 {
	s, e := twoSum(float64(u*halfPiHi), h)
	return s + (e + float64(u*halfPiLo) + l)
}

// atan2 is the angle of the point (x, y), from -π to π.
func atan2(y, x float64) float64 {
	ax, ay := math.Abs(x), math.Abs(y)
	switch {
	case x != x || y != y:
		return math.NaN()
	case !(ax <= math.MaxFloat64) && !(ay <= math.MaxFloat64):
		return math.Copysign(angle(1-math.Copysign(0.5, x), 0, 0), y)
	case y == 0 || !(ax <= math.MaxFloat64):
		return math.Copysign(angle(1-math.Copysign(1, x), 0, 0), y)
	}
	a, b := min(ax, ay), max(ax, ay)
	if b > 0x1p500 {
		a, b = float64(a*0x1p-600), float64(b*0x1p-600)
	} else if b < 0x1p-500 {
		a, b = float64(a*0x1p600), float64(b*0x1p600)
	}
	if a < float64(b*0x1p-60) {
		switch {
		case ay > ax:
			return math.Copysign(halfPiHi, y)
		case x > 0:
			return y / x
		}
		return math.Copysign(wholePiHi, y)
	}
	h, l := atanRatio(a, 0, b, 0)
	u := 0.0
	if ay > ax {
		u, h, l = 1, -h, -l
	}
	if x < 0 {
		u, h, l = 2-u, -h, -l
	}
	return math.Copysign(angle(u, h, l), y)
}

// legPair is the root of 1 - a², for 0 <= a < 1.
func legPair(a float64) (s, e float64) {
	u := 1 - a
	v := 1 + a
	p, pe := productPair(u, (1-u)-a, v, (1-v)+a)
	return rootPair(p, pe)
}

// asin is the arc sine of x.
func asin(x float64) float64 {
	a := math.Abs(x)
	switch {
	case !(a < 1):
		if a == 1 {
			return math.Copysign(halfPiHi, x)
		}
		return math.NaN()
	case a < 0x1p-27:
		return x
	}
	s, e := legPair(a)
	if a <= s {
		h, l := atanRatio(a, 0, s, e)
		return math.Copysign(h+l, x)
	}
	h, l := atanRatio(s, e, a, 0)
	return math.Copysign(angle(1, -h, -l), x)
}

// acos is the arc cosine of x.
func acos(x float64) float64 {
	a := math.Abs(x)
	if !(a < 1) {
		switch {
		case x == 1:
			return 0
		case x == -1:
			return wholePiHi
		}
		return math.NaN()
	}
	s, e := legPair(a)
	if a <= s {
		h, l := atanRatio(a, 0, s, e)
		if x > 0 {
			h, l = -h, -l
		}
		return angle(1, h, l)
	}
	h, l := atanRatio(s, e, a, 0)
	if x < 0 {
		return angle(2, -h, -l)
	}
	return h + l
}
