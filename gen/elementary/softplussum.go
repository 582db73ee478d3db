package elementary

import "math"

// softplusReduce is log(1+s+t) = hi + lo + log(1+r) for r = f + g, s in [0, 1] and |t| < s/256:
// with c next to s, f = (s-c) + t but for rounding, whose error is in lo, and r = f/(1+c), so
// that g is small where hi is.
func softplusReduce(s, t float64) (hi, lo, f, g float64) {
	const shift = 0x1p45 // adding it rounds to a multiple of 1/128
	c := &softplusTable[math.Float64bits(s+shift)%256]
	d := s - c.c
	f = d + t
	t += d - f
	return c.hi, t + c.lo, f, float64((f + t) * c.less)
}

// softplusLog is hi + lo + log(1+f+g) = h + l for what softplusReduce gives.
func softplusLog(hi, lo, f, g float64) (h, l float64) {
	r := f + g
	z := float64(r * r)
	p := float64(z * (float64(r*softplusC3) - 0.5 + float64(z*(softplusC4+float64(r*softplusC5)+float64(z*softplusC6)))))
	h = hi + f
	return h, (hi - h) + f + (g + lo + p)
}

// softplusSum is m + (h + l), where l is small beside h.
func softplusSum(m, h, l float64) float64 {
	y := m + h
	b := y - m
	return y + (l + ((m - (y - b)) + (h - b)))
}
