package iir

//chad:emit jam fastmath

// primal is [Loss]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=f
func primal(f Filter, input, target []float64, size int) float64 {
	return Loss(f, input, target, size)
}
