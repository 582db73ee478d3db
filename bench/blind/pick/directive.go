package pick

//chad:emit jam fastmath

// primal is [Pick]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=x,y
func primal(x, y []float64) float64 {
	return Pick(x, y)
}
