package plain

//chad:emit blas fastmath

// LeastSquares is half the squared norm of a·theta − b.
//
//chad:grad wrt=theta
//chad:jvp wrt=theta
func LeastSquares(theta []float64, a [][]float64, b []float64) float64 {
	sum := 0.0
	for i, row := range a {
		r := -b[i]
		for j := range theta {
			r += row[j] * theta[j]
		}
		sum += r * r
	}
	return 0.5 * sum
}
