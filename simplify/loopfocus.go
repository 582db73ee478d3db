package simplify

import (
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A focus rewrites a term that works on arrays as a whole, each at one index only, to one that works on the elements
// at those indices: a[k] is the element, and a with [k] = v is v. Arrays go through bindings, tuples, branches and
// inner loops; anything else that is done with one makes the focus fail for it.
type focus struct {
	vars map[*syntax.Var]focused // what variables that hold arrays became
	keys []syntax.Term           // the index of each array: a variable
	bad  []bool                  // the arrays that cannot be elements
	key  func(*syntax.Var) bool  // admits indices
	// inner has the variables that are bound in the term in work: they are no indices for the whole of it.
	inner map[*syntax.Var]bool
	fail  bool
}

// focused is a term without the arrays, and where they were in it.
type focused struct {
	term syntax.Term
	at   *holds
}

// holds says where in a value arrays were replaced by elements: here (the array number array), or in the places of a
// tuple.
type holds struct {
	array int
	parts []*holds // nil for an array
}

func (h *holds) equal(g *holds) bool {
	if h == nil || g == nil {
		return h == g
	}
	if len(h.parts) != len(g.parts) || h.parts == nil && h.array != g.array {
		return false
	}
	for i, p := range h.parts {
		if !p.equal(g.parts[i]) {
			return false
		}
	}
	return true
}

// refuse says that the arrays in h cannot be elements.
func (f *focus) refuse(h *holds) {
	f.fail = true
	if h == nil {
		return
	}
	if h.parts == nil {
		f.bad[h.array] = true
	}
	for _, p := range h.parts {
		f.refuse(p)
	}
}

// plain is a term in which no array is a result.
func (f *focus) plain(t syntax.Term) syntax.Term {
	n, h := f.term(t)
	if h != nil {
		f.refuse(h)
		return t
	}
	return n
}

// term rewrites t. After a failure the result means nothing.
func (f *focus) term(t syntax.Term) (syntax.Term, *holds) {
	if f.fail {
		return t, nil
	}
	switch t := t.(type) {
	case *syntax.VarRef:
		if v, ok := f.vars[t.Var]; ok {
			return v.term, v.at
		}
		return t, nil
	case *syntax.Let:
		return f.let(t)
	case *syntax.Proj:
		return f.proj(t)
	case *syntax.Tuple:
		return f.tuple(t)
	case *syntax.Set:
		a, h := f.term(t.Arr)
		if h != nil {
			if !f.hit(h, t.Idx) {
				return t, nil
			}
			return f.plain(t.Val), h
		}
		i, v := f.plain(t.Idx), f.plain(t.Val)
		if a == t.Arr && i == t.Idx && v == t.Val {
			return t, nil
		}
		return syntax.NewSet(a, i, v), nil
	case *syntax.Index:
		a, h := f.term(t.Arr)
		if h != nil {
			f.hit(h, t.Idx)
			return a, nil
		}
		if i := f.plain(t.Idx); a != t.Arr || i != t.Idx {
			return syntax.NewIndex(a, i), nil
		}
		return t, nil
	case *syntax.If:
		return f.branch(t)
	case *syntax.Loop:
		return f.loop(t)
	case *syntax.While:
		return f.while(t)
	}
	return syntax.MapChildren(t, f.plain), nil
}

// hit reports whether i is the index of the array h. The first index that is met is, if it is one for the whole of the
// term in work.
func (f *focus) hit(h *holds, i syntax.Term) bool {
	r, ok := i.(*syntax.VarRef)
	if !ok || h.parts != nil || f.inner[r.Var] || !f.key(r.Var) {
		f.refuse(h)
		return false
	}
	if f.keys[h.array] == nil {
		f.keys[h.array] = r
	}
	if !form.SameVar(f.keys[h.array], r) {
		f.refuse(h)
		return false
	}
	return true
}

func (f *focus) let(t *syntax.Let) (syntax.Term, *holds) {
	var binds []syntax.Bind
	for _, b := range t.Binds {
		n, h := f.term(b.Rhs)
		if f.fail {
			return t, nil
		}
		if h == nil {
			b.Rhs = n
			binds = append(binds, b)
			continue
		}
		if !form.IsAtom(n) && !isTuple(n) {
			x := syntax.NewVar(b.Var.Name, n.Type())
			binds = append(binds, syntax.Bind{Var: x, Rhs: n, At: b.At})
			n = syntax.Ref(x)
		}
		f.vars[b.Var] = focused{n, h}
	}
	body, h := f.term(t.Body)
	return syntax.NewLet(binds, body), h
}

// isTuple reports whether t is a tuple of atoms and such tuples, which may be copied.
func isTuple(t syntax.Term) bool {
	tup, ok := t.(*syntax.Tuple)
	if !ok {
		return false
	}
	for _, e := range tup.Elems {
		if !form.IsAtom(e) && !isTuple(e) {
			return false
		}
	}
	return true
}

func (f *focus) proj(t *syntax.Proj) (syntax.Term, *holds) {
	a, h := f.term(t.Arg)
	if h == nil {
		if a == t.Arg {
			return t, nil
		}
		return syntax.NewProj(t.Index, a), nil
	}
	if tup, ok := a.(*syntax.Tuple); ok {
		return tup.Elems[t.Index], h.parts[t.Index]
	}
	return syntax.NewProj(t.Index, a), h.parts[t.Index]
}

func (f *focus) tuple(t *syntax.Tuple) (syntax.Term, *holds) {
	h := &holds{parts: make([]*holds, len(t.Elems))}
	elems, some := make([]syntax.Term, len(t.Elems)), false
	for i, e := range t.Elems {
		elems[i], h.parts[i] = f.term(e)
		some = some || h.parts[i] != nil
	}
	switch {
	case !some:
		return syntax.NewTupleOf(t.Type().(*syntax.TupleType), elems...), nil
	case t.Type().(*syntax.TupleType).Names != nil:
		f.refuse(h)
	}
	if f.fail {
		return t, nil
	}
	return syntax.NewTuple(elems...), h
}

func (f *focus) branch(t *syntax.If) (syntax.Term, *holds) {
	c := f.plain(t.Cond)
	a, h := f.term(t.Then)
	b, g := f.term(t.Else)
	if !h.equal(g) {
		f.refuse(h)
		f.refuse(g)
	}
	if f.fail {
		return t, nil
	}
	return syntax.NewIf(c, a, b), h
}

// state makes the state variable of an inner loop whose initial state is init.
func (f *focus) state(x *syntax.Var, init syntax.Term, h *holds) *syntax.Var {
	if h == nil {
		return x
	}
	y := syntax.NewVar(x.Name, init.Type())
	f.vars[x] = focused{syntax.Ref(y), h}
	return y
}

// after checks the body of an inner loop whose state holds h, and says what its result holds.
func (f *focus) after(out syntax.Output, h, body *holds) *holds {
	next := body
	if out != syntax.NoOutput && body != nil {
		if next = body.parts[0]; body.parts[1] != nil {
			f.refuse(body.parts[1])
		}
	}
	if !next.equal(h) {
		f.refuse(next)
		f.refuse(h)
	}
	return body
}

func (f *focus) loop(t *syntax.Loop) (syntax.Term, *holds) {
	init, h := f.term(t.Init)
	if f.fail {
		return t, nil
	}
	s := f.state(t.State, init, h)
	body, g := f.term(t.Body)
	g = f.after(t.Out, h, g)
	if f.fail {
		return t, nil
	}
	return syntax.NewLoop(t.Len, t.Down, t.Out, t.Idx, s, init, body), g
}

func (f *focus) while(t *syntax.While) (syntax.Term, *holds) {
	init, h := f.term(t.Init)
	if f.fail {
		return t, nil
	}
	s := f.state(t.State, init, h)
	cond := f.plain(t.Cond)
	body, g := f.term(t.Body)
	g = f.after(t.Out, h, g)
	if f.fail {
		return t, nil
	}
	if t.Out == syntax.Collect {
		return syntax.NewWhileCollect(t.At, s, init, cond, body), g
	}
	return syntax.NewWhile(t.At, s, init, cond, body), g
}
