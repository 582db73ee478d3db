package elementary

import "math"

// sigmoid is 1/(1+e^-x).
func sigmoid(x float64) float64 {
	if !(math.Abs(x) < 700) {
		if x > 0 {
			return 1
		}
		return expEdge(x)
	}
	k, r := expReduce(-x)
	s, t := expScale(k, r)
	return sigmoidSum(s, t)
}
