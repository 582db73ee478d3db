package elementary

import "math"

// softplus is log(1+e^x) = max(x, 0) + log1p(e^-|x|).
func softplus(x float64) float64 {
	a := math.Abs(x)
	k, r := expReduce(-a)
	if expOuter(k) {
		if x > 0 {
			return x
		}
		return expEdge(x)
	}
	s, t := expScale(k, r)
	h, l := softplusLog(softplusReduce(s, t))
	return softplusSum(float64(0.5*(x+a)), h, l)
}
