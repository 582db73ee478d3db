package functor

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// ahead is a loop whose operators are taken apart before it, where their function and point are the same in all
// iterations: what they need of the values is computed once for all directions. A Hessian is such a loop, over its
// columns. The values are those of the first iteration, so that they are computed if there is one:
//
//	[jvp (λx. t) y uᵢ | i < n]  ⇝  let kept = [values | _ < min(n, 1)] in [tangent(kept[0], uᵢ) | i < n]
func (s *scope) ahead(sp *syntax.Spine, rhs syntax.Term, ls *linearSpine) syntax.Term {
	if s.f.LinearBlock == nil || !syntax.HasOperators(rhs) {
		return rhs
	}
	switch t := rhs.(type) {
	case *syntax.Build:
		if body, ok := s.operatorsAhead(sp, t.Len, t.Body, []*syntax.Var{t.Idx}, ls); ok {
			return syntax.NewBuild(t.Len, t.Idx, body)
		}
	case *syntax.Loop:
		if body, ok := s.operatorsAhead(sp, t.Len, t.Body, []*syntax.Var{t.Idx, t.State}, ls); ok {
			return syntax.NewLoop(t.Len, t.Down, t.Out, t.Idx, t.State, t.Init, body)
		}
	}
	return rhs
}

// operatorsAhead is the body of a loop of n iterations without the operators that do not depend on what it binds but in
// their direction.
func (s *scope) operatorsAhead(sp *syntax.Spine, n *syntax.Size, body syntax.Term, bound []*syntax.Var,
	ls *linearSpine) (out syntax.Term, some bool) {
	l, ok := body.(*syntax.Let)
	if !ok || slices.ContainsFunc(l.Binds, func(b syntax.Bind) bool { return b.Var == nil }) {
		return nil, false
	}
	inside := map[*syntax.Var]bool{}
	for _, x := range bound {
		inside[x] = true
	}
	steady := func(t syntax.Term) bool {
		return !slices.ContainsFunc(syntax.FreeVars(t), func(x *syntax.Var) bool { return inside[x] })
	}
	var binds syntax.Spine
	for _, b := range l.Binds {
		inside[b.Var] = true
		t, ok := b.Rhs.(*syntax.Deriv)
		if ok = ok && t.Op != syntax.LinearVJP && steady(t.Body) && steady(t.At); ok {
			ok = s.operatorAhead(sp, &binds, n, b.Var, t, ls)
		}
		if !ok {
			binds.Binds = append(binds.Binds, b)
		}
		some = some || ok
	}
	return binds.In(l.Body), some
}

// operatorAhead binds z to the operator t in a loop of n iterations, over values that it has computed before that.
func (s *scope) operatorAhead(sp, binds *syntax.Spine, n *syntax.Size, z *syntax.Var, t *syntax.Deriv,
	ls *linearSpine) (ok bool) {
	var values, tangent syntax.Term
	var kept, dx *syntax.Var
	s.refusing(func() { values, kept, dx, tangent, ok = s.f.LinearBlock(t.Body, t.Param, t.At) })
	if !ok {
		return false
	}
	var before syntax.Spine
	all := before.Let("n", syntax.NewSizeOf(n))
	m := size(&before, "m", before.Let("m", prim("imin", num(1), all)))
	table := before.Let("kept", syntax.NewBuild(m, syntax.NewVar("i", syntax.NewIdxType(m)), s.f.lams.CloseAll(values)))
	s.bindings(sp, before.Binds, ls)
	first := binds.Let("first", syntax.NewToIdx(nil, m, num(0)))
	binds.Bind(kept, syntax.NewIndex(table, first))
	tangent = s.f.lams.CloseAll(tangent)
	if t.Op == syntax.JVP {
		binds.Bind(dx, t.Dir)
		binds.Bind(z, binds.Atom(z.Name, binds.Open(tangent)))
		return true
	}
	zero := binds.Let("zero", syntax.NewZero(dx.Type))
	binds.Bind(z, syntax.NewDeriv(syntax.LinearVJP, dx, tangent, zero, t.Dir))
	return true
}
