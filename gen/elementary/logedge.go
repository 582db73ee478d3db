package elementary

import "math"

// logEdge is log(x) for an x that is not normal and positive.
func logEdge(x float64) float64 {
	switch {
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	case !(x < 1): // +Inf and NaN
		return x
	}
	k, z, i := logParts(math.Float64bits(float64(x * 0x1p52)))
	e := &logTable[i]
	h, l := logSum(k-52, float64((z-e.c)*e.inv), i)
	return h + l
}
