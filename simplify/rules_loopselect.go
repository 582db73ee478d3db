package simplify

import (
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// selectRules are the rules on loops that keep a value or replace it.
func selectRules() []*Rule {
	return []*Rule{
		{
			Name: "loopSelect", Before: "loop m = a for i < n do if c then e else m",
			After: "let k = snd (loop ⟨m, k⟩ = ⟨a, -1⟩ for i < n do if c then ⟨e, i⟩ else ⟨m, k⟩) in if k < 0 then a " +
				"else (let i = k in e)",
			Ref: own, Set: Deriving, on: atLoop, apply: loopSelect,
			Why: "k is the last iteration that replaced the value: no other has a derivative, and none " +
				"needs a tape",
			Condition: "m is a real, and c, but not e, may use it; likewise with the branches exchanged",
		},
	}
}

func loopSelect(p *pass, t syntax.Term) syntax.Term {
	l := t.(*syntax.Loop)
	if l.Out != syntax.NoOutput || l.State.Type != syntax.Real || !p.source {
		return nil
	}
	body := l.Body
	var binds []syntax.Bind
	if let, ok := body.(*syntax.Let); ok {
		binds, body = let.Binds, let.Body
	}
	c, ok := body.(*syntax.If)
	if !ok {
		return nil
	}
	replaced := c.Then
	if form.IsVar(c.Then, l.State) {
		replaced = c.Else
	} else if !form.IsVar(c.Else, l.State) {
		return nil
	}
	value, ok := without(l.State, binds, replaced)
	if !ok {
		return nil
	}
	a := p.atom(l.State.Name, l.Init)
	s := syntax.NewVar(l.State.Name, syntax.NewTupleType(syntax.Real, syntax.Int))
	keep := syntax.NewTuple(syntax.Ref(l.State), syntax.NewProj(1, syntax.Ref(s)))
	take := inBlock(replaced, func(e syntax.Term) syntax.Term {
		return syntax.NewTuple(e, syntax.NewFromIdx(syntax.Ref(l.Idx)))
	})
	next := syntax.NewIf(c.Cond, take, keep)
	if replaced == c.Else {
		next = syntax.NewIf(c.Cond, keep, take)
	}
	first := syntax.Bind{Var: l.State, Rhs: syntax.NewProj(0, syntax.Ref(s))}
	inner := syntax.NewLet(append([]syntax.Bind{first}, binds...), next)
	z := p.atom(l.State.Name, syntax.NewLoop(l.Len, l.Down, syntax.NoOutput, l.Idx, s,
		syntax.NewTuple(a, syntax.IntLit(-1)), inner))
	k := p.atom("k", syntax.NewProj(1, z))
	i := syntax.NewVar(l.Idx.Name, l.Idx.Type)
	value = syntax.NewLet([]syntax.Bind{{Var: i, Rhs: syntax.NewToIdx(nil, l.Len, k)}},
		syntax.Subst(syntax.Refresh(value), l.Idx, syntax.Ref(i)))
	return syntax.NewIf(syntax.NewPrim(syntax.MustOp("ilt"), k, syntax.IntLit(0)), a, value)
}

// without is e with those of the bindings that it needs, if none of them uses x.
func without(x *syntax.Var, binds []syntax.Bind, e syntax.Term) (syntax.Term, bool) {
	d := &depends{state: x, needed: map[*syntax.Var]uint64{}}
	d.visit(e)
	d.binds(binds)
	if d.needed[x] != 0 {
		return nil, false
	}
	var kept []syntax.Bind
	for _, b := range binds {
		if b.Var == nil || d.needed[b.Var] != 0 {
			kept = append(kept, b)
		}
	}
	return syntax.NewLet(kept, e), true
}
