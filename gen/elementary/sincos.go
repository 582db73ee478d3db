package elementary

import "math"

// sincos is the sine and the cosine of x, for little more than the price of one.
func sincos(x float64) (sin, cos float64) {
	n, r, s := circleReduce(x)
	if !(math.Abs(r) > 0x1p-18 && math.Abs(x) < 6400) {
		return sincosEdge(x)
	}
	t, c := circleTerms(r, s)
	return circleSum(n+32, r, t, c), circleSum(n+64, r, t, c)
}
