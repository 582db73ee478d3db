package levinson

//chad:emit jam fastmath

// primal is [Loss]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=signal
func primal(signal []float64, targets [][]float64, order, size, hop int) float64 {
	return Loss(signal, targets, order, size, hop)
}
