package sums

import "gonum.org/v1/gonum/mat"

// Matrices is at matrices of a library.
//
//chad:sum over=x wrt=p
func Matrices(p []float64, v *mat.VecDense, m *mat.Dense, x []float64) float64 {
	sum := 0.0
	for _, r := range x {
		sum += p[0]*r*v.AtVec(1) + m.At(0, 1)
	}
	return sum
}
