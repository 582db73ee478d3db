package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

const (
	retraceRounds = 8
)

// lengthsOf counts how often a block asks for the length of v.
func lengthsOf(b []loop.Stmt, v *loop.Var) (n int) {
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		if e.Kind == loop.LenExpr && e.Args[0].IsVar(v) {
			n++
		}
		for _, a := range e.Args {
			visit(a)
		}
	}
	loop.Walk(b, func(s loop.Stmt) { loop.Operands(s, func(e **loop.Expr, _ bool) { visit(*e) }) })
	return n
}
