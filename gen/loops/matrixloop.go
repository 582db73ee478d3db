package loops

import (
	"strings"

	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

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

// matrixLoop writes a vector loop over the rows of a matrix as one call of gonum; ok is false for other loops.
func (p *emitter) matrixLoop(s *loop.For) (ok bool) {
	m, ok := loop.MatrixOf(s)
	if !ok {
		return false
	}
	c := matrixCalls[m.Op]
	p.g.Helper(c.name, strings.TrimSpace(c.source))
	alpha := 1.0
	if m.Neg {
		alpha = -1
	}
	args := []*code.Expr{p.expr(m.A), p.expr(m.At), p.expr(m.Stride), p.expr(m.Cols), p.expr(loop.RealConst(alpha)),
		p.expr(m.R), p.expr(m.C)}
	p.out.Add(&code.Stmt{Kind: code.ExprStmt, Exprs: []*code.Expr{code.Call("", c.name, args...)}})
	return true
}
