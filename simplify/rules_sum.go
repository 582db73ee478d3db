package simplify

import (
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

func sumRules() []*Rule {
	return []*Rule{
		{
			Name: "sumZero", Before: "sum 0", After: "0", Ref: table1, Why: "equational rule", on: atSum,
			apply: sumZero,
		},
		{
			Name: "sumPlaceZero", Before: "sum [⟨a, 0⟩ | i < n]; sum [onehot j a | i < n]",
			After: "⟨sum [a | i < n], 0⟩; onehot j (sum [a | i < n])", Ref: table1,
			Why: "sums are componentwise, and a sum of zeros is zero",
			Condition: "0 is the structural zero, in all branches that the summand ends in; likewise in components " +
				"of components, the rest of coprojₖ a, and of onehot j a, where j is bound outside",
			on: atSum, apply: sumPlaceZero,
		},
		{
			Name: "sumOneHot", Before: "sum [onehot i e | i < n]", After: "[e | i < n]", Ref: agda61,
			Why:       "each place gets one summand",
			Condition: "the onehot is indexed by the loop's own index and has its length", on: atSum, apply: sumOneHot,
		},
		{
			Name: "sumOne", Before: "sum [e | i < 1]", After: "let i = 0 in e", Ref: agda61,
			Why: "a sum of one summand", Condition: "the length is the literal 1", on: atSum, apply: sumOne,
		},
		{
			Name: "sumPlaceDead", Before: "snd (sum [⟨a, b⟩ | i < n])", After: "sum [b | i < n]", Ref: fig6,
			Why: "projections are linear; the other places are not used", on: atProj, apply: projSum,
			Condition: "the sum stands there, or is bound to x and x is used only as projᵢ x for the places kept",
		},
		{
			Name: "sumPlaceEta", Before: "fst (sum [⟨onehot i a[i], b⟩ | i < n])", After: "a", Ref: agda61,
			Why:       "projections are linear; sumOneHot, buildEta",
			Condition: "the sum is bound to x and x is used only as projᵢ x; a is a variable bound outside",
		},
	}
}

func sumZero(p *pass, t syntax.Term) syntax.Term {
	if form.IsZero(p.see(t.(*syntax.Sum).Arg)) {
		return syntax.NewZero(t.Type())
	}
	return nil
}

// summed returns the build whose elements t adds up, and the onehot that its body ends in.
func summed(t syntax.Term) (*syntax.Build, *syntax.OneHot) {
	b, ok := t.(*syntax.Sum).Arg.(*syntax.Build)
	if !ok {
		return nil, nil
	}
	body := b.Body
	if l, ok := body.(*syntax.Let); ok {
		body = l.Body
	}
	o, _ := body.(*syntax.OneHot)
	return b, o
}

func sumOneHot(_ *pass, t syntax.Term) syntax.Term {
	b, o := summed(t)
	if o == nil || !form.IsVar(o.Idx, b.Idx) || o.Len != b.Len {
		return nil
	}
	return syntax.NewBuild(b.Len, b.Idx, inBlock(b.Body, func(syntax.Term) syntax.Term { return o.Val }))
}

func sumOne(_ *pass, t syntax.Term) syntax.Term {
	b, ok := t.(*syntax.Sum).Arg.(*syntax.Build)
	if !ok {
		return nil
	}
	if n, ok := b.Len.Lit(); !ok || n != 1 {
		return nil
	}
	zero := syntax.NewToIdx(nil, b.Len, syntax.IntLit(0))
	return syntax.NewLet([]syntax.Bind{{Var: b.Idx, Rhs: zero}}, b.Body)
}

// projSum is sumPlaceDead for a sum that stands under its projection.
func projSum(_ *pass, t syntax.Term) syntax.Term {
	pr := t.(*syntax.Proj)
	b, elems := sumOfTuples(pr.Arg)
	if b == nil {
		return nil
	}
	body := inBlock(b.Body, func(syntax.Term) syntax.Term { return elems[pr.Index] })
	return syntax.NewSum(syntax.NewBuild(b.Len, b.Idx, body))
}

// sumOfTuples takes a sum of a build of tuples apart.
func sumOfTuples(t syntax.Term) (*syntax.Build, []syntax.Term) {
	s, ok := t.(*syntax.Sum)
	if !ok {
		return nil, nil
	}
	b, ok := s.Arg.(*syntax.Build)
	if !ok {
		return nil, nil
	}
	if _, elems, ok := opened(b.Body); ok && len(elems) > 0 {
		return b, elems
	}
	return nil, nil
}

// splitSum is sumPlaceDead for a sum bound to x: it keeps the places that are used.
func (p *pass) splitSum(s *syntax.Sum, x *syntax.Var, o *occ) syntax.Term {
	b, elems := sumOfTuples(s)
	if b == nil || o.n != o.projs || len(elems) > 63 {
		return s
	}
	mask, whole := o.mask, p.wholePlaces(b, elems, o.mask)
	for i, a := range whole {
		if a != nil {
			mask &^= maskBit(i)
		}
	}
	rule := "sumPlaceDead"
	if mask != o.mask {
		rule = "sumPlaceEta"
	}
	if popCount(mask) == len(elems) || !p.on[rule] {
		return s
	}
	p.fire(rule)
	if mask == 0 {
		p.isParts(x, p.gaveParts(rule, whole))
		return nil
	}
	var kept []syntax.Term
	place := make([]int, len(elems))
	for i, e := range elems {
		if mask&maskBit(i) != 0 {
			place[i] = len(kept)
			kept = append(kept, e)
		}
	}
	body := inBlock(b.Body, func(syntax.Term) syntax.Term { return syntax.NewTuple(kept...) })
	sum := p.atom(x.Name, syntax.NewSum(syntax.NewBuild(b.Len, b.Idx, body)))
	parts := make([]syntax.Term, len(elems))
	for i := range elems {
		switch {
		case mask&maskBit(i) == 0:
			parts[i] = whole[i]
		case len(kept) == 1:
			parts[i] = sum
		default:
			parts[i] = p.atom(x.Name, syntax.NewProj(place[i], sum))
		}
	}
	p.isParts(x, p.gaveParts(rule, parts))
	return nil
}

// wholePlaces finds, for sumPlaceEta, the places in mask of a sum of tuples that are an array a each: where every
// index contributes a[i] at i.
func (p *pass) wholePlaces(b *syntax.Build, elems []syntax.Term, mask uint64) []syntax.Term {
	out := make([]syntax.Term, len(elems))
	if !p.on["sumPlaceEta"] {
		return out
	}
	inner := map[*syntax.Var]syntax.Term{}
	if l, ok := b.Body.(*syntax.Let); ok {
		for _, x := range l.Binds {
			if x.Var != nil {
				inner[x.Var] = x.Rhs
			}
		}
	}
	for i, e := range elems {
		o, ok := e.(*syntax.OneHot)
		if !ok || mask&maskBit(i) == 0 || !form.IsVar(o.Idx, b.Idx) || o.Len != b.Len {
			continue
		}
		val := o.Val
		if r, ok := val.(*syntax.VarRef); ok {
			val = inner[r.Var]
		}
		at, ok := val.(*syntax.Index)
		if !ok || !form.IsVar(at.Idx, b.Idx) || at.Arr.Type() != o.Type() {
			continue
		}
		if a, ok := at.Arr.(*syntax.VarRef); ok && a.Var != b.Idx && inner[a.Var] == nil {
			out[i] = a
		}
	}
	return out
}
