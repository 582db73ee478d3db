package elementary

import "math"

// softplus is log(1+e^x) = max(x, 0) + log1p(e^-|x|).
func softplus(x float64) float64 {
	a := math.Abs(x)
	if !(a < 708) {
		if x > 0 {
			return x
		}
		return expEdge(x)
	}
	k, r := expReduce(-a)
	s, t := expScale(k, r)
	e := s + t
	t += s - e
	if e < 1.0/16 {
		return max(x, 0) + (e + (logNear(e) + t))
	}
	h, l := log1pSum(e, t)
	m := max(x, 0)
	y := m + h
	b := y - m
	return y + (l + ((m - (y - b)) + (h - b)))
}
