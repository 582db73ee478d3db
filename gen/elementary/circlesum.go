package elementary

import "math"

// circleReduce is x = n·π/64 + r + s with |r| <= π/128 and |s| <= ulp(r)/2, for |x| < 6400.
// Where |r| >= 2^-18, r + s is within 2^-60 of its value. The parts of π/64 are Cody and
// Waite's.
func circleReduce(x float64) (n uint64, r, s float64) {
	const shift = 0x1.8p52 // adding it rounds to an integer
	y := float64(x*circleInv) + shift
	k := y - shift
	a := x - float64(k*circle1)
	w := float64(k * circle2)
	r = a - w
	return math.Float64bits(y), r, (a - r) - w
}

// circleTerms are t = sin(r+s) - r and c = cos(r+s) - 1 for |r| <= π/128 and an s of the
// size of a rounding error.
func circleTerms(r, s float64) (t, c float64) {
	z := float64(r * r)
	t = s + float64(r*z*(sinC3+float64(z*(sinC5+float64(z*sinC7)))))
	return t, float64(z * (float64(z*(cosC4+float64(z*cosC6))) - 0.5))
}

// circleSum is sin(n·π/64 - π/2 + r') for the angle r' of which t = sin r' - r and
// c = cos r' - 1: with S and C the sine and cosine of the multiple of π/64, it is
// S + r + (C·t + S·c - (1-C)·r), where the terms in brackets are small if S is.
func circleSum(n uint64, r, t, c float64) float64 {
	e := &circleTable[n%64]
	h := e.sin + r
	l := (e.sin - h) + r
	y := h + (l + (float64(e.cos*t) + (float64(e.sin*c) - float64(e.cosm1*r) + e.low)))
	return math.Float64frombits(math.Float64bits(y) ^ n&64<<57)
}
