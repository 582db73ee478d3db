package simplify

import "github.com/seed-4b734f86/gochad/syntax"

const (
	table1 = "CHAD Table 1"
	fig4   = "CHAD Fig. 4"
	fig6   = "CHAD Fig. 6"
	coco4  = "Coconut Fig. 4"
	agda61 = "AgdaCNN §6.1"
	iiLoop = "Tapenade II-LOOP" // loops whose iterations go back one by one
	own    = "gochad"           // the meaning of the language, in no paper
)

// letRules are the rules that the engine applies to bindings and redexes.
func letRules() []*Rule {
	return []*Rule{
		{
			Name: "letInline", Before: "let x = a in e", After: "e[a/x]", Ref: table1, Why: "let substitution",
			Condition: "a is an atom or zero; or x is used once, and a is a function, or a is small and the use runs " +
				"no more often than the binding",
		},
		{
			Name: "letDead", Before: "let x = a in e", After: "e", Ref: "CHAD §4", Why: "let substitution",
			Condition: "x is not used in e. A binding that would fail goes too: the result may be defined where the " +
				"program was not, never the reverse",
		},
		{
			Name: "letPairSplit", Before: "let x = ⟨a, b⟩ in e", After: "let x₁ = a; x₂ = b in e[⟨x₁, x₂⟩/x]",
			Ref: table1,
			Why: "let substitution",
			Condition: "a place that gets a variable is projected somewhere; or x, which holds an array, is a " +
				"summand once, and coprojections alike",
		},
		{
			Name: "lamAppLet", Before: "(λx. e) a", After: "let x = a in e", Ref: table1,
			Why:       "lambda subst., let subst.",
			Condition: "the λ stands there or is bound to a variable used only there",
		},
		{
			Name: "linBeta", Before: "(λ̲v. e) • a", After: "let v = a in e", Ref: "CHAD Fig. 6",
			Why: "β for linear functions",
			Condition: "the λ̲ stands there or is bound to a variable used only there, and its linearity is not just " +
				"asserted",
		},
		{
			Name: "appLam", Before: "(λx. e) a, found by another rule", After: "let x = a in e", Ref: table1,
			Why: "lambda subst., let subst.",
			on:  atApp, apply: appLam,
		},
		{
			Name: "linAppLam", Before: "(λ̲v. e) • a, found by another rule", After: "let v = a in e", Ref: fig6,
			Why: "β for linear functions",
			on:  atLinApp, apply: linAppLam,
		},
		{
			Name: "inlineCall", Before: "f(a) where f(x) = e", After: "let x = a in e", Ref: "Rose §4.4",
			Why: "meaning of definitions",
			Condition: "f is not recursive, has no derivative of its own and is not larger than Options.Inline, or " +
				"eight times that if it gives a linear function and is called once",
		},
		{
			Name: "sizeKnown", Before: "let size n = k in e", After: "e[k/n]", Ref: own,
			Why:       "let substitution, in types too",
			Condition: "k is a literal that is not negative, or a size variable",
		},
		{
			Name: "sizeSame", Before: "let size n = x; … ; size m = x in e", After: "let size n = x; … in e[n/m]",
			Ref: own, Why: "let substitution, in types too",
			Condition: "x is a variable; n is in scope at m, with no loop, function or checkpoint between",
		},
		{
			Name: "sizeOf", Before: "size 3", After: "3", Ref: own, Why: "meaning of size", on: atSizeOf, apply: sizeOf,
		},
	}
}

func appLam(_ *pass, t syntax.Term) syntax.Term {
	a := t.(*syntax.App)
	l, ok := a.Fun.(*syntax.Lam)
	if !ok {
		return nil
	}
	return syntax.NewLet([]syntax.Bind{{Var: l.Param, Rhs: a.Arg}}, l.Body)
}

func linAppLam(_ *pass, t syntax.Term) syntax.Term {
	a := t.(*syntax.LinApp)
	l, ok := a.Fun.(*syntax.LinLam)
	if !ok || l.Asserted != "" {
		return nil
	}
	return syntax.NewLet([]syntax.Bind{{Var: l.Param, Rhs: a.Arg}}, l.Body)
}

func sizeOf(_ *pass, t syntax.Term) syntax.Term {
	if n, ok := t.(*syntax.SizeOf).Size.Lit(); ok {
		return syntax.IntLit(n)
	}
	return nil
}
