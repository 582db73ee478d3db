package traffic

//chad:emit jam fastmath

// primal is [TotalTime]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=links,pairs ragged=pairs
func primal(links []Link, pairs []Pair, theta float64, steps int) float64 {
	return TotalTime(links, pairs, theta, steps)
}
