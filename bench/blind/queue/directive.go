package queue

//chad:emit jam fastmath

// primal is [Cost]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=rates
func primal(rates, gaps []float64, work [][]float64, servers int, risk, price float64) float64 {
	return Cost(rates, gaps, work, servers, risk, price)
}
