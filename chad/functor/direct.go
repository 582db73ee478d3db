package functor

import "github.com/seed-4b734f86/gochad/syntax"

// This file is [Options.Direct]: of the bindings that a straight line of scalars is made of. The order of what they
// contribute is of no account, where a read of an array has to stand before the array is changed in its place.

// direct reports whether x = rhs is a step with partials.
func (s *scope) direct(rhs syntax.Term) bool {
	if !s.f.Direct || !s.f.Mode.Contravariant() {
		return false
	}
	switch t := rhs.(type) {
	case *syntax.Prim:
		return true
	case *syntax.If:
		return t.Type() == syntax.Real && syntax.IsAtom(t.Then) && syntax.IsAtom(t.Else)
	}
	return false
}

// partials is the primal of such a binding and the partials of its operands.
func (r *rule) partials(t syntax.Term) (primal syntax.Term, ps []Partial) {
	if t, ok := t.(*syntax.If); ok {
		return r.choose(t)
	}
	return r.primPartials(t.(*syntax.Prim))
}

// choose is D(if c then x else y) for reals x and y that are there: its partials are 1 and 0, as those of maxima and
// minima are. That is what the rule for branches comes to, since ⟨x, x'⟩ and ⟨y, y'⟩ are there as well:
//
//	if c then ⟨x, x'⟩ else ⟨y, y'⟩ = ⟨if c then x else y, if c then x' else y'⟩
func (r *rule) choose(t *syntax.If) (primal syntax.Term, ps []Partial) {
	one, zero := syntax.RealLit(1), syntax.RealLit(0)
	c, x, y := r.atom(t.Cond), r.fr.operand(t.Then), r.fr.operand(t.Else)
	primal = syntax.NewIf(c, x.Atom, y.Atom)
	if x.Slot == y.Slot { // since one of them is active
		return primal, []Partial{{X: x, D: one}}
	}
	if x.Active() {
		ps = append(ps, Partial{X: x, D: syntax.NewIf(c, one, zero)})
	}
	if y.Active() {
		ps = append(ps, Partial{X: y, D: syntax.NewIf(c, zero, one)})
	}
	return primal, ps
}

// inOrder reports whether the operands are the whole context, in order, so that the linear function of the callee is
// that of the call: λ̲v. z' • v is z'.
func (r *rule) inOrder(xs []Operand) bool {
	for i, x := range xs {
		if x.Slot != i || x.Tan != r.fr.ctx[i] {
			return false
		}
	}
	return len(xs) == len(r.fr.ctx)
}
