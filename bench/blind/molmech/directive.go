package molmech

//chad:emit jam fastmath

// primal is [Energy]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=pos ragged=s.Neighbours
func primal(pos []Vec, s System) float64 {
	return Energy(pos, s)
}
