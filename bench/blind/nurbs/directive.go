package nurbs

//chad:emit jam fastmath

// primal is [Distance]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=points,samples ragged=knotsV,points
func primal(degreeU, degreeV int, knotsU []float64, knotsV [][]float64,
	points [][]Control, samples []Sample) float64 {
	return Distance(degreeU, degreeV, knotsU, knotsV, points, samples)
}
