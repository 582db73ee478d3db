package simplify

import (
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

func pairRules() []*Rule {
	return []*Rule{
		{
			Name: "pairProj", Before: "projᵢ ⟨a₁, …, aₙ⟩", After: "aᵢ", Ref: table1, Why: "β pair",
			Condition: "the tuple stands there, or is bound to a variable and aᵢ is an atom", on: atProj,
			apply: pairProj,
		},
		{
			Name: "pairEta", Before: "⟨fst a, snd a⟩", After: "a", Ref: table1, Why: "η pair",
			Condition: "a is a variable of that very type",
			on:        atTuple, apply: pairEta,
		},
		{
			Name: "projZero", Before: "projᵢ 0", After: "0", Ref: fig6, Why: "projections are linear", on: atProj,
			apply: projZero,
		},
		{
			Name: "projCoproj", Before: "projᵢ (coprojᵢ a); projᵢ (coprojⱼ a)", After: "a; 0", Ref: fig6,
			Why:       "coprojⱼ a is ⟨0, …, a, …, 0⟩",
			Condition: "the coprojection stands there, or is bound to a variable and a is an atom", on: atProj,
			apply: projCoproj,
		},
		{
			Name: "coprojZero", Before: "coprojᵢ 0", After: "0", Ref: fig6, Why: "coprojections are linear",
			on: atCoproj, apply: coprojZero,
		},
		{
			Name: "tupleZero", Before: "⟨0, …, 0⟩", After: "0", Ref: fig6, Why: "0 of a product is the pair of zeros",
			on: atTuple, apply: tupleZero,
		},
	}
}

func pairProj(p *pass, t syntax.Term) syntax.Term {
	pr := t.(*syntax.Proj)
	tup, ok := p.see(pr.Arg).(*syntax.Tuple)
	if !ok || bound(pr.Arg) && !form.IsAtom(tup.Elems[pr.Index]) {
		return nil
	}
	return tup.Elems[pr.Index]
}

func pairEta(_ *pass, t syntax.Term) syntax.Term {
	tup := t.(*syntax.Tuple)
	var x *syntax.VarRef
	for i, s := range tup.Elems {
		pr, ok := s.(*syntax.Proj)
		if !ok || pr.Index != i {
			return nil
		}
		r, ok := pr.Arg.(*syntax.VarRef)
		if !ok || r.Type() != t.Type() || x != nil && x.Var != r.Var {
			return nil
		}
		x = r
	}
	if x == nil {
		return nil
	}
	return x
}

func projZero(p *pass, t syntax.Term) syntax.Term {
	if _, ok := p.see(t.(*syntax.Proj).Arg).(*syntax.Zero); ok {
		return syntax.NewZero(t.Type())
	}
	return nil
}

func projCoproj(p *pass, t syntax.Term) syntax.Term {
	pr := t.(*syntax.Proj)
	c, ok := p.see(pr.Arg).(*syntax.Coproj)
	switch {
	case !ok:
		return nil
	case c.Index != pr.Index:
		return syntax.NewZero(t.Type())
	case bound(pr.Arg) && !form.IsAtom(c.Arg):
		return nil
	}
	return c.Arg
}

func coprojZero(_ *pass, t syntax.Term) syntax.Term {
	if form.IsZero(t.(*syntax.Coproj).Arg) {
		return syntax.NewZero(t.Type())
	}
	return nil
}

func tupleZero(_ *pass, t syntax.Term) syntax.Term {
	some := false
	for _, s := range t.(*syntax.Tuple).Elems {
		if s.Type() == syntax.Unit {
			continue // ⟨⟩ is the zero of unit
		}
		if !form.IsZero(s) {
			return nil
		}
		some = true
	}
	if !some {
		return nil
	}
	return syntax.NewZero(t.Type())
}
