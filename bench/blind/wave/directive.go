package wave

//chad:emit jam fastmath

// primal is [Misfit]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=vel
func primal(vel [][]float64, dt, dx float64, shot Shot) float64 {
	return Misfit(vel, dt, dx, shot)
}
