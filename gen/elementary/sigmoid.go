package elementary

// sigmoid is 1/(1+e^-x).
func sigmoid(x float64) float64 {
	k, r := expReduce(-x)
	if expOuter(k) {
		if x > 0 {
			return 1
		}
		return expEdge(x)
	}
	s, t := expScale(k, r)
	return sigmoidSum(s, t)
}
