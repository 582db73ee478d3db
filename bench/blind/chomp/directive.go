package chomp

//chad:emit jam fastmath

// primal is [Cost]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=path,lengths,obstacles
func primal(path [][]float64, lengths []float64, obstacles []Obstacle, balls []Ball, opt Options) float64 {
	return Cost(path, lengths, obstacles, balls, opt)
}
