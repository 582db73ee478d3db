package elementary

import "math"

// softplusSum is m + log(1+e+t) for e in [0, 1], a t of the size of a rounding error of e,
// and any m. With c next to e and f = e - c, log(1+e) = log(1+c) + log(1+r) for
// r = f/(1+c) = f + less·f, whose last term is small if c is.
func softplusSum(m, e, t float64) float64 {
	const shift = 0x1p52 // adding it rounds to an integer
	i := math.Float64bits(float64(e*128)+shift) - math.Float64bits(shift)
	c := &softplusTable[i]
	f := e - c.c
	g := float64((f + t) * c.less)
	r := f + g
	z := float64(r * r)
	p := float64(z * (float64(r*(softplusC3+float64(r*softplusC4)+float64(z*(softplusC5+float64(r*softplusC6))))) - 0.5))
	h := c.hi + f
	l := (c.hi - h) + f + (g + ((t + c.lo) + p))
	y := m + h
	b := y - m
	return y + (l + ((m - (y - b)) + (h - b)))
}
