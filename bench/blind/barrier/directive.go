package barrier

//chad:emit jam fastmath

// primal is [Price]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=spot,vol,corr,rate
func primal(spot, vol []float64, corr [][]float64, rate float64, option Option, normals [][]float64) float64 {
	return Price(spot, vol, corr, rate, option, normals)
}
