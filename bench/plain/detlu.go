package plain

//chad:emit blas fastmath

import "math"

// DetLU is the determinant of a by Gaussian elimination with partial pivoting.
//
//chad:grad wrt=a
//chad:jvp wrt=a
func DetLU(a [][]float64) float64 {
	n := len(a)
	u := make([][]float64, n)
	for i := range u {
		u[i] = make([]float64, n)
		copy(u[i], a[i])
	}
	det := 1.0
	for k := range n {
		p := k
		for i := k + 1; i < n; i++ {
			if math.Abs(u[i][k]) > math.Abs(u[p][k]) {
				p = i
			}
		}
		if p != k {
			u[p], u[k] = u[k], u[p]
			det = -det
		}
		det *= u[k][k]
		for i := k + 1; i < n; i++ {
			f := u[i][k] / u[k][k]
			for j := k + 1; j < n; j++ {
				u[i][j] -= f * u[k][j]
			}
		}
	}
	return det
}
