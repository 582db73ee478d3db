package softdtw

//chad:emit jam fastmath

// primal is [Loss]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=xs,ys ragged=xs,ys
func primal(xs, ys [][]float64, gamma float64, radius int) float64 {
	return Loss(xs, ys, gamma, radius)
}
