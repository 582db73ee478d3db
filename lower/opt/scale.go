package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// scale multiplies a sum by a constant once, with fast math, instead of each of its terms.
//
//	var s real = 0.0                     var s real = 0.0
//	for i < n {                          for i < n {
//	  s +~= 2.0 * (a[i] - b[i])     →      s +~= a[i] - b[i]
//	}                                    }
//	                                     s = 2.0 * s
var scale = Pass{ //nolint:gochecknoglobals // a constant
	Name: "scale",
	Law: "With fast-math only: Σ c·e = c·Σ e, for a free sum that begins with 0 before a loop and gets nothing else there. Results differ in " +
		"their last bits.",
	Needs: Loops | Adds,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if !o.FastMath {
			return
		}
		var block func(b *[]loop.Stmt)
		block = func(b *[]loop.Stmt) {
			for i := 0; i < len(*b); i++ {
				loop.Blocks((*b)[i], block)
				if l, ok := (*b)[i].(*loop.For); ok && l.Par == nil {
					after := scaleSums(l, (*b)[:i])
					*b = append((*b)[:i+1:i+1], append(after, (*b)[i+1:]...)...)
					i += len(after)
				}
			}
		}
		block(&f.Body)
	}),
}

// scaleSums takes constants out of sums of a loop, behind the statements before; what it gives has to be done after the loop.
func scaleSums(l *loop.For, before []loop.Stmt) (after []loop.Stmt) {
	for _, s := range l.Body {
		a, ok := s.(*loop.AddTo)
		if !ok || !a.Free || a.Lhs.Kind != loop.VarExpr || a.Lhs.Type != loop.RealType {
			continue
		}
		place := &a.Rhs
		if let := onlyIn(l, a.Rhs); let != nil {
			place = &let.Rhs
		}
		c, x := scaled(*place)
		if c == nil || !zeroBefore(a.Lhs.Var, before) || timesIn(l, a.Lhs.Var) != 1 {
			continue
		}
		*place = x
		after = append(after, &loop.Assign{Lhs: []*loop.Expr{a.Lhs}, Rhs: []*loop.Expr{loop.Prim(syntax.OpMul, c, loop.Use(a.Lhs.Var))}})
	}
	return after
}

// onlyIn is the declaration, in the body of a loop, of a variable that is read in one place of it.
func onlyIn(l *loop.For, e *loop.Expr) *loop.Let {
	if e.Kind != loop.VarExpr || timesIn(l, e.Var) != 1 {
		return nil
	}
	for _, s := range l.Body {
		if let, ok := s.(*loop.Let); ok && let.Var == e.Var {
			return let
		}
	}
	return nil
}

// zeroBefore reports whether a variable is 0 after statements that declare it.
func zeroBefore(v *loop.Var, before []loop.Stmt) bool {
	for i := len(before) - 1; i >= 0; i-- {
		if l, ok := before[i].(*loop.Let); ok && l.Var == v {
			return l.Rhs.IsZero()
		}
		if timesIn(before[i], v) > 0 {
			return false
		}
	}
	return false
}

// timesIn counts the places where a statement, with those inside, mentions a variable.
func timesIn(s loop.Stmt, v *loop.Var) (n int) {
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) {
			EachRead(*e, func(w *loop.Var) {
				if v == w {
					n++
				}
			})
		})
	})
	return n
}
