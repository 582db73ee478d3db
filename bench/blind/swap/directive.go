package swap

//chad:emit jam fastmath

// primal is [Swap]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=x,y
func primal(x, y []float64) float64 {
	return Swap(x, y)
}
