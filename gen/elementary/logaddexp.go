package elementary

import "math"

// logaddexp is log(e^x+e^y) = max(x, y) + log1p(e^-|x-y|). Its error is that of softplus,
// that of the rounded x-y, and what max(x, y) cancels of them.
func logaddexp(x, y float64) float64 {
	d := x - y
	a := math.Abs(d)
	k, r := expReduce(-a)
	if expOuter(k) {
		switch {
		case x == y: // infinities
			return x
		case x > y:
			return x + expEdge(-a)
		case x < y:
			return y + expEdge(-a)
		}
		return d // NaN
	}
	s, t := expScale(k, r)
	// The greater one, chosen without a branch.
	n := uint64(int64(math.Float64bits(d)) >> 63)
	m := math.Float64frombits(math.Float64bits(x)&^n | math.Float64bits(y)&n)
	h, l := softplusLog(softplusReduce(s, t))
	return softplusSum(m, h, l)
}
