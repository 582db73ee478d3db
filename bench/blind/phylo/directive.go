package phylo

//chad:emit jam fastmath

// primal is [LogLikelihood]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=tree,kappa,freq ragged=tree
func primal(tree []Node, root int, patterns []Pattern, kappa float64, freq []float64) float64 {
	return LogLikelihood(tree, root, patterns, kappa, freq)
}
