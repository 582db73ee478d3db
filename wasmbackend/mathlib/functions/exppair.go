package functions

import "math"

// expAround is e^x for x = (n·ln 2)/256 + r where the result may overflow, if up, or be subnormal.
func expAround(k uint64, r float64, up bool) float64 {
	if up { // s itself may overflow
		s, t := expScale(k-1<<8, r)
		return float64((s + t) * 2)
	}
	// A subnormal result is rounded once, by adding 1 to it 2^1022 times greater.
	s, t := expScale(k+1022<<8, r)
	y := s + t
	if y >= 1 {
		return float64(y * 0x1p-1022)
	}
	h := 1 + y
	return float64((h + (((1 - h) + y) + ((s - y) + t)) - 1) * 0x1p-1022)
}

// expPair is e^(h+l) for an l below 2^-40.
func expPair(h, l float64) float64 {
	if !(math.Abs(h) < 700) {
		switch {
		case h != h || h > 710:
			return float64(h * math.Inf(1))
		case h < -746:
			return 0
		}
		k, r := expReduce(h)
		return expAround(k, r+l, h > 0)
	}
	k, r := expReduce(h)
	s, t := expScale(k, r+l)
	return s + t
}

// exp2 is 2^x.
func exp2(x float64) float64 {
	const shift = 0x1.8p52 / 256 // adding it rounds to a multiple of 1/256
	if !(math.Abs(x) < 1080) {
		switch {
		case x != x:
			return x
		case x > 0:
			return math.Inf(1)
		}
		return 0
	}
	y := x + shift
	r := float64((x - (y - shift)) * math.Ln2)
	k := math.Float64bits(y)
	if !(math.Abs(x) < 1000) {
		return expAround(k, r, x > 0)
	}
	s, t := expScale(k, r)
	return s + t
}
