package rnea

//chad:emit jam fastmath

// primal is [Effort]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=loads,q,qd,qdd
func primal(links []Link, loads []Load, q, qd, qdd [][]float64) float64 {
	return Effort(links, loads, q, qd, qdd)
}
