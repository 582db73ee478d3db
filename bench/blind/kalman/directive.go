package kalman

//chad:emit jam fastmath

// primal is [Cost]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=mean,noise,sensors ragged=scans
func primal(mean []float64, noise Noise, sensors [][]float64, scans [][]Reading, dt float64) float64 {
	return Cost(mean, noise, sensors, scans, dt)
}
