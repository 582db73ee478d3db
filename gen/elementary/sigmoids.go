package elementary

import "math"

// sigmoids is sigmoid(x) and sigmoid(-x), the latter within 2.3 ulp: the factors of the
// derivative of sigmoid.
func sigmoids(x float64) (plus, minus float64) {
	if !(math.Abs(x) < 700) {
		if x > 0 {
			return 1, expEdge(-x)
		}
		e := expEdge(x)
		return e, 1 - e
	}
	k, r := expReduce(-x)
	s, t := expScale(k, r)
	plus = sigmoidSum(s, t)
	return plus, float64((s + t) * plus)
}
