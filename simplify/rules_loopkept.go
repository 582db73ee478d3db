package simplify

import "github.com/seed-4b734f86/gochad/syntax"

// loopStateKept puts what parts of the state are at first in the place of those that no iteration changes, as the seed of a
// pullback is: what is multiplied by a structural zero goes, and iterations without a state are independent.
func loopStateKept(p *pass, t syntax.Term) syntax.Term {
	l := t.(*syntax.Loop)
	ty, ok := l.State.Type.(*syntax.TupleType)
	if !ok {
		return p.keptWhole(l)
	}
	binds, elems, ok := opened(l.Body)
	if !ok {
		return nil
	}
	next := elems
	if l.Out != syntax.NoOutput {
		tup, isTuple := elems[0].(*syntax.Tuple)
		if !isTuple {
			return nil
		}
		next = tup.Elems
	}
	k := &keeper{state: l.State, parts: make([]syntax.Term, len(ty.Elems))}
	if !k.find(l.Init, binds, next, ty) {
		return nil
	}
	newBinds := make([]syntax.Bind, len(binds))
	for i, b := range binds {
		b.Rhs = k.term(b.Rhs)
		newBinds[i] = b
	}
	newNext := make([]syntax.Term, len(next))
	for i, e := range next {
		if k.parts[i] != nil {
			newNext[i] = syntax.NewProj(i, syntax.Ref(l.State))
		} else {
			newNext[i] = k.term(e)
		}
	}
	var body syntax.Term = syntax.NewTupleOf(ty, newNext...) // a record stays one
	if l.Out != syntax.NoOutput {
		body = syntax.NewTuple(body, k.term(elems[1]))
	}
	if k.n == 0 {
		return nil
	}
	return syntax.NewLoop(l.Len, l.Down, l.Out, l.Idx, l.State, l.Init, syntax.NewLet(newBinds, body))
}

// keptWhole is l without its state, which is one value that no iteration changes.
func (p *pass) keptWhole(l *syntax.Loop) syntax.Term {
	if l.Out == syntax.NoOutput {
		if isVar(l.Body, l.State) {
			return l.Init
		}
		return nil
	}
	binds, elems, ok := opened(l.Body)
	if !ok || !isVar(elems[0], l.State) {
		return nil
	}
	c := p.atom(l.State.Name, l.Init)
	var put func(syntax.Term) syntax.Term
	put = func(t syntax.Term) syntax.Term {
		if isVar(t, l.State) {
			return c
		}
		return syntax.MapChildren(t, put)
	}
	n := syntax.Term(syntax.NewBuild(l.Len, l.Idx, put(syntax.NewLet(binds, elems[1]))))
	if l.Out == syntax.Accumulate {
		n = syntax.NewSum(n)
	}
	return syntax.NewTuple(c, n)
}

// keeper replaces parts of a state.
type keeper struct {
	state *syntax.Var
	parts []syntax.Term // atoms, nil for a part that changes or is something else
	n     int           // replacements
}

// find reports whether some part of the state is an atom that stays.
func (k *keeper) find(init syntax.Term, binds []syntax.Bind, next []syntax.Term, ty *syntax.TupleType) bool {
	defs := map[*syntax.Var]syntax.Term{}
	for _, b := range binds {
		if pr, ok := b.Rhs.(*syntax.Proj); ok && b.Var != nil && isVar(pr.Arg, k.state) {
			defs[b.Var] = pr
		}
	}
	found := false
	for i, e := range next {
		if r, ok := e.(*syntax.VarRef); ok && defs[r.Var] != nil {
			e = defs[r.Var]
		}
		if pr, ok := e.(*syntax.Proj); ok && pr.Index == i && isVar(pr.Arg, k.state) {
			k.parts[i] = constantPart(init, i, ty.Elems[i])
			found = found || k.parts[i] != nil
		}
	}
	return found
}

// constantPart is place i of a tuple, if that is a literal, a zero or a variable.
func constantPart(t syntax.Term, i int, ty syntax.Type) syntax.Term {
	switch t := t.(type) {
	case *syntax.Zero:
		return syntax.NewZero(ty)
	case *syntax.Coproj:
		if t.Index != i {
			return syntax.NewZero(ty)
		}
		return atomic(t.Arg)
	case *syntax.Tuple:
		return atomic(t.Elems[i])
	}
	return nil
}

func atomic(t syntax.Term) syntax.Term {
	switch t.(type) {
	case *syntax.Const, *syntax.Zero, *syntax.VarRef:
		return t
	}
	return nil
}

func (k *keeper) term(t syntax.Term) syntax.Term {
	if pr, ok := t.(*syntax.Proj); ok && isVar(pr.Arg, k.state) && k.parts[pr.Index] != nil {
		k.n++
		return k.parts[pr.Index]
	}
	return syntax.MapChildren(t, k.term)
}
