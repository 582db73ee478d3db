package forestrag

//chad:emit jam fastmath

// primal is [Loss]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=nodes ragged=nodes
func primal(nodes []Node, x [][]float64, target []float64) float64 {
	return Loss(nodes, x, target)
}
