package wavelet

//chad:emit jam fastmath

// primal is [Loss]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=noisy,levels
func primal(noisy, clean [][]float64, levels []Lifting) float64 {
	return Loss(noisy, clean, levels)
}
