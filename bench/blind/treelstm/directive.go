package treelstm

//chad:emit jam fastmath

// primal is [Loss]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=m ragged=trees
func primal(m Model, trees [][]Node) float64 {
	return Loss(m, trees)
}
