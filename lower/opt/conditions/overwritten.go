package conditions

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// mostOverwriting is how many statements are looked at for what becomes of a first value.
const mostOverwriting = 96

// overwritten reports whether the statements behind the declaration of x assign it, on every way that comes to their
// end, before any reads it.
func overwritten(x *loop.Var, behind []loop.Stmt) bool {
	w := overwriting{of: x, left: mostOverwriting}
	return w.block(behind) == isAssigned && w.left > 0
}

// A fate is what becomes of the value of a variable.
type fate uint8

const (
	isKept fate = iota
	isAssigned
	isRead // or may be
)

type overwriting struct {
	of   *loop.Var
	left int
}

func (w *overwriting) block(b []loop.Stmt) fate {
	for _, s := range b {
		if w.left--; w.left <= 0 {
			return isRead
		}
		if f := w.statement(s); f != isKept {
			return f
		}
	}
	return isKept
}

func (w *overwriting) statement(s loop.Stmt) fate {
	out := isKept
	loop.Operands(s, func(e **loop.Expr, read bool) {
		if !read && (*e).Kind == loop.VarExpr && (*e).Var == w.of { // all that is read is read before
			if out == isKept {
				out = isAssigned
			}
			return
		}
		facts.EachRead(*e, func(v *loop.Var) {
			if v == w.of {
				out = isRead
			}
		})
	})
	if out != isKept {
		return out
	}
	switch s := s.(type) {
	case *loop.If:
		return w.both(w.block(s.Then), w.block(s.Else))
	case *loop.Switch:
		for i, b := range s.Cases {
			f := w.block(b)
			if i > 0 {
				f = w.both(out, f)
			}
			out = f
		}
	case *loop.Check:
		if s.Cond.IsConst() && s.Cond.I == 0 { // behind which is nothing
			return isAssigned
		}
	default:
		loop.Blocks(s, func(b *[]loop.Stmt) {
			if w.block(*b) != isKept { // in no iteration, perhaps
				out = isRead
			}
		})
	}
	return out
}

func (w *overwriting) both(a, b fate) fate {
	if a != b {
		return isRead
	}
	return a
}
