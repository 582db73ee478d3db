package hmm

//chad:emit jam fastmath

// primal is [LogLikelihood]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=m ragged=sequences
func primal(m Model, sequences [][]float64) float64 {
	return LogLikelihood(m, sequences)
}
