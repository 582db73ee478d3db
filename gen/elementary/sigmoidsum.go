package elementary

import "math"

// sigmoidSum is 1/(1+s+t) for s > 0 and a t below s/256: the quotient q, improved by its
// remainder.
func sigmoidSum(s, t float64) float64 {
	const upper = ^uint64(1<<27 - 1) // leaves 26 bits, whose products are exact
	q := 1 / (1 + (s + t))
	qh := math.Float64frombits(math.Float64bits(q) & upper)
	sh := math.Float64frombits(math.Float64bits(s) & upper)
	return qh + float64(q*((0.5-qh)+(0.5-float64(qh*sh))-float64(qh*((s-sh)+t))))
}
