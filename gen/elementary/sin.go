package elementary

import "math"

// sin is the sine of x.
func sin(x float64) float64 {
	n, r, s := circleReduce(x)
	if !(math.Abs(r) > 0x1p-18 && math.Abs(x) < 6400) {
		y, _ := sincosEdge(x)
		return y
	}
	t, c := circleTerms(r, s)
	return circleSum(n+32, r, t, c)
}
