package elementary

import "math"

// sincosEdge is the sine and the cosine of every x, with a reduction for all: it is for what
// circleReduce does not reduce.
func sincosEdge(x float64) (sin, cos float64) {
	switch {
	case x == 0: // -0 too
		return x, 1
	case math.Abs(x) < 0x1p-10:
		z := float64(x * x)
		return x - float64(x*z*(1.0/6-float64(z*(1.0/120)))), 1 - float64(z*(0.5-float64(z*(1.0/24))))
	case !(math.Abs(x) <= math.MaxFloat64):
		return math.NaN(), math.NaN()
	}
	n, r, s := circleGreat(x)
	t, c := circleTerms(r, s)
	sin, cos = circleSum(n+32, r, t, c), circleSum(n+64, r, t, c)
	if x < 0 {
		sin = -sin
	}
	return sin, cos
}
