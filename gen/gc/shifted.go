package gc

import (
	"math"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A ShiftedLoop is a counted loop over k < n whose body uses k only to declare s = k + c, for a constant c > 0: a loop
// over s from c on. Go's compiler then has one variable in the loop where it would keep both in registers.
//
//	for k := range n - 1 {               for s := 1; s < n; s++ {
//	  s := k + 1                   →       d[s] = …
//	  d[s] = …                           }
//	}
type ShiftedLoop struct {
	Let  *loop.Let // s = k + c
	From int64
	End  *loop.Expr // s < end, or
	Last *loop.Expr // s <= last
}

// Shifted is a loop as one from a constant on, or nil. It is told which variables change.
func Shifted(l *loop.For, assigned map[*loop.Var]bool) *ShiftedLoop {
	s := &ShiftedLoop{}
	for _, t := range l.Body {
		if let, ok := t.(*loop.Let); ok && s.Let == nil && !assigned[let.Var] && s.plus(let.Rhs, l.Var) {
			s.Let = let
		}
	}
	if s.Let == nil || countUses(l.Body, l.Var) != 1 || !s.bound(l.N, assigned) {
		return nil
	}
	return s
}

// plus reports whether e is k + c for a constant c > 0.
func (s *ShiftedLoop) plus(e *loop.Expr, k *loop.Var) bool {
	if e.Kind != loop.PrimExpr || e.Prim != syntax.OpIntAdd {
		return false
	}
	a, b := e.Args[0], e.Args[1]
	if b.IsVar(k) {
		a, b = b, a
	}
	if !a.IsVar(k) || !b.IsConst() || b.I <= 0 || b.I > math.MaxInt32 {
		return false
	}
	s.From = b.I
	return true
}

// bound finds the end of a loop of n iterations among variables that do not change. No loop runs so often that n + c
// were too great for an int.
func (s *ShiftedLoop) bound(n *loop.Expr, assigned map[*loop.Var]bool) bool {
	fixed := func(e *loop.Expr) bool { return e.IsConst() || e.Kind == loop.VarExpr && !assigned[e.Var] }
	switch {
	case n.IsConst():
		s.End = loop.IntConst(n.I + s.From)
		return n.I <= math.MaxInt32
	case s.From == 1 && fixed(n):
		s.Last = n
		return true
	case n.Kind == loop.PrimExpr && n.Prim == syntax.OpIntSub && n.Args[1].IsConst() && n.Args[1].I == s.From &&
		fixed(n.Args[0]):
		s.End = n.Args[0]
		return true
	}
	return false
}

// countUses counts the uses of a variable.
func countUses(body []loop.Stmt, v *loop.Var) int {
	n := 0
	loop.Walk(body, func(t loop.Stmt) {
		loop.Operands(t, func(e **loop.Expr, _ bool) {
			(*e).EachVar(func(w *loop.Var) {
				if w == v {
					n++
				}
			})
		})
	})
	return n
}
