package edit

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Substitute is e with expressions for variables.
func Substitute(e *loop.Expr, with map[*loop.Var]*loop.Expr) *loop.Expr {
	if e.Kind == loop.VarExpr {
		if w := with[e.Var]; w != nil {
			return w
		}
		return e
	}
	return e.MapArgs(func(a *loop.Expr) *loop.Expr { return Substitute(a, with) })
}

// SubstituteAll is Substitute for each of some expressions.
func SubstituteAll(es []*loop.Expr, with map[*loop.Var]*loop.Expr) []*loop.Expr {
	out := make([]*loop.Expr, len(es))
	for k, e := range es {
		out[k] = Substitute(e, with)
	}
	return out
}

// Without is a block without some statements.
func Without(b []loop.Stmt, drop func(loop.Stmt) bool) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(b)+1)
	for _, s := range b {
		if !drop(s) {
			out = append(out, s)
		}
	}
	return out
}

// Positive is n > 0.
func Positive(n *loop.Expr) *loop.Expr {
	return loop.Prim(syntax.MustOp("igt"), n, loop.IntConst(0))
}

// Binary is an operation on two operands.
func Binary(op string, a, b *loop.Expr) *loop.Expr { return loop.Prim(syntax.MustOp(op), a, b) }

// Plus is a + b, written in this order.
func Plus(a, b *loop.Expr) *loop.Expr {
	if a.IsConst() {
		return loop.Add(b, a)
	}
	return loop.Add(a, b)
}
