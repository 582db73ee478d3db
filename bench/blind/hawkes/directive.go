package hawkes

//chad:emit jam fastmath

// primal is [LogLikelihood]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=p
func primal(p Process, events []Event, horizon float64) float64 {
	return LogLikelihood(p, events, horizon)
}
