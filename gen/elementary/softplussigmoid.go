package elementary

import "math"

// softplusSigmoid is softplus(x) and its derivative sigmoid(x), the latter within 2.3 ulp.
func softplusSigmoid(x float64) (y, dy float64) {
	a := math.Abs(x)
	k, r := expReduce(-a)
	if expOuter(k) {
		if x > 0 {
			return x, 1
		}
		e := expEdge(x)
		return e, e
	}
	s, t := expScale(k, r)
	dy = sigmoidSum(s, t)
	// e·dy for negative x, chosen without a branch.
	m := uint64(int64(math.Float64bits(x)) >> 63)
	dy = math.Float64frombits(math.Float64bits(dy)&^m | math.Float64bits(float64((s+t)*dy))&m)
	h, l := softplusLog(softplusReduce(s, t))
	return softplusSum(float64(0.5*(x+a)), h, l), dy
}
