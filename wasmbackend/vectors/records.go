package vectors

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// A search for the greatest element, or the first that is less than all before, has a branch that is rarely taken: each
// time makes the next less likely. Of four iterations it is asked at once, on vectors, whether any of them takes the
// branch; if none does, they have changed nothing, and are passed over. The results are those of one iteration after
// the other.
//
//	for i < n {
//	  var a real = x[i]
//	  if a > best {
//	    best, at = a, i
//	  }
//	}

// AtATime is the number of iterations that may be passed over.
const AtATime = 4

// Records reads a loop; nil if it is no such search.
func Records(e *facts.View, s *loop.For) *Loop {
	if e.Scalar || s.Down || s.N.IsConst() && s.N.I < 2*AtATime || s.N.Kind != loop.VarExpr && !s.N.IsConst() ||
		len(s.Body) == 0 {
		return nil
	}
	branch, ok := s.Body[len(s.Body)-1].(*loop.If)
	if !ok || len(branch.Else) > 0 {
		return nil
	}
	p := newPairLoop(e, s)
	for i, t := range s.Body[:len(s.Body)-1] {
		p.at = i
		l, ok := t.(*loop.Let)
		if !ok || l.Var.Type != loop.RealType || e.Assigned.Has(l.Var) || e.MayDivide(l.Rhs) || !p.real(e, l.Rhs) {
			return nil
		}
		p.own[l.Var] = i
	}
	if e.MayDivide(branch.Cond) || !p.test(e, branch.Cond) {
		return nil
	}
	changed := map[*loop.Var]bool{}
	for _, t := range branch.Then {
		a, ok := t.(*loop.Assign)
		if !ok {
			return nil
		}
		for _, l := range a.Lhs {
			if l.Kind != loop.VarExpr {
				return nil
			}
			changed[l.Var] = true
		}
	}
	if s.N.Kind == loop.VarExpr && changed[s.N.Var] ||
		!slices.ContainsFunc(p.Keeps, func(v *loop.Var) bool { return changed[v] }) {
		return nil
	}
	return p
}
