package pick

import "math"

// Tape is memory kept between calls of Gradient. There is nothing to keep.
type Tape struct{}

// Gradient is Pick and its derivatives, which overwrite xBar and yBar.
//
// Nothing is overwritten in the primal, and each product is added to the result as it is. So one pass forward
// is enough: (s[i]·s[0])' is s[0] at i and s[i] at 0. The choice is a mask of bits, since branches on such data are
// predicted badly.
func Gradient(x, y, xBar, yBar []float64, _ *Tape) float64 {
	n := len(x)
	if n == 0 {
		return 0
	}
	y, xBar, yBar = y[:n], xBar[:n], yBar[:n]
	x0, y0 := math.Float64bits(x[0]), math.Float64bits(y[0])
	acc, xSum, ySum := 0.0, 0.0, 0.0
	mask := uint64(0) // all ones where s is y
	for i, a := range x {
		b := y[i]
		if b > 0 {
			mask = 0
		}
		if a > 0 {
			mask = ^uint64(0)
		}
		// The value, or zero, of each of the two, and so for the first ones.
		u, v := math.Float64frombits(math.Float64bits(a)&^mask), math.Float64frombits(math.Float64bits(b)&mask)
		u0, v0 := math.Float64frombits(x0&^mask), math.Float64frombits(y0&mask)
		acc += u*u0 + v*v0
		xSum += u
		ySum += v
		xBar[i], yBar[i] = u0, v0
	}
	xBar[0] += xSum
	yBar[0] += ySum
	return acc
}
