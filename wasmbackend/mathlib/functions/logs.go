package functions

import "math"

// log1mexp is log(1 - e^x) for x <= 0.
func log1mexp(x float64) float64 {
	switch {
	case x != x:
		return x
	case x > 0:
		return math.NaN()
	case x > -1.0/32:
		return log(-expm1(x))
	case x < -40:
		return -exp(x)
	}
	k, r := expReduce(x)
	s, t := expScale(k, r)
	if x > -math.Ln2 {
		h, e := fastTwoSum(1, -s)
		h, e = fastTwoSum(h, e-t)
		u, v := logPair(h)
		return u + (v + e/h)
	}
	h, e := fastTwoSum(-s, -t)
	return log1pPair(h, e)
}

// logit is log(p/(1-p)).
func logit(p float64) float64 {
	if !(p > 0x1p-60 && p < 1) {
		return log(p / (1 - p))
	}
	d := 1 - p
	de := (1 - d) - p
	if p > 0.25 && p < 0.75 {
		q, e := quotientPair((p+p)-1, 0, d, de)
		return log1pPair(q, e)
	}
	q, e := quotientPair(p, 0, d, de)
	h, l := logPair(q)
	return h + (l + e/q)
}

// xlogy is x·log y, and 0 where x is 0 and y is not NaN.
func xlogy(x, y float64) float64 {
	if x == 0 && y == y {
		return 0
	}
	if y == 1 || !(y > 0 && y <= math.MaxFloat64 && math.Abs(x) < 0x1p900 && math.Abs(x) > 0x1p-900) {
		return float64(x * log(y))
	}
	h, l := logPair(y)
	p, e := productPair(x, 0, h, l)
	return p + e
}
