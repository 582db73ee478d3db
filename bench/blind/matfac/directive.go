package matfac

//chad:emit jam fastmath

// primal is [Loss]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=m ragged=ratings
func primal(m Model, ratings [][]Rating, penalty float64) float64 {
	return Loss(m, ratings, penalty)
}
