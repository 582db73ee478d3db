package elementary

import "math"

// log is the natural logarithm of x.
func log(x float64) float64 {
	if r := x - 1; math.Abs(r) < 1.0/16 {
		return r + logNear(r)
	}
	b := math.Float64bits(x)
	if b-1<<52 >= 0x7fe<<52 { // not normal and positive
		return logEdge(x)
	}
	k, z, i := logParts(b)
	e := &logTable[i]
	h, l := logSum(k, float64((z-e.c)*e.inv), i)
	return h + l
}
