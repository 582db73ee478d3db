package data

import (
	"math"
	"math/rand/v2"
)

// source is the generator of the problem with the given number.
func source(problem uint64) *rand.Rand { return rand.New(rand.NewPCG(0x6368616420, problem)) }

// normals is n independent normal numbers of standard deviation sigma. The
// Box–Muller transform keeps them independent of the standard library's tables.
func normals(r *rand.Rand, n int, sigma float64) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = sigma * math.Sqrt(-2*math.Log(1-r.Float64())) * math.Cos(2*math.Pi*r.Float64())
	}
	return v
}

// normalMatrix is an n×m matrix of normal numbers of standard deviation sigma.
func normalMatrix(r *rand.Rand, n, m int, sigma float64) [][]float64 {
	return rows(normals(r, n*m, sigma), n, m)
}

// rows cuts an n×m matrix from one slice.
func rows(all []float64, n, m int) [][]float64 {
	a := make([][]float64, n)
	for i := range a {
		a[i] = all[i*m : (i+1)*m : (i+1)*m]
	}
	return a
}

// Matrix is an n×m matrix of zeros, its rows cut from one slice: a destination for gradients.
func Matrix(n, m int) [][]float64 { return rows(make([]float64, n*m), n, m) }
