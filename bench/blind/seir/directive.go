package seir

//chad:emit jam fastmath

// primal is [Misfit]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=p
func primal(p Params, population []float64, cases [][]float64, steps int) float64 {
	return Misfit(p, population, cases, steps)
}
