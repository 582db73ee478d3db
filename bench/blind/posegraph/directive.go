package posegraph

//chad:emit jam fastmath

// primal is [Cost]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=poses,delta
func primal(poses []Pose, edges []Edge, delta float64) float64 {
	return Cost(poses, edges, delta)
}
