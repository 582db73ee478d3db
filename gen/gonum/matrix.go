package gonum

import (
	"strings"

	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// FloatsPath is the package whose functions do vector loops. It checks lengths, and calls assembly directly; package
// blas64 of the same module takes longer for short arrays.
const FloatsPath = "gonum.org/v1/gonum/floats"

// matrixCalls are the functions that do vector loops over the rows of a matrix, by [loop.MatrixOp].
var matrixCalls = map[loop.MatrixOp]struct{ name, source string }{
	loop.RankOne: {"blasRankOne", `
// blasRankOne adds alpha x yᵀ to the matrix of len(x) rows of n elements, stride apart, from a[at] on.
func blasRankOne(a []float64, at, stride, n int, alpha float64, x, y []float64) {
	if m := len(x); m > 0 && n > 0 {
		blas64.Ger(alpha, blas64.Vector{N: m, Inc: 1, Data: x}, blas64.Vector{N: n, Inc: 1, Data: y}, blas64.General{Rows: m, Cols: n, Stride: stride, Data: a[at:]})
	}
}
`},
	loop.RowSums: {"blasRowSums", `
// blasRowSums adds alpha times the sum of the rows, each times its element of x, to y, for the matrix of len(x) rows of n elements,
// stride apart, from a[at] on.
func blasRowSums(a []float64, at, stride, n int, alpha float64, x, y []float64) {
	if m := len(x); m > 0 && n > 0 {
		blas64.Gemv(blas.Trans, alpha, blas64.General{Rows: m, Cols: n, Stride: stride, Data: a[at:]}, blas64.Vector{N: m, Inc: 1, Data: x}, 1, blas64.Vector{N: n, Inc: 1, Data: y})
	}
}
`},
	loop.RowDots: {"blasRowDots", `
// blasRowDots stores alpha times the inner product of each row with y in x, for the matrix of len(x) rows of n elements,
// stride apart, from a[at] on.
func blasRowDots(a []float64, at, stride, n int, alpha float64, x, y []float64) {
	if m := len(x); m > 0 && n > 0 {
		blas64.Gemv(blas.NoTrans, alpha, blas64.General{Rows: m, Cols: n, Stride: stride, Data: a[at:]}, blas64.Vector{N: n, Inc: 1, Data: y}, 0, blas64.Vector{N: m, Inc: 1, Data: x})
	} else {
		clear(x)
	}
}
`},
}

// Matrix is the function that does an operation, which becomes part of the file.
func Matrix(file *code.File, op loop.MatrixOp) string {
	c := matrixCalls[op]
	file.Helper(c.name, strings.TrimSpace(c.source))
	return c.name
}
