package simplify

import (
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/syntax"
)

func branchRules() []*Rule {
	return []*Rule{
		{Name: "ifKnown", Before: "if true then a else b", After: "a", Ref: fig4, Why: "β for bool"},
		{
			Name: "ifFact", Before: "if x then a else b", After: "if x then a[true/x] else b[false/x]", Ref: fig4,
			Why:       "η for bool",
			Condition: "x is a variable",
		},
		{
			Name: "ifSame", Before: "if c then a else a", After: "a", Ref: fig4, Why: "η for bool", on: atIf,
			apply:     ifSame,
			Condition: "the branches are equal up to bound names",
		},
		{
			Name: "ifNot", Before: "if !c then a else b", After: "if c then b else a", Ref: fig4, Why: "β for bool",
			on: atIf, apply: ifNot,
		},
		{
			Name: "ifBool", Before: "if c then true else false", After: "c", Ref: fig4, Why: "η for bool", on: atIf,
			apply: ifBool,
		},
		{
			Name: "projIf", Before: "projᵢ (if c then a else b)", After: "if c then projᵢ a else projᵢ b", Ref: fig4,
			Why:       "let and case commute",
			Condition: "the if, or case, stands there", on: atProj, apply: projIf,
		},
		{
			Name: "ifPlaceDead", Before: "let x = if c then ⟨a, b⟩ else ⟨p, q⟩ in … snd x …",
			After: "let x = if c then b else q in … x …", Ref: fig4,
			Why:       "let and case commute; the other places are not used",
			Condition: "x is used only as projᵢ x for the places kept. If or case",
		},
		{
			Name: "projIfSame", Before: "let x = if c then ⟨a, y⟩ else ⟨b, y⟩ in projᵢ x",
			After: "let x = if c then ⟨a, y⟩ else ⟨b, y⟩ in y", Ref: fig4, Why: "η for bool",
			Condition: "y is an atom, so that it is in scope there, and a scalar, but in a program that is still to " +
				"be differentiated; or the structural zero. If or case, also in each other, and places of places",
			on: atProj, apply: projIfSame,
		},
		{
			Target: true, Name: "projIfCoproj", Before: "let x = if c then ⟨p, coprojⱼ a⟩ else ⟨q, 0⟩ in … projᵢ x",
			Ref:   own,
			After: "let x = if c then ⟨p, a⟩ else ⟨q, 0⟩ in … coprojⱼ (projᵢ x)",
			Why: "coprojections are linear, and let and case commute; so that no branch fills arrays with " +
				"zeros, to be added up as a whole",
			Condition: "every use of x is a projection, and i the place of coprojⱼ a; j is the same in all branches " +
				"that are not 0 there. If or case",
		},
		{
			Name: "ifSum", Before: "if c then s + a else s + b", After: "s + (if c then a else b)", Ref: own,
			Set: Deriving,
			Why: "let and if commute; so a loop adds to its state whatever the branch, and going back the cotangent " +
				"of s is the same in all iterations",
			Condition: "in reals. Likewise where s is subtracted, or something from s; where s, the state of a loop, " +
				"stands alone in one branch, as s + -0.0; " +
				"and in components of tuples of scalars", on: atIf, apply: ifSum,
		},
		{
			Name: "letIfSplit", Before: "let x = if c then (let a = s in ⟨p, λ̲v. e⟩) else ⟨q, λ̲v. f⟩ in …",
			Ref: "CHAD §11.2",
			After: "let y = if c then (let a = s in ⟨p, a⟩) else ⟨q, 0.0⟩ in … (if c then λ̲v. e[snd y/a] else λ̲v. " +
				"f) for snd x …",
			Why: "let and case commute; the place that a branch fills with a literal is not read when that branch " +
				"is taken",
			Condition: "x is used only as projᵢ x, once for each i; what the λ̲s use of their branch are scalars. If " +
				"or case. A comparison of whole numbers that are known outside is made again instead",
		},
		{
			Name: "letIfZero", Before: "let w = if c then a else 0 in e", After: "if c then (let w = a in e) else 0",
			Ref: own,
			Why: "let and case commute; e is linear in w, and linear functions of zero are zero", Set: Compiled,
			after: true,
			Condition: "0 is the structural zero; the type of e is linear, and e with 0 for w is zero by its form " +
				"alone. If or case, one arm of which is not 0",
		},
		{
			Name: "letIfPlaces", Before: "let w = if c then ⟨a, 0⟩ else ⟨0, b⟩; u = e (snd w) in fst w + u",
			After: "if c then a else (let u = e b in u)", Ref: own,
			Why: "let and case commute; e is linear in its argument, and linear functions of zero are zero",
			Set: Compiled, after: true,
			Condition: "the result is linear and holds arrays; in all arms but one, what follows is made of places " +
				"of what they give, zeros and what does not depend on them, by its form. If or case",
		},
		{
			Name: "caseKnown", Before: "case injᵢ a of … | injᵢ x → e | …", After: "let x = a in e", Ref: fig4,
			Why:       "β for sums",
			Condition: "the injection stands there, or is bound and a is an atom",
		},
		{
			Name: "caseIf", Before: "case (if c then inj₁ a else inj₂ b) of inj₁ x → e | inj₂ y → f",
			After: "if c then (let x = a in e) else (let y = b in f)", Ref: fig4,
			Why: "let and case commute, β for sums",
			Condition: "the if, or case, stands there, or is bound and used there only; all branches end in an " +
				"injection, and no two in the same but of arms that are atoms; in one round branches move once",
			on: atCase, apply: caseIf,
		},
	}
}

