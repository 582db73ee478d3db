package elementary

import "math"

// log1pSum is log(1+x+dx) = h + l for x in (-1, 2^1022), |x| >= 1/16 and a dx of the
// size of a rounding error of x. h has no rounding error.
func log1pSum(x, dx float64) (h, l float64) {
	y := 1 + x
	dx += x - (y - 1) // what rounding y left, unless it is far too small to matter
	b := math.Float64bits(y)
	k, z, i := logParts(b)
	e := &logTable[i]
	scale := math.Float64frombits(1023<<52 - (b-logOff)&^(1<<52-1)) // 2^-k
	return logSum(k, float64(((z-e.c)+float64(dx*scale))*e.inv), i)
}
