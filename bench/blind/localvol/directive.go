package localvol

//chad:emit jam fastmath

// primal is [Misfit]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=vol
func primal(vol [][]float64, grid Grid, spot, rate float64, options []Option) float64 {
	return Misfit(vol, grid, spot, rate, options)
}
