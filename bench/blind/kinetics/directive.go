package kinetics

//chad:emit jam fastmath

// primal is [Misfit]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=rates,start ragged=reactions
func primal(reactions []Reaction, rates, start []float64, h float64, steps int, observed [][]float64) float64 {
	return Misfit(reactions, rates, start, h, steps, observed)
}
