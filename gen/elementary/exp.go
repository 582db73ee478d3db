package elementary

import "math"

// exp is e^x.
func exp(x float64) float64 {
	if !(math.Abs(x) < 700) {
		return expEdge(x)
	}
	k, r := expReduce(x)
	s, t := expScale(k, r)
	return s + t
}
