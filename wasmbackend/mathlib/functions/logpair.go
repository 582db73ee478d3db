package functions

import "math"

// logPairOf is log(2^k·z) = h + l, to 2^-68 relative, for what logParts gives.
func logPairOf(k, z float64, i uint64) (h, l float64) {
	e := &logTable[i]
	f := z - e.c
	q := float64(f * e.inv)
	p, pe := twoProd(q, e.c)
	r := float64(((f - p) - pe) * e.inv) // q + r = f/c
	base, rest := float64(k*logLn2Hi)+e.hi, float64(k*logLn2Lo)+e.lo
	if k == 0 && math.Abs(z-1) < 1.0/240 { // c = 1
		q, r, base, rest = z-1, 0, 0, 0
	}
	w, we := twoProd(q, q)
	tail := float64(q * w * (powerC3 + float64(q*powerC4) + float64(w*(powerC5+float64(q*powerC6)+float64(w*(powerC7+float64(q*powerC8)))))))
	s1, e1 := twoSum(base, q)
	s2, e2 := twoSum(s1, float64(-0.5*w))
	l = e1 + e2 + (r - float64(0.5*we) - float64(q*r) + tail + rest)
	return fastTwoSum(s2, l)
}

// logPair is log x = h + l for a positive and finite x.
func logPair(x float64) (h, l float64) {
	less := 0.0
	if x < 0x1p-1022 {
		x, less = float64(x*0x1p54), 54
	}
	k, z, i := logParts(math.Float64bits(x))
	return logPairOf(k-less, z, i)
}

// log1pPair is log(1+h+l) for h > -1 and below 2^1000, relative to which l is a rounding error.
func log1pPair(h, l float64) float64 {
	if math.Abs(h) < 1.0/16 {
		return h + (logNear(h) + float64(l*(1-h+float64(h*h))))
	}
	y, d := twoSum(1, h)
	k, z, i := logParts(math.Float64bits(y))
	e := &logTable[i]
	scale := math.Float64frombits(1023<<52 - (math.Float64bits(y)-logOff)&^(1<<52-1)) // 2^-k
	s, t := logSum(k, float64(((z-e.c)+float64((d+l)*scale))*e.inv), i)
	return s + t
}

// log2 is the logarithm of x to base 2.
func log2(x float64) float64 {
	if !(x > 0 && x <= math.MaxFloat64) {
		return logEdge(x)
	}
	less := 0.0
	if x < 0x1p-1022 {
		x, less = float64(x*0x1p54), 54
	}
	k, z, i := logParts(math.Float64bits(x))
	h, l := logPairOf(0, z, i)
	p, e := productPair(h, l, invLn2Hi, invLn2Lo)
	s, t := twoSum(k-less, p)
	return s + (t + e)
}

// log10 is the logarithm of x to base 10.
func log10(x float64) float64 {
	if !(x > 0 && x <= math.MaxFloat64) {
		return logEdge(x)
	}
	h, l := logPair(x)
	p, e := productPair(h, l, invLn10Hi, invLn10Lo)
	return p + e
}
