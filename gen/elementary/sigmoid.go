package elementary

import "math"

// sigmoid is 1/(1+e^-x).
func sigmoid(x float64) float64 {
	if !(math.Abs(x) < 708) {
		if x > 0 {
			return 1
		}
		return expEdge(x)
	}
	const upper = ^uint64(1<<27 - 1) // the bits of a float64 with 26 bits: their products are exact
	k, r := expReduce(-x)
	s, t := expScale(k, r)
	e := s + t
	d := 1 + e
	b := d - 1
	t += (s - e) + (1 - (d - b)) + (e - b) // now d + t is 1 + e^-x
	q := 1 / d
	qh := math.Float64frombits(math.Float64bits(q) & upper)
	dh := math.Float64frombits(math.Float64bits(d) & upper)
	return qh + q*((1-float64(qh*dh))-float64(qh*((d-dh)+t)))
}
