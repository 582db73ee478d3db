package foresteq

//chad:emit jam fastmath

// primal is [Loss]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=weights,bias,leaf
func primal(weights [][]float64, bias, leaf []float64, left, right []int, x [][]float64, target []float64) float64 {
	return Loss(weights, bias, leaf, left, right, x, target)
}
