package elementary

import "math"

// cos is the cosine of x.
func cos(x float64) float64 {
	n, r, s := circleReduce(x)
	if !(math.Abs(r) > 0x1p-18 && math.Abs(x) < 6400) {
		_, y := sincosEdge(x)
		return y
	}
	t, c := circleTerms(r, s)
	return circleSum(n+64, r, t, c)
}
