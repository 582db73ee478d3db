package elementary

// sigmoids is sigmoid(x) and sigmoid(-x), the latter within 2.3 ulp: the factors of the
// derivative of sigmoid.
func sigmoids(x float64) (plus, minus float64) {
	k, r := expReduce(-x)
	if expOuter(k) {
		if x > 0 {
			return 1, expEdge(-x)
		}
		e := expEdge(x)
		return e, 1 - e
	}
	s, t := expScale(k, r)
	plus = sigmoidSum(s, t)
	return plus, float64((s + t) * plus)
}
