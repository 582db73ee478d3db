package facts

import (
	"math"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Cost is the cost of the operation of e alone, in additions.
func Cost(e *loop.Expr) int {
	switch e.Kind {
	case loop.PrimExpr:
		return e.Prim.Cost
	case loop.VarExpr, loop.ConstExpr, loop.LenExpr:
		return 0
	case loop.DivExpr:
		return 8
	}
	return 1
}

// Hash is equal for equal expressions.
func Hash(e *loop.Expr) uint64 {
	const prime = 1099511628211
	h := uint64(e.Kind) + 14695981039346656037
	mix := func(x uint64) { h = (h ^ x) * prime }
	mix(uint64(e.I))
	mix(math.Float64bits(e.F))
	mix(uint64(e.Size))
	if e.Prim != nil {
		for _, c := range []byte(e.Prim.Name) {
			mix(uint64(c))
		}
	}
	if e.Var != nil {
		for _, c := range []byte(e.Var.Name) {
			mix(uint64(c))
		}
	}
	for _, a := range e.Args {
		mix(Hash(a))
	}
	return h
}

// EachOperand calls yield with the places of the expressions of s that are evaluated: of what is stored to, the
// parts.
func EachOperand(s loop.Stmt, yield func(e **loop.Expr)) {
	target := func(l *loop.Expr) *loop.Expr {
		if l.Kind == loop.VarExpr {
			return l
		}
		return l.MapArgs(func(a *loop.Expr) *loop.Expr {
			yield(&a)
			return a
		})
	}
	switch s := s.(type) {
	case *loop.Assign:
		for i, l := range s.Lhs {
			s.Lhs[i] = target(l)
		}
		for i := range s.Rhs {
			yield(&s.Rhs[i])
		}
	case *loop.AddTo:
		s.Lhs = target(s.Lhs)
		yield(&s.Rhs)
	default:
		loop.Operands(s, func(e **loop.Expr, _ bool) { yield(e) })
	}
}

// Negated is x when e is -x, also as a constant.
func Negated(e *loop.Expr) (*loop.Expr, bool) {
	if e.Kind == loop.PrimExpr && e.Prim == syntax.OpNeg {
		return e.Args[0], true
	}
	return nil, false
}

// Moderate reports whether a constant is far from where products with others overflow, or lose all their digits: fast
// math moves no others.
func Moderate(c *loop.Expr) bool { return 0x1p-60 <= math.Abs(c.F) && math.Abs(c.F) <= 0x1p60 }

// Lazy reports whether only the first operand of e is always evaluated.
func Lazy(e *loop.Expr) bool {
	return e.Kind == loop.SelectExpr || e.Kind == loop.PrimExpr && (e.Prim.Name == "and" || e.Prim.Name == "or")
}

// IsNever reports whether the condition of a loop is the constant false.
func IsNever(w *loop.While) bool { return w.Cond.IsConst() && w.Cond.I == 0 }
