package simplify

import "github.com/seed-4b734f86/gochad/syntax"

// loopStateKept puts constants in the place of parts of the state that no iteration changes, as the seed of a pullback
// is: what is multiplied by a structural zero goes.
func loopStateKept(_ *pass, t syntax.Term) syntax.Term {
	l := t.(*syntax.Loop)
	ty, ok := l.State.Type.(*syntax.TupleType)
	if !ok {
		return nil
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
	body := syntax.NewTuple(newNext...)
	if l.Out != syntax.NoOutput {
		body = syntax.NewTuple(body, k.term(elems[1]))
	}
	if k.n == 0 {
		return nil
	}
	return syntax.NewLoop(l.Len, l.Down, l.Out, l.Idx, l.State, l.Init, syntax.NewLet(newBinds, body))
}

// keeper replaces parts of a state.
type keeper struct {
	state *syntax.Var
	parts []syntax.Term // constants, nil for a part that changes or is not known
	n     int           // replacements
}

// find reports whether some part of the state is a constant that stays.
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

// constantPart is place i of a tuple, if that is a literal or a zero.
func constantPart(t syntax.Term, i int, ty syntax.Type) syntax.Term {
	switch t := t.(type) {
	case *syntax.Zero:
		return syntax.NewZero(ty)
	case *syntax.Coproj:
		if t.Index != i {
			return syntax.NewZero(ty)
		}
		return literal(t.Arg)
	case *syntax.Tuple:
		return literal(t.Elems[i])
	}
	return nil
}

func literal(t syntax.Term) syntax.Term {
	switch t.(type) {
	case *syntax.Const, *syntax.Zero:
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
