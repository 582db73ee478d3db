package museum

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// What follows is of reports that were left out: what they ask for is another choice than ours.

// Sinc has a branch for 0.
//
//chad:hessian
func Sinc(x float64) float64 {
	if x == 0 {
		return 1
	}
	return math.Sin(math.Pi*x) / (math.Pi * x)
}

// RootOfSquares is a norm, written out.
//
//chad:grad
//chad:jvp
func RootOfSquares(x []float64) float64 { return norm(x) }

// LibraryNorms is the sum of what libraries have for the length of x, by the exponents p among others.
//
//chad:grad wrt=x
//chad:jvp wrt=x
func LibraryNorms(x, p []float64) float64 {
	v := blas64.Vector{N: len(x), Data: x, Inc: 1}
	m := mat.NewVecDense(len(x), x)
	s := math.Hypot(x[0], x[1]) + blas64.Nrm2(v) + blas64.Asum(v) + m.Norm(2)
	y := slices.Clone(x)
	floats.Reverse(y)
	for _, p := range p {
		s += floats.Norm(x, p) + floats.Distance(x, y, p)
	}
	for _, p := range []float64{1, 2, math.Inf(1)} {
		s += mat.Norm(m, p)
	}
	return s
}
