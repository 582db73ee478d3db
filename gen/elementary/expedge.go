package elementary

import "math"

// expEdge is e^x for |x| >= 698, ±Inf and NaN: overflow, underflow, and what is close to them.
func expEdge(x float64) float64 {
	switch {
	case x != x || x > 710:
		return float64(x * math.Inf(1)) // NaN for NaN
	case x < -746:
		return 0
	}
	k, r := expReduce(x)
	if x > 0 { // s itself may overflow
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
