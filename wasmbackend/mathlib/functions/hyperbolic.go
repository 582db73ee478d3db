package functions

import "math"

// expTwice are e^x = s + t and e^-x = u + v for |x| < 700.
func expTwice(x float64) (s, t, u, v float64) {
	k, r := expReduce(x)
	s, t = expScale(k, r)
	u, v = expScale(-k, -r)
	return s, t, u, v
}

// halfExp is e^a/2 for a >= 40.
func halfExp(a float64) float64 {
	if !(a < 700) {
		if !(a < 711) {
			return float64(a * math.Inf(1))
		}
		k, r := expReduce(a)
		return expAround(k-1<<8, r, true)
	}
	k, r := expReduce(a)
	s, t := expScale(k-1<<8, r)
	return s + t
}

// sinh is the hyperbolic sine of x.
func sinh(x float64) float64 {
	a := math.Abs(x)
	if a < 0.25 {
		z := float64(x * x)
		q := float64(z * z)
		return x + float64(x*z*(sinhC3+float64(z*sinhC5)+float64(q*(sinhC7+float64(z*sinhC9)+float64(q*(sinhC11+float64(z*sinhC13)))))))
	}
	if !(a < 40) {
		return math.Copysign(halfExp(a), x)
	}
	s, t, u, v := expTwice(a)
	h, e := fastTwoSum(s, -u)
	return math.Copysign(float64(0.5*(h+(e+(t-v)))), x)
}

// cosh is the hyperbolic cosine of x.
func cosh(x float64) float64 {
	a := math.Abs(x)
	if !(a < 40) {
		return halfExp(a)
	}
	s, t, u, v := expTwice(a)
	h, e := fastTwoSum(s, u)
	return float64(0.5 * (h + (e + (t + v))))
}

// asinh is the inverse of sinh: log(1 + x + x²/(1 + √(1+x²))).
func asinh(x float64) float64 {
	a := math.Abs(x)
	if !(a > 0x1p-27) {
		return x
	}
	if !(a < 0x1p28) {
		if a > math.MaxFloat64 || a != a {
			return x
		}
		k, z, i := logParts(math.Float64bits(a))
		e := &logTable[i]
		h, l := logSum(k+1, float64((z-e.c)*e.inv), i)
		return math.Copysign(h+l, x)
	}
	p, pe := twoProd(a, a)
	y, ye := twoSum(1, p)
	s, se := rootPair(y, ye+pe)
	d, de := twoSum(1, s)
	q, qe := quotientPair(p, pe, d, de+se)
	h, l := twoSum(a, q)
	return math.Copysign(log1pPair(h, l+qe), x)
}

// acosh is the inverse of cosh: log(1 + d + √(d·(d+2))) for d = x - 1.
func acosh(x float64) float64 {
	if !(x < 0x1p28) {
		if !(x <= math.MaxFloat64) {
			return x
		}
		k, z, i := logParts(math.Float64bits(x))
		e := &logTable[i]
		h, l := logSum(k+1, float64((z-e.c)*e.inv), i)
		return h + l
	}
	d := x - 1
	if !(d > 0) {
		if d == 0 {
			return 0
		}
		return math.NaN()
	}
	v, ve := twoSum(d, 2)
	p, pe := productPair(d, 0, v, ve)
	s, se := rootPair(p, pe)
	h, l := twoSum(s, d)
	return log1pPair(h, l+se)
}

// atanh is the inverse of tanh: log(1 + 2x/(1-x))/2.
func atanh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case !(a > 0x1p-27):
		return x
	case !(a < 1):
		if a == 1 {
			return math.Copysign(math.Inf(1), x)
		}
		return math.NaN()
	}
	d := 1 - a
	q, e := quotientPair(a+a, 0, d, (1-d)-a)
	return math.Copysign(float64(0.5*log1pPair(q, e)), x)
}
