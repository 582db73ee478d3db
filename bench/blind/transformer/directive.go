//go:build refused

package transformer

//chad:emit jam fastmath

// primal is [Loss]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=m
func primal(m Model, text []int) float64 {
	return Loss(m, text)
}
