package gcn

//chad:emit jam fastmath

// primal is [Loss]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=w0,w1 ragged=g.Neighbors
func primal(w0, w1 [][]float64, g Graph, decay float64) float64 {
	return Loss(w0, w1, g, decay)
}
