package meshfair

//chad:emit jam fastmath

// primal is [Energy]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=vertices,rest
func primal(mesh Mesh, vertices [][3]float64, rest []float64, tension float64) float64 {
	return Energy(mesh, vertices, rest, tension)
}
