package elementary

import "math"

// sigmoid is 1/(1+e^-x): the quotient q, improved by its remainder.
func sigmoid(x float64) float64 {
	if !(math.Abs(x) < 708) {
		if x > 0 {
			return 1
		}
		return expEdge(x)
	}
	k, r := expReduce(-x)
	s, t := expScale(k, r)
	q := 1 / (1 + (s + t))
	const upper = ^uint64(1<<27 - 1) // leaves 26 bits, whose products are exact
	qh := math.Float64frombits(math.Float64bits(q) & upper)
	sh := math.Float64frombits(math.Float64bits(s) & upper)
	return qh + float64(q*(((0.5-qh)+(0.5-float64(qh*sh)))-float64(qh*((s-sh)+t))))
}
