package program

import "github.com/seed-4b734f86/gochad/syntax"

// term is t with lengths in the types of what is in it: it has the type of t, but for those. What is packed is not, as
// long as nobody wants it to be.
func (l *lengths) term(t syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.VarRef:
		if u := l.env[t.Var]; u != nil {
			return u
		}
		return t
	case *syntax.Let:
		return l.let(t)
	case *syntax.Tuple:
		elems, types := make([]syntax.Term, len(t.Elems)), make([]syntax.Type, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = l.term(e)
			types[i] = elems[i].Type()
		}
		return syntax.NewTupleOf(tupleOf(t.Type().(*syntax.TupleType), types).(*syntax.TupleType), elems...)
	case *syntax.Proj:
		return syntax.NewProj(t.Index, l.term(t.Arg))
	case *syntax.If:
		c, a, b := l.declared(t.Cond), l.term(t.Then), l.term(t.Else)
		to := join(a.Type(), b.Type(), t.Type())
		return syntax.NewIf(c, l.cast(a, to), l.cast(b, to))
	case *syntax.Case:
		return l.caseOf(t)
	case *syntax.Index:
		return syntax.NewIndex(l.term(t.Arr), l.declared(t.Idx))
	case *syntax.Set:
		a, i, v := l.term(t.Arr), l.declared(t.Idx), l.term(t.Val)
		n, elem := a.Type().(*syntax.ArrayType).Len, join(elemType(a.Type()), v.Type(), elemType(t.Type()))
		return syntax.NewSet(l.cast(a, syntax.NewArrayType(n, elem)), i, l.cast(v, elem))
	case *syntax.Build:
		i := l.binder(t.Idx)
		return syntax.NewBuild(l.size(t.Len), i, l.term(t.Body))
	case *syntax.Loop:
		return l.loop(t)
	case *syntax.While:
		return l.while(t)
	case *syntax.ArrayLit:
		return l.arrayLit(t)
	case *syntax.Pack:
		return l.term(t.Arg)
	case *syntax.Coerce:
		return l.coerce(t)
	case *syntax.DynLen:
		a := l.term(t.Arg)
		if a, ok := a.Type().(*syntax.ArrayType); ok {
			return syntax.NewSizeOf(a.Len)
		}
		return syntax.NewDynLen(a)
	case *syntax.Call:
		return l.call(t)
	case *syntax.Checkpoint:
		return syntax.NewCheckpoint(t.By, l.term(t.Body))
	}
	return l.rest.Map(t)
}

// declared is t, of the type that it has.
func (l *lengths) declared(t syntax.Term) syntax.Term { return l.cast(l.term(t), l.typ(t.Type())) }

func (l *lengths) let(t *syntax.Let) syntax.Term {
	binds := make([]syntax.Bind, 0, len(t.Binds))
	unknown := map[*syntax.SizeVar]bool{}
	for _, b := range t.Binds {
		if b.Var == nil {
			b.Rhs = l.declared(b.Rhs)
			if n := l.intSize(b.Rhs); n != nil {
				l.sizes[b.Size] = n
				continue
			}
			delete(l.sizes, b.Size)
			unknown[b.Size] = true
			binds = append(binds, b)
			continue
		}
		b.Rhs = l.term(b.Rhs)
		b.Rhs = l.cast(b.Rhs, l.kept(b.Var, b.Rhs.Type()))
		if b.Var = l.bound(b.Var, b.Rhs.Type()); b.Var.Type == syntax.Int {
			if n := l.intSize(b.Rhs); n != nil {
				l.ints[b.Var] = n
			}
		}
		binds = append(binds, b)
	}
	body := l.term(t.Body)
	if len(unknown) > 0 {
		body = l.cast(body, forget(body.Type(), t.Type(), func(v *syntax.SizeVar) bool { return unknown[v] }))
	}
	return syntax.NewLet(binds, body)
}

// intSize is the size that an integer is known to be, or nil.
func (l *lengths) intSize(t syntax.Term) *syntax.Size {
	switch t := t.(type) {
	case *syntax.SizeOf:
		return t.Size
	case *syntax.VarRef:
		return l.ints[t.Var]
	}
	return nil
}

func (l *lengths) caseOf(t *syntax.Case) syntax.Term {
	scrut := l.declared(t.Scrut)
	arms := make([]syntax.Arm, len(t.Arms))
	var to syntax.Type
	for i, a := range t.Arms {
		arms[i] = syntax.Arm{Var: l.binder(a.Var), Body: l.term(a.Body)}
		if to == nil {
			to = arms[i].Body.Type()
		} else {
			to = join(to, arms[i].Body.Type(), t.Type())
		}
	}
	for i := range arms {
		arms[i].Body = l.cast(arms[i].Body, to)
	}
	return syntax.NewCase(scrut, arms...)
}

// state is the state of a loop that begins with init, and what it begins with.
func (l *lengths) state(x *syntax.Var, init syntax.Term) (*syntax.Var, syntax.Term) {
	init = l.term(init)
	t := l.kept(x, l.meet(x, init.Type()))
	return l.bound(x, t), l.cast(init, t)
}

