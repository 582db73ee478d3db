package bspline

//chad:emit jam fastmath

// primal is [Criterion]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=s
func primal(s Spline, data Data, lambda float64, order int) float64 {
	return Criterion(s, data, lambda, order)
}
