package simplify

import "github.com/seed-4b734f86/gochad/syntax"

// readingRules repeat traversals or code for legibility. They never feed
// lowering.
func readingRules() []*Rule {
	return []*Rule{
		{
			Name: "letLamPairSplit", Before: "let f = λx. ⟨a, b⟩ in e",
			After: "let f₁ = λx. a; f₂ = λx. b in e[λx. ⟨f₁ x, f₂ x⟩/f]", Ref: table1,
			Why: "η lambda, let subst.", Condition: "f is only applied. What a and b share is done twice", Set: Reading,
		},
		{
			Name: "mapPairSplit", Before: "let x = [⟨a, b⟩ | i < n] in e",
			After: "let x₁ = [a | i < n]; x₂ = [b | i < n] in e[⟨x₁[j], x₂[j]⟩/x[j]]", Ref: table1,
			Why: "equational rule", Condition: "x is only indexed. What a and b share is done twice", Set: Reading,
		},
		{
			Name: "sumZip", Before: "sum [⟨a, b⟩ | i < n]", After: "⟨sum [a | i < n], sum [b | i < n]⟩", Ref: table1,
			Why:       "equational rule",
			Condition: "what a and b share is done twice", Set: Reading, on: atSum, apply: sumZip,
		},
		{
			Name: "mapRecompute", Before: "let x = [λ̲v. e | i < n] in … x[j] • u …",
			After: "… let i = j; v = u in e …", Ref: "CHAD §10", Why: "β for arrays",
			Condition: "x is used once. What e needs of the primal is computed again in each linear function",
			Set:       Reading,
		},
	}
}

// splitPairs is letLamPairSplit and mapPairSplit for x = t. It returns nil if
// one of them applied.
func (p *pass) splitPairs(t syntax.Term, x *syntax.Var, o *occ) syntax.Term {
	switch t := t.(type) {
	case *syntax.Lam:
		if o.apps != o.n {
			return t
		}
		if fs := p.splitLinear(t, x); fs != nil {
			p.isEach(x, fs)
			return nil
		}
		if !p.on["letLamPairSplit"] {
			return t
		}
		_, elems, ok := opened(t.Body)
		if !ok || len(elems) == 0 {
			return t
		}
		p.fire("letLamPairSplit")
		p.isEach(x, p.eachPlace("letLamPairSplit", x, t, len(elems), func(c syntax.Term, i int) syntax.Term {
			l := c.(*syntax.Lam)
			return syntax.NewLam(l.Param, inBlock(l.Body, func(r syntax.Term) syntax.Term { return part(r, i) }))
		}))
		return nil
	case *syntax.Build:
		if !p.on["mapPairSplit"] || o.idxs != o.n {
			return t
		}
		_, elems, ok := opened(t.Body)
		if !ok || len(elems) == 0 {
			return t
		}
		p.fire("mapPairSplit")
		p.isEach(x, p.eachPlace("mapPairSplit", x, t, len(elems), buildPlace))
		return nil
	}
	return t
}

// buildPlace is place i of a build of tuples.
func buildPlace(c syntax.Term, i int) syntax.Term {
	b := c.(*syntax.Build)
	return syntax.NewBuild(b.Len, b.Idx, inBlock(b.Body, func(r syntax.Term) syntax.Term { return part(r, i) }))
}

// eachPlace binds the n places of t, each made from a copy of t of its own.
func (p *pass) eachPlace(rule string, x *syntax.Var, t syntax.Term, n int,
	make1 func(t syntax.Term, i int) syntax.Term) []syntax.Term {
	out := make([]syntax.Term, n)
	for i := range out {
		c := t
		if i > 0 {
			c = syntax.Refresh(t)
		}
		out[i] = p.atom(x.Name, p.gave(rule, make1(c, i)))
	}
	return out
}

// eachOf returns the places of what t is bound to, if they were split.
func (p *pass) eachOf(t syntax.Term) []syntax.Term {
	r, ok := t.(*syntax.VarRef)
	for ok {
		e := p.env.at(r.Var)
		if e.split != nil && e.split.each != nil {
			return e.split.each
		}
		r, ok = e.sub.(*syntax.VarRef)
	}
	return nil
}

func sumZip(p *pass, t syntax.Term) syntax.Term {
	b, ok := t.(*syntax.Sum).Arg.(*syntax.Build)
	if !ok {
		return nil
	}
	_, elems, ok := opened(b.Body)
	if !ok || len(elems) == 0 {
		return nil
	}
	out := make([]syntax.Term, len(elems))
	for i := range elems {
		c := syntax.Term(b)
		if i > 0 {
			c = syntax.Refresh(b)
		}
		out[i] = p.rewrite(syntax.NewSum(buildPlace(c, i)))
	}
	return syntax.NewTupleOf(t.Type().(*syntax.TupleType), out...)
}
