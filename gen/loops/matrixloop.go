package loops

import (
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/gen/gonum"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// matrixLoop writes a vector loop over the rows of a matrix as one call of gonum; ok is false for other loops.
func (p *emitter) matrixLoop(s *loop.For) (ok bool) {
	m, ok := loop.MatrixOf(s)
	if !ok {
		return false
	}
	fn := gonum.Matrix(p.g.File, m.Op)
	alpha := 1.0
	if m.Neg {
		alpha = -1
	}
	args := []*code.Expr{p.expr(m.A), p.expr(m.At), p.expr(m.Stride), p.expr(m.Cols), p.expr(loop.RealConst(alpha)),
		p.expr(m.R), p.expr(m.C)}
	p.out.Add(&code.Stmt{Kind: code.ExprStmt, Exprs: []*code.Expr{code.Call("", fn, args...)}})
	return true
}
