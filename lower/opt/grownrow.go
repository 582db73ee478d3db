package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// writesTo reports whether a statement, or one in it, writes elements of a variable of a kind.
func writesTo(s loop.Stmt, is func(*loop.Var) bool) (found bool) {
	to := func(e *loop.Expr) {
		v := e.Root()
		found = found || e.Kind != loop.VarExpr && v != nil && is(v)
	}
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Assign:
			for _, l := range s.Lhs {
				to(l)
			}
		case *loop.AddTo:
			to(s.Lhs)
		case *loop.Copy:
			to(s.Dst)
			found = found || s.Dst.Kind == loop.VarExpr && is(s.Dst.Var)
		case *loop.Clear:
			to(s.Dst)
			found = found || s.Dst.Kind == loop.VarExpr && is(s.Dst.Var)
		}
	})
	return found
}
