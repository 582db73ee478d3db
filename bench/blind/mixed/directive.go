package mixed

//chad:emit jam fastmath

// primal is [LogLikelihood]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=beta,factor,logSigma ragged=groups,factor
func primal(groups []Group, beta []float64, factor [][]float64, logSigma float64) float64 {
	return LogLikelihood(groups, beta, factor, logSigma)
}
