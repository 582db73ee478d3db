package elementary

import "math"

// log1p is log(1+x).
func log1p(x float64) float64 {
	if math.Abs(x) < 1.0/16 {
		return x + logNear(x)
	}
	if !(x > -1 && x < 0x1p1023) {
		return log(1 + x)
	}
	y := 1 + x
	d := x - (y - 1) // what rounding y left, unless it is far too small to matter
	b := math.Float64bits(y)
	k, z, i := logParts(b)
	e := &logTable[i]
	scale := math.Float64frombits(1023<<52 - (b-logOff)&^(1<<52-1)) // 2^-k
	h, l := logSum(k, float64(((z-e.c)+float64(d*scale))*e.inv), i)
	return h + l
}
