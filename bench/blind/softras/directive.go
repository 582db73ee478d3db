package softras

//chad:emit jam fastmath

// primal is [Loss]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=vertices,sigma
func primal(vertices []Vertex, faces [][3]int, focal, sigma float64, image [][]float64) float64 {
	return Loss(vertices, faces, focal, sigma, image)
}
