package functions

import "math"

// circlePair is circleSum in two parts.
func circlePair(n uint64, r, t, c float64) (h, l float64) {
	e := &circleTable[n%64]
	h = e.sin + r
	l = (e.sin - h) + r
	h, l = fastTwoSum(h, l+(float64(e.cos*t)+(float64(e.sin*c)-float64(e.cosm1*r)+e.low)))
	sign := n & 64 << 57
	return math.Float64frombits(math.Float64bits(h) ^ sign), math.Float64frombits(math.Float64bits(l) ^ sign)
}

// tan is the tangent of x.
func tan(x float64) float64 {
	a := math.Abs(x)
	if a < 0x1p-10 {
		z := float64(x * x)
		return x + float64(x*z*(1.0/3+float64(z*(2.0/15))))
	}
	if !(a <= math.MaxFloat64) {
		return math.NaN()
	}
	n, r, s := circleReduce(a)
	if !(math.Abs(r) > 0x1p-18 && a < 6400) {
		n, r, s = circleGreat(a)
	}
	t, c := circleTerms(r, s)
	p, pe := circlePair(n+32, r, t, c)
	q, qe := circlePair(n+64, r, t, c)
	h, e := quotientPair(p, pe, q, qe)
	return float64(math.Copysign(1, x) * (h + e))
}
