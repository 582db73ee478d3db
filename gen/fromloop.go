package gen

import (
	"math"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A shiftedLoop is a counted loop over k < n whose body uses k only to declare s = k + c, for a constant c > 0: a loop
// over s from c on. Go's compiler then has one variable in the loop where it would keep both in registers.
//
//	for k := range n - 1 {               for s := 1; s < n; s++ {
//	  s := k + 1                   →       d[s] = …
//	  d[s] = …                           }
//	}
type shiftedLoop struct {
	let  *loop.Let // s = k + c
	c    int64
	end  *loop.Expr // s < end, or
	last *loop.Expr // s <= last
}

// shifted is a loop as one from a constant on, or nil. It is told which variables change.
func shifted(l *loop.For, assigned map[*loop.Var]bool) *shiftedLoop {
	s := &shiftedLoop{}
	for _, t := range l.Body {
		if let, ok := t.(*loop.Let); ok && s.let == nil && !assigned[let.Var] && s.plus(let.Rhs, l.Var) {
			s.let = let
		}
	}
	if s.let == nil || countUses(l.Body, l.Var) != 1 || !s.bound(l.N, assigned) {
		return nil
	}
	return s
}

// plus reports whether e is k + c for a constant c > 0.
func (s *shiftedLoop) plus(e *loop.Expr, k *loop.Var) bool {
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
	s.c = b.I
	return true
}

// bound finds the end of a loop of n iterations among variables that do not change. No loop runs so often that n + c
// were too great for an int.
func (s *shiftedLoop) bound(n *loop.Expr, assigned map[*loop.Var]bool) bool {
	fixed := func(e *loop.Expr) bool { return e.IsConst() || e.Kind == loop.VarExpr && !assigned[e.Var] }
	switch {
	case n.IsConst():
		s.end = loop.IntConst(n.I + s.c)
		return n.I <= math.MaxInt32
	case s.c == 1 && fixed(n):
		s.last = n
		return true
	case n.Kind == loop.PrimExpr && n.Prim == syntax.OpIntSub && n.Args[1].IsConst() && n.Args[1].I == s.c &&
		fixed(n.Args[0]):
		s.end = n.Args[0]
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
