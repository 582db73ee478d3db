package lqr

//chad:emit jam fastmath

// primal is [Cost]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=a,b,q,r,x0,gusts
func primal(a, b [][][]float64, q, r, x0 []float64, gusts [][]float64) float64 {
	return Cost(a, b, q, r, x0, gusts)
}
