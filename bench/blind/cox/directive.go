package cox

//chad:emit jam fastmath

// primal is [LogLikelihood]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=beta ragged=strata
func primal(strata [][]Subject, beta []float64, ridge float64) float64 {
	return LogLikelihood(strata, beta, ridge)
}
