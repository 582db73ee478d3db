package elementary

import "math"

// expm1 is e^x - 1.
func expm1(x float64) float64 {
	if math.Abs(x) < 1.0/32 {
		if x == 0 {
			return x // -0 too
		}
		z := float64(x * x)
		p := expm1C3 + float64(x*expm1C4) + float64(z*(expm1C5+float64(x*expm1C6)+float64(z*(expm1C7+float64(x*expm1C8)))))
		return x + float64(z*(0.5+float64(x*p)))
	}
	k, r := expReduce(x)
	if expOuter(k) {
		return expEdge(x) - 1
	}
	e := &expTable[k%256]
	s := math.Float64frombits(e.bits + k<<44)
	z := float64(r * r)
	p := float64(z * (0.5 + float64(r*expm1R3) + float64(z*(expm1R4+float64(r*expm1R5)))))
	t := float64(s * (e.tail + r + p))
	h := s - 1 // with its rounding error by Knuth's sum, s being greater or less than 1
	b := h - s
	return h + (t + ((s - (h - b)) + (-1 - b)))
}
