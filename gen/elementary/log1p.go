package elementary

import "math"

// log1p is log(1+x).
func log1p(x float64) float64 {
	if math.Abs(x) < 1.0/16 {
		return x + logNear(x)
	}
	if !(x > -1 && x < math.MaxFloat64/2) {
		return log(1 + x)
	}
	h, l := log1pSum(x, 0)
	return h + l
}
