package simplify

import (
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// readingLinearRules are reading rules that bring the linear half of a derivative into
// the form of CHAD Fig. 2. The paper applies them by hand, or has them because
// its copowers are lists (Appendix B.2, B.3).
func readingLinearRules() []*Rule {
	return []*Rule{
		{
			Name: "linPairSplit", Before: "let f = λx. λ̲v. ⟨a, b⟩ in e",
			After: "let f₁ = λx. λ̲v. a; f₂ = λx. λ̲v. b in e[λx. λ̲v. ⟨f₁ x • v, f₂ x • v⟩/f]",
			Ref:   "CHAD App. B.2", Why: "η for linear functions, let subst.",
			Condition: "f is only applied. What a and b share is done twice", Set: Reading,
		},
		{
			Name: "linAppPart", Before: "f x • ⟨0, a⟩ where f = λx. λ̲v. e", After: "e[⟨0, a⟩/v]", Ref: "CHAD App. B.2",
			Why:       "β for linear functions",
			Condition: "a place of the argument is 0, so that only a part of e remains; e is small", Set: Reading,
			on: atLinApp, apply: linAppPart,
		},
		{
			Name: "copowFold", Before: "let s = Σᵢ aᵢ in … case s of !y ⊗ v → e …", After: "Σᵢ case aᵢ of !y ⊗ v → e",
			Ref:       "CHAD App. B.3",
			Why:       "copower case is linear; with copowers as lists it is the fusion of two maps",
			Condition: "s is used only there", Set: Reading, on: atCopowerCase, apply: copowFold,
		},
		{
			Name: "mapPlusSplit", Before: "[a + b | i < n]", After: "[a | i < n] + [b | i < n]", Ref: "CHAD Fig. 2(c)",
			Why:       "+ of arrays is pointwise",
			Condition: "a and b are linear reals. What they share is done twice", Set: Reading, on: atBuild,
			apply: mapPlusSplit,
		},
	}
}

// splitLinear is linPairSplit for x = t: the places of the linear functions
// that t returns, or nil.
func (p *pass) splitLinear(t *syntax.Lam, x *syntax.Var) []syntax.Term {
	if !p.on["linPairSplit"] {
		return nil
	}
	l, ok := tail(t.Body).(*syntax.LinLam)
	if !ok || l.Asserted != "" {
		return nil
	}
	_, elems, ok := opened(l.Body)
	if !ok || len(elems) == 0 {
		return nil
	}
	p.fire("linPairSplit")
	return p.eachPlace("linPairSplit", x, t, len(elems), func(c syntax.Term, i int) syntax.Term {
		f := c.(*syntax.Lam)
		return syntax.NewLam(f.Param, inBlock(f.Body, func(r syntax.Term) syntax.Term {
			g := r.(*syntax.LinLam)
			return syntax.NewLinLam(g.Param, inBlock(g.Body, func(r syntax.Term) syntax.Term { return part(r, i) }))
		}))
	})
}

// tail is the result of a block.
func tail(t syntax.Term) syntax.Term {
	if l, ok := t.(*syntax.Let); ok {
		return l.Body
	}
	return t
}

// linearTuple is λ̲v. ⟨f₁ • v, …, fₙ • v⟩, what a split linear function stands for.
func linearTuple(t *syntax.LFunType, fs []syntax.Term) syntax.Term {
	v := syntax.NewVar("v", t.Dom)
	elems := make([]syntax.Term, len(fs))
	for i, f := range fs {
		elems[i] = syntax.NewLinApp(f, syntax.Ref(v))
	}
	return syntax.NewLinLam(v, syntax.NewTupleOf(t.Cod.(*syntax.TupleType), elems...))
}

// linAppPart copies a small linear function to an application in which most of
// it vanishes.
func linAppPart(p *pass, t syntax.Term) syntax.Term {
	a := t.(*syntax.LinApp)
	if !partial(p.see(a.Arg)) {
		return nil
	}
	var binds []syntax.Bind
	f := p.see(a.Fun)
	if app, ok := f.(*syntax.App); ok {
		l, ok := p.see(app.Fun).(*syntax.Lam)
		if !ok {
			return nil
		}
		c := syntax.Refresh(l).(*syntax.Lam)
		if _, isLet := c.Body.(*syntax.Let); isLet {
			return nil
		}
		binds = append(binds, syntax.Bind{Var: c.Param, Rhs: app.Arg})
		f = c.Body
	}
	l, ok := f.(*syntax.LinLam)
	if !ok || l.Asserted != "" || syntax.NodesUpTo(l.Body, maxCopies) > maxCopies {
		return nil
	}
	l = syntax.Refresh(l).(*syntax.LinLam)
	return syntax.NewLet(append(binds, syntax.Bind{Var: l.Param, Rhs: a.Arg}), l.Body)
}

// partial reports whether some place of a tuple is the structural zero.
func partial(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Coproj:
		return true
	case *syntax.Tuple:
		for _, e := range t.Elems {
			if form.IsZero(e) {
				return true
			}
		}
	}
	return false
}

// copowFold is copowSum through variables.
func copowFold(p *pass, t syntax.Term) syntax.Term {
	c := t.(*syntax.CopowerCase)
	s, ok := p.only(c.Scrut).(*syntax.Sum)
	if !ok {
		return nil
	}
	b, ok := p.only(s.Arg).(*syntax.Build)
	if !ok || s == c.Scrut && b == s.Arg {
		return nil
	}
	return copowSum(p, syntax.NewCopowerCase(syntax.NewSum(syntax.Refresh(b)), c.Key, c.Val, c.Body))
}

// only looks through a variable that is used nowhere else.
func (p *pass) only(t syntax.Term) syntax.Term {
	if r, ok := t.(*syntax.VarRef); ok && p.occ.at(r.Var).n != 1 {
		return t
	}
	return p.see(t)
}

func mapPlusSplit(_ *pass, t syntax.Term) syntax.Term {
	b := t.(*syntax.Build)
	s, ok := tail(b.Body).(*syntax.Plus)
	if !ok || s.Type() != syntax.Real {
		return nil
	}
	out := make([]syntax.Term, len(s.Terms))
	for i := range out {
		c := b
		if i > 0 {
			c = syntax.Refresh(b).(*syntax.Build)
		}
		out[i] = syntax.NewBuild(c.Len, c.Idx, inBlock(c.Body,
			func(r syntax.Term) syntax.Term { return r.(*syntax.Plus).Terms[i] }))
	}
	return syntax.NewPlus(out...)
}
