package elementary

// exp is e^x.
func exp(x float64) float64 {
	k, r := expReduce(x)
	if expOuter(k) {
		return expEdge(x)
	}
	s, t := expScale(k, r)
	return s + t
}
