package program

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// splitting makes the terms in which small arrays are tuples.
type splitting struct {
	*shapeFinder
	of map[*syntax.Var]*syntax.Var // the variables that stand for those that had other types
}

// signature gives d the signature that it has from now on.
func (s *splitting) signature(d *syntax.Def, sig *shapes) {
	d.Params = slices.Clone(d.Params)
	for i, x := range d.Params {
		d.Params[i] = s.binder(x, s.vars[x])
	}
	d.Result = splitType(d.Result, sig.result)
}

// body is that of d; what stays outside of it is split at its beginning.
func (s *splitting) body(d *syntax.Def) syntax.Term {
	if sig := s.sigs[d]; sig != nil {
		return s.to(d.Body, sig.result)
	}
	var binds []syntax.Bind
	for _, x := range d.Params {
		was := s.vars[x]
		if y := s.binder(x, was); y != x {
			binds = append(binds, syntax.Bind{Var: y, Rhs: cast(syntax.Ref(x), x.Type, nil, was)})
		}
	}
	return syntax.NewLet(binds, s.whole(d.Body))
}

// binder is the variable of a shape in the place of x.
func (s *splitting) binder(x *syntax.Var, was *shape) *syntax.Var {
	t := splitType(x.Type, was)
	if t == x.Type {
		return x
	}
	y := syntax.NewVar(x.Name, t)
	s.of[x] = y
	return y
}

// splitType is t with tuples for the arrays that become such.
func splitType(t syntax.Type, s *shape) syntax.Type {
	switch {
	case s == nil:
	case s.elems != nil:
		tt := t.(*syntax.TupleType)
		elems := make([]syntax.Type, len(tt.Elems))
		for i, e := range tt.Elems {
			elems[i] = splitType(e, s.elems[i])
		}
		return tupleOf(tt, elems)
	case s.split():
		elems := make([]syntax.Type, s.n)
		for i := range elems {
			elems[i] = splitType(t.(*syntax.ArrayType).Elem, s.elem)
		}
		return syntax.NewTupleType(elems...)
	}
	return t
}

// cast is t, of type typ but for what is split, as from says, with what to says split instead.
func cast(t syntax.Term, typ syntax.Type, from, to *shape) syntax.Term {
	if splitType(typ, from) == splitType(typ, to) {
		return t
	}
	var s syntax.Spine
	x := s.Atom("a", s.Open(t))
	if tt, ok := typ.(*syntax.TupleType); ok {
		elems := make([]syntax.Term, len(tt.Elems))
		types := make([]syntax.Type, len(tt.Elems))
		for i, e := range tt.Elems {
			elems[i] = cast(syntax.NewProj(i, x), e, from.of(i), to.of(i))
			types[i] = elems[i].Type()
		}
		return s.In(syntax.NewTupleOf(tupleOf(tt, types).(*syntax.TupleType), elems...))
	}
	a := typ.(*syntax.ArrayType)
	n, _ := a.Len.Lit()
	elems := make([]syntax.Term, n)
	for k := range elems {
		var e syntax.Term
		if from.split() {
			e = elementOf(x, k, n)
		} else {
			e = syntax.NewIndex(x, literalIndex(a.Len, int64(k)))
		}
		elems[k] = cast(e, a.Elem, from.element(), to.element())
	}
	if to.split() {
		return s.In(syntax.NewTuple(elems...))
	}
	return s.In(syntax.NewArrayLit(a.Elem, elems...))
}

// elementOf is element k of n of an array that is a tuple; of one element it is that.
func elementOf(x syntax.Term, k int, n int64) syntax.Term {
	if n == 1 {
		return x
	}
	return syntax.NewProj(k, x)
}

func (s *shape) of(i int) *shape {
	if s == nil {
		return nil
	}
	return s.elems[i]
}

func (s *shape) element() *shape {
	if s == nil {
		return nil
	}
	return s.elem
}

// to is t, of which a shape says what is split.
func (s *splitting) to(t syntax.Term, want *shape) syntax.Term {
	return cast(s.term(t), t.Type(), s.terms[t], want)
}

// whole is t, of the type that it has.
func (s *splitting) whole(t syntax.Term) syntax.Term { return s.to(t, nil) }

