package functions

import "math"

// stirling is log Γ(y + e) = h + l for y >= 12 and a rounding error e.
func stirling(y, e float64) (h, l float64) {
	w, we := logPair(y)
	a, ae := fastTwoSum(y, -0.5)
	p, pe := productPair(a, ae+e, w, we+e/y)
	s1, e1 := twoSum(p, -y)
	s2, e2 := twoSum(s1, logRoot2PiHi)
	r := 1 / y
	z := float64(r * r)
	q := float64(z * z)
	o := float64(q * q)
	tail := float64(r * (stirling1 + float64(z*stirling2) + float64(q*(stirling3+float64(z*stirling4))) +
		float64(o*(stirling5+float64(z*stirling6)+float64(q*(stirling7+float64(z*stirling8)))+float64(o*(stirling9+float64(z*stirling10)))))))
	s3, e3 := twoSum(s2, tail)
	return fastTwoSum(s3, e1+e2+e3+(pe-e+logRoot2PiLo))
}

// risen are x + n = y + e >= 12 and x·(x+1)·…·(x+n-1) = p + q, for x from 2^-60 to 12; for a greater x, x and 1.
func risen(x float64) (y, e, p, q float64) {
	y, p = x, 1
	for n := 1.0; y < 12; n++ {
		p, q = productPair(p, q, y, e)
		p, q = fastTwoSum(p, q)
		y, e = twoSum(x, n)
	}
	return y, e, p, q
}

// sinpiPair is sin πy = h + l for |y| < 2^40.
func sinpiPair(y float64) (h, l float64) {
	const shift = 0x1.8p52 / 64 // adding it rounds to a multiple of 1/64
	n := y + shift
	d := y - (n - shift)
	p, e := productPair(d, 0, wholePiHi, wholePiLo)
	t, c := circleTerms(p, e)
	return circlePair(math.Float64bits(n)+32, p, t, c)
}

// cospiPair is cos πy = h + l for |y| < 2^40.
func cospiPair(y float64) (h, l float64) {
	const shift = 0x1.8p52 / 64
	n := y + shift
	d := y - (n - shift)
	p, e := productPair(d, 0, wholePiHi, wholePiLo)
	t, c := circleTerms(p, e)
	return circlePair(math.Float64bits(n)+64, p, t, c)
}

// gamma is the gamma function: for x < 0, π/(x·sin πx·Γ(-x)) with the sign turned.
func gamma(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a < 0x1p-60:
		return 1 / x
	case !(x < 172):
		return float64(x * math.Inf(1))
	case x < 0 && (x == math.Floor(x) || x < -0x1p52):
		return math.NaN()
	case x < -190:
		if odd(math.Floor(x)) {
			return math.Copysign(0, -1)
		}
		return 0
	}
	y, e, p, q := risen(a)
	h, l := stirling(y, e)
	if x > 0 {
		g, d := quotientPair(1, 0, p, q)
		return expTimes(h, l, g, d)
	}
	s, se := sinpiPair(a)
	b, be := productPair(s, se, a, 0)
	b, be = fastTwoSum(b, be)
	p, q = productPair(p, q, wholePiHi, wholePiLo)
	g, d := quotientPair(p, q, b, be)
	if g > 0 {
		return -expTimes(-h, -l, g, d)
	}
	return expTimes(-h, -l, -g, -d)
}
