package forestflat

//chad:emit jam fastmath

// primal is [Loss]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=weights,bias,leaf
func primal(d int, weights, bias, leaf []float64, left, right []int, x, target []float64) float64 {
	return Loss(d, weights, bias, leaf, left, right, x, target)
}