// meet notes that x may be of a type, and is what it may be of.
func (l *lengths) meet(x *syntax.Var, t syntax.Type) syntax.Type {
	old := l.known[x]
	if old == nil {
		old = t
		l.known[x], l.changed = t, true
	}
	if n := join(old, t, x.Type); n != old {
		l.known[x], l.changed = n, true
	}
	return l.known[x]
}

// next is what a loop with the state x goes on with, in the place of which y stands in the new term.
func (l *lengths) next(x, y *syntax.Var, t syntax.Term) syntax.Term {
	l.meet(x, t.Type())
	if join(y.Type, t.Type(), x.Type) != y.Type {
		return syntax.Ref(y) // of a round that comes to nothing
	}
	return l.cast(t, y.Type)
}

func (l *lengths) loop(t *syntax.Loop) syntax.Term {
	x, init := l.state(t.State, t.Init)
	i := l.binder(t.Idx)
	return syntax.NewLoop(l.size(t.Len), t.Down, t.Out, i, x, init, l.step(t.State, x, t.Body, t.Out))
}

// step is the body of a loop.
func (l *lengths) step(x, y *syntax.Var, body syntax.Term, out syntax.Output) syntax.Term {
	next := l.term(body)
	if out == syntax.NoOutput {
		return l.next(x, y, next)
	}
	if t, ok := next.(*syntax.Let); ok {
		if tup, ok := t.Body.(*syntax.Tuple); ok {
			return syntax.NewLet(t.Binds, l.stepPair(x, y, tup, body, out))
		}
	}
	return l.stepPair(x, y, next, body, out)
}

func (l *lengths) stepPair(x, y *syntax.Var, pair, body syntax.Term, out syntax.Output) syntax.Term {
	t := pair.Type().(*syntax.TupleType)
	l.meet(x, t.Elems[0])
	elems := []syntax.Type{y.Type, t.Elems[1]}
	if out == syntax.Accumulate { // of numbers and arrays that are added up
		elems[1] = l.typ(body.Type().(*syntax.TupleType).Elems[1])
	}
	if join(y.Type, t.Elems[0], x.Type) != y.Type {
		z := syntax.NewVar("t", t)
		return syntax.NewLet([]syntax.Bind{{Var: z, Rhs: pair}},
			syntax.NewTuple(syntax.Ref(y), l.cast(syntax.NewProj(1, syntax.Ref(z)), elems[1])))
	}
	return l.cast(pair, tupleOf(t, elems))
}

func (l *lengths) while(t *syntax.While) syntax.Term {
	x, init := l.state(t.State, t.Init)
	cond := l.declared(t.Cond)
	body := l.step(t.State, x, t.Body, t.Out)
	if t.Out == syntax.Collect {
		return syntax.NewWhileCollect(t.At, x, init, cond, body)
	}
	return syntax.NewWhile(t.At, x, init, cond, body)
}

func (l *lengths) arrayLit(t *syntax.ArrayLit) syntax.Term {
	if len(t.Elems) == 0 {
		return l.rest.Map(t)
	}
	elems := make([]syntax.Term, len(t.Elems))
	var to syntax.Type
	for i, e := range t.Elems {
		elems[i] = l.term(e)
		if to == nil {
			to = elems[i].Type()
		} else {
			to = join(to, elems[i].Type(), elemType(t.Type()))
		}
	}
	for i := range elems {
		elems[i] = l.cast(elems[i], to)
	}
	return syntax.NewArrayLit(to, elems...)
}

func (l *lengths) coerce(t *syntax.Coerce) syntax.Term {
	if t.Linear {
		return l.rest.Map(t)
	}
	a := l.term(t.Arg)
	to := syntax.NewArrayType(l.size(t.Type().(*syntax.ArrayType).Len), elemType(a.Type()))
	if a.Type() == syntax.Type(to) {
		return a
	}
	c := syntax.NewCoerce(t.At, a, to)
	c.Sure = t.Sure
	return c
}

func (l *lengths) call(t *syntax.Call) syntax.Term {
	s := l.sigs[t.Def]
	args := make([]syntax.Term, len(t.Args))
	sizes := make([]*syntax.Size, len(t.Sizes))
	for i, n := range t.Sizes {
		sizes[i] = l.size(n)
	}
	if s == nil {
		for i, a := range t.Args {
			args[i] = l.declared(a)
		}
		return syntax.NewCall(t.At, t.Def, sizes, args...)
	}
	given := map[*syntax.SizeVar]*syntax.Size{} // the lengths that this call knows
	for i, a := range t.Args {
		args[i] = l.term(a)
		k := 0
		lengthsIn(args[i].Type(), s.params[i].Type, func(n *syntax.Size) {
			if v := s.slots[i][k]; v != nil && n != nil {
				given[v] = n
			} else if v != nil {
				s.slots[i][k], l.changed = nil, true
				given[v] = unmet
			}
			k++
		})
	}
	for _, v := range t.Def.Sizes[len(s.sizes):] {
		n := given[v]
		if n == nil {
			n = unmet // which another call has just said
		}
		sizes = append(sizes, n)
	}
	params, _ := t.Def.Instantiate(sizes)
	for i := range args {
		args[i] = l.cast(args[i], params[i])
	}
	return syntax.NewCall(t.At, t.Def, sizes, args...)
}
