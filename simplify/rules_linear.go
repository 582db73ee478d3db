package simplify

import (
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

func linearRules() []*Rule {
	return []*Rule{
		{
			Name: "linEta", Before: "λ̲v. f • v", After: "f", Ref: coco4, Why: "η for linear functions",
			Condition: "f is a variable other than v",
			on:        atLinLam, apply: linEta,
		},
		{
			Name: "linAppZero", Before: "f • 0; 0 • a", After: "0", Ref: coco4, Why: "m ∘ 0 = 0, 0 ⊙ x = 0",
			on: atLinApp, apply: linAppZero,
		},
		{
			Name: "linAppIf", Before: "(if c then f else g) • a", After: "if c then f • a else g • a", Ref: fig4,
			Why: "the branch taken is the same",
			Condition: "the if, or case, stands there or is bound to a variable used only there; c is an atom, the " +
				"branches are λ̲s, variables or 0; a is bound to a variable", on: atLinApp, apply: linAppIf,
		},
		{
			Name: "copowSingleton", Before: "case !k ⊗ a of !y ⊗ v → e", After: "let y = k; v = a in e", Ref: fig6,
			Why:       "β for copowers",
			Condition: "the singleton stands there",
		},
		{
			Name: "copowZero", Before: "case 0 of !y ⊗ v → e", After: "0", Ref: fig6, Why: "copower case is linear",
		},
		{
			Name: "copowPlus", Before: "case a + b of !y ⊗ v → e",
			After: "(case a of !y ⊗ v → e) + (case b of !y ⊗ v → e)", Ref: fig6,
			Why: "copower case is linear", Condition: "each summand but one is a singleton, and e is small",
			on: atCopowerCase, apply: copowPlus,
		},
	}
}

func linAppZero(_ *pass, t syntax.Term) syntax.Term {
	a := t.(*syntax.LinApp)
	if form.IsZero(a.Fun) || form.IsZero(a.Arg) {
		return syntax.NewZero(t.Type())
	}
	return nil
}

// linAppIf applies a choice between linear functions; see letIfSplit.
func linAppIf(p *pass, t syntax.Term) syntax.Term {
	a := t.(*syntax.LinApp)
	b, ok := syntax.ForkOf(a.Fun)
	if !ok || !isFunction(a.Fun) {
		return nil
	}
	arg := p.atom("v", a.Arg)
	out := make([]syntax.Term, len(b.Bodies))
	for i, f := range b.Bodies {
		out[i] = applied(f, arg)
	}
	return b.With(b.Vars, out)
}

// applicable reports whether applying f makes no work that was done once before.
func applicable(f syntax.Term) bool {
	switch f := f.(type) {
	case *syntax.LinLam:
		return f.Asserted == ""
	case *syntax.VarRef, *syntax.Zero:
		return true
	default:
		return false
	}
}

// applied is f • arg as a block of its own.
func applied(f, arg syntax.Term) syntax.Term {
	switch f := f.(type) {
	case *syntax.LinLam:
		return syntax.NewLet([]syntax.Bind{{Var: f.Param, Rhs: arg}}, f.Body)
	case *syntax.Zero:
		return syntax.NewZero(f.Type().(*syntax.LFunType).Cod)
	default:
		return syntax.NewLinApp(f, arg)
	}
}

// maxCopies is the greatest size of a copower case that is copied to each summand.
const maxCopies = 40

func copowPlus(_ *pass, t syntax.Term) syntax.Term {
	c := t.(*syntax.CopowerCase)
	s, ok := c.Scrut.(*syntax.Plus)
	if !ok || syntax.NodesUpTo(c.Body, maxCopies) > maxCopies {
		return nil
	}
	others := 0
	for _, a := range s.Terms {
		if _, ok := a.(*syntax.Singleton); !ok {
			others++
		}
	}
	if others > 1 {
		return nil
	}
	out := make([]syntax.Term, len(s.Terms))
	for i, a := range s.Terms {
		key, val, body := c.Key, c.Val, c.Body
		if i > 0 {
			fresh := syntax.Refresh(syntax.NewCopowerCase(a, key, val, body)).(*syntax.CopowerCase)
			a, key, val, body = fresh.Scrut, fresh.Key, fresh.Val, fresh.Body
		}
		if g, ok := a.(*syntax.Singleton); ok {
			out[i] = syntax.NewLet([]syntax.Bind{{Var: key, Rhs: g.Key}, {Var: val, Rhs: g.Val}}, body)
		} else {
			out[i] = syntax.NewCopowerCase(a, key, val, body)
		}
	}
	return syntax.NewPlus(out...)
}

func copowSum(_ *pass, t syntax.Term) syntax.Term {
	c := t.(*syntax.CopowerCase)
	s, ok := c.Scrut.(*syntax.Sum)
	if !ok {
		return nil
	}
	b, ok := s.Arg.(*syntax.Build)
	if !ok {
		return nil
	}
	body := syntax.NewCopowerCase(b.Body, c.Key, c.Val, c.Body)
	return syntax.NewSum(syntax.NewBuild(b.Len, b.Idx, body))
}

func linEta(_ *pass, t syntax.Term) syntax.Term {
	l := t.(*syntax.LinLam)
	a, ok := l.Body.(*syntax.LinApp)
	if !ok || !form.IsVar(a.Arg, l.Param) {
		return nil
	}
	if f, ok := a.Fun.(*syntax.VarRef); ok && f.Var != l.Param {
		return f
	}
	return nil
}
