package cloth

//chad:emit jam fastmath

// primal is [Energy]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=nodes,springs,wind
func primal(nodes []Node, springs []Spring, wind []Vec, opt Options) float64 {
	return Energy(nodes, springs, wind, opt)
}