// term is t, of which its shape says what is split.
func (s *splitting) term(t syntax.Term) syntax.Term {
	is := s.terms[t]
	switch t := t.(type) {
	case *syntax.VarRef:
		if y := s.of[t.Var]; y != nil {
			return syntax.Ref(y)
		}
		return t
	case *syntax.Let:
		var sp syntax.Spine
		for _, b := range t.Binds {
			b.Rhs = sp.Open(s.term(b.Rhs))
			if b.Var != nil {
				b.Var = s.binder(b.Var, s.vars[b.Var])
			}
			sp.Binds = append(sp.Binds, b)
		}
		return sp.In(s.term(t.Body))
	case *syntax.Tuple:
		elems, types := make([]syntax.Term, len(t.Elems)), make([]syntax.Type, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = s.term(e)
			types[i] = elems[i].Type()
		}
		return syntax.NewTupleOf(tupleOf(t.Type().(*syntax.TupleType), types).(*syntax.TupleType), elems...)
	case *syntax.Proj:
		return syntax.NewProj(t.Index, s.term(t.Arg))
	case *syntax.If:
		then, other := s.to(t.Then, is), s.to(t.Else, is)
		if then.Type() == t.Type() {
			return syntax.NewIf(s.whole(t.Cond), then, other)
		}
		return branches(s.whole(t.Cond), then, other)
	case *syntax.Case:
		arms := make([]syntax.Arm, len(t.Arms))
		for i, a := range t.Arms {
			arms[i].Var = a.Var
			var binds []syntax.Bind
			was := s.vars[a.Var]
			if y := s.binder(a.Var, was); y != a.Var {
				binds = []syntax.Bind{{Var: y, Rhs: cast(syntax.Ref(a.Var), a.Var.Type, nil, was)}}
			}
			arms[i].Body = syntax.NewLet(binds, s.to(a.Body, is))
		}
		return syntax.NewCase(s.whole(t.Scrut), arms...)
	case *syntax.Call:
		return s.call(t, is)
	case *syntax.Loop:
		x, init, body := s.loop(t.State, t.Init, t.Body, t.Out, is)
		return syntax.NewLoop(t.Len, t.Down, t.Out, t.Idx, x, init, body)
	case *syntax.While:
		x, init, body := s.loop(t.State, t.Init, t.Body, t.Out, is)
		if t.Out == syntax.Collect {
			return syntax.NewWhileCollect(t.At, x, init, s.whole(t.Cond), body)
		}
		return syntax.NewWhile(t.At, x, init, s.whole(t.Cond), body)
	case *syntax.Build, *syntax.ArrayLit, *syntax.Index, *syntax.Set, *syntax.Sum:
		return s.arrayTerm(t, is)
	case *syntax.Plus:
		terms := make([]syntax.Term, len(t.Terms))
		for i, e := range t.Terms {
			terms[i] = s.to(e, is)
		}
		return syntax.NewPlus(terms...)
	case *syntax.Zero:
		return syntax.NewZero(splitType(t.Type(), is))
	case *syntax.Checkpoint:
		return syntax.NewCheckpoint(t.By, s.to(t.Body, is))
	}
	return cast(syntax.MapChildren(t, s.whole), t.Type(), nil, is)
}

func (s *splitting) call(t *syntax.Call, is *shape) syntax.Term {
	sig := s.sigs[t.Def]
	if sig == nil {
		return cast(syntax.MapChildren(t, s.whole), t.Type(), nil, is)
	}
	args := make([]syntax.Term, len(t.Args))
	for i, a := range t.Args {
		args[i] = s.to(a, sig.params[i])
	}
	return cast(syntax.NewCall(t.At, t.Def, t.Sizes, args...), t.Type(), sig.result, is)
}

func (s *splitting) loop(x *syntax.Var, init, body syntax.Term, out syntax.Output,
	is *shape) (*syntax.Var, syntax.Term, syntax.Term) {
	state := s.vars[x]
	init = s.to(init, state)
	y := s.binder(x, state)
	want := state
	switch {
	case out == syntax.Accumulate:
		want = is
	case out == syntax.Collect && state != nil:
		want = &shape{elems: []*shape{state, nil}}
	}
	return y, init, s.to(body, want)
}

func (s *splitting) arrayTerm(t syntax.Term, is *shape) syntax.Term {
	switch t := t.(type) {
	case *syntax.Build:
		if !is.split() {
			break
		}
		var sp syntax.Spine
		x := sp.Atom("a", s.to(t.Body, is.elem))
		elems := make([]syntax.Term, is.n)
		for k := range elems {
			elems[k] = x
		}
		return sp.In(syntax.NewTuple(elems...))
	case *syntax.ArrayLit:
		if !is.split() {
			break
		}
		elems := make([]syntax.Term, is.n)
		for k, e := range t.Elems {
			elems[k] = s.to(e, is.elem)
		}
		return syntax.NewTuple(elems...)
	case *syntax.Index:
		if a := s.terms[t.Arr]; a.split() {
			return elementOf(s.term(t.Arr), literal(t.Idx), a.n)
		}
	case *syntax.Set:
		if !is.split() {
			break
		}
		var sp syntax.Spine
		x, at := sp.Atom("a", s.term(t.Arr)), literal(t.Idx)
		elems := make([]syntax.Term, is.n)
		for k := range elems {
			if elems[k] = elementOf(x, k, is.n); k == at {
				elems[k] = s.to(t.Val, is.elem)
			}
		}
		return sp.In(syntax.NewTuple(elems...))
	case *syntax.Sum:
		a := s.terms[t.Arg]
		if !a.split() {
			break
		}
		var sp syntax.Spine
		x := sp.Atom("a", s.term(t.Arg))
		elems := make([]syntax.Term, a.n)
		for k := range elems {
			elems[k] = elementOf(x, k, a.n)
		}
		return sp.In(added(splitType(t.Type(), is), elems))
	}
	return cast(syntax.MapChildren(t, s.whole), t.Type(), nil, is)
}

func literal(i syntax.Term) int { return int(i.(*syntax.ToIdx).Arg.(*syntax.Const).I) }