func ifSame(_ *pass, t syntax.Term) syntax.Term {
	c := t.(*syntax.If)
	if syntax.Equal(c.Then, c.Else) {
		return c.Then
	}
	return nil
}

func ifNot(_ *pass, t syntax.Term) syntax.Term {
	c := t.(*syntax.If)
	if pr, ok := c.Cond.(*syntax.Prim); ok && pr.Op.Name == "not" {
		return syntax.NewIf(pr.Args[0], c.Else, c.Then)
	}
	return nil
}

func ifBool(_ *pass, t syntax.Term) syntax.Term {
	c := t.(*syntax.If)
	a, ok := c.Then.(*syntax.Const)
	b, ok2 := c.Else.(*syntax.Const)
	if ok && ok2 && t.Type() == syntax.Bool && a.I == 1 && b.I == 0 {
		return c.Cond
	}
	return nil
}

// inBlock applies f to the result of a block.
func inBlock(t syntax.Term, f func(syntax.Term) syntax.Term) syntax.Term {
	if l, ok := t.(*syntax.Let); ok {
		return syntax.NewLet(l.Binds, f(l.Body))
	}
	return f(t)
}

func projIf(_ *pass, t syntax.Term) syntax.Term {
	pr := t.(*syntax.Proj)
	proj := func(s syntax.Term) syntax.Term {
		if tup, ok := s.(*syntax.Tuple); ok {
			return tup.Elems[pr.Index]
		}
		return syntax.NewProj(pr.Index, s)
	}
	switch c := pr.Arg.(type) {
	case *syntax.If:
		return syntax.NewIf(c.Cond, inBlock(c.Then, proj), inBlock(c.Else, proj))
	case *syntax.Case:
		arms := make([]syntax.Arm, len(c.Arms))
		for i, a := range c.Arms {
			arms[i] = syntax.Arm{Var: a.Var, Body: inBlock(a.Body, proj)}
		}
		return syntax.NewCase(c.Scrut, arms...)
	}
	return nil
}

// caseIf takes arms to the branches that choose them: the sum is not made, nor is its cotangent, and what it holds of a
// branch stays there. Branches that it has made move on in the next round: of a chain of cases each round leaves half,
// so that what moves is n log n, not the square of n.
func caseIf(p *pass, t syntax.Term) syntax.Term {
	c := t.(*syntax.Case)
	scrut := p.here(c.Scrut)
	if _, ok := syntax.ForkOf(scrut); !ok || p.chosen[scrut] ||
		bound(c.Scrut) && p.pinned(scrut) && !p.justBound(c.Scrut) {
		return nil
	}
	taken := make([]int, len(c.Arms))
	if !injections(scrut, taken) {
		return nil
	}
	for i, n := range taken {
		if body := c.Arms[i].Body; n > 1 && !(form.IsAtom(body) && !form.IsVar(body, c.Arms[i].Var)) {
			return nil
		}
	}
	var chosen func(s syntax.Term) syntax.Term
	chosen = func(s syntax.Term) syntax.Term {
		return inBlock(s, func(s syntax.Term) syntax.Term {
			if b, ok := syntax.ForkOf(s); ok {
				bodies := make([]syntax.Term, len(b.Bodies))
				for i, body := range b.Bodies {
					bodies[i] = chosen(body)
				}
				return b.With(b.Vars, bodies)
			}
			inj := s.(*syntax.Inj)
			arm := c.Arms[inj.Tag]
			if taken[inj.Tag] > 1 {
				return arm.Body
			}
			return syntax.NewLet([]syntax.Bind{{Var: arm.Var, Rhs: inj.Arg}}, arm.Body)
		})
	}
	if bound(c.Scrut) { // it moves here
		scrut = syntax.Refresh(scrut)
		for _, x := range syntax.FreeVars(scrut) {
			p.addUse(syntax.Ref(x))
		}
	}
	n := chosen(scrut)
	if p.chosen == nil {
		p.chosen = map[syntax.Term]bool{}
	}
	p.chosen[form.Result(n)] = true
	return n
}

// injections counts how often branches end in each injection, and reports whether they end in nothing else.
func injections(t syntax.Term, taken []int) bool {
	t = form.Result(t)
	if b, ok := syntax.ForkOf(t); ok {
		return !slices.ContainsFunc(b.Bodies, func(body syntax.Term) bool { return !injections(body, taken) })
	}
	inj, ok := t.(*syntax.Inj)
	if ok {
		taken[inj.Tag]++
	}
	return ok
}

// justBound reports whether a variable is bound right before: nothing is passed by what it is bound to when that moves.
func (p *pass) justBound(x syntax.Term) bool {
	return len(p.out) > 0 && form.IsVar(x, p.out[len(p.out)-1].Var)
}
