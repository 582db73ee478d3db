package simplify

import (
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A focusedLoop is a loop whose body works on elements of some arrays of its state.
type focusedLoop struct {
	*focus
	places []int         // of the arrays in the state, 0 if one is all of it
	rows   []*syntax.Var // the elements at the start of an iteration
	state  *syntax.Var   // of the places that stay, nil if there is none
	kept   []int         // those places
	binds  []syntax.Bind // the body
	next   []syntax.Term // the next state, by its old places, with elements for arrays
	out    syntax.Term   // nil without output
}

// focusLoop makes elements of those places of the state of l that it can: arrays that want admits by their types, used
// at an index that key admits, and in the end admitted by accept, if that is not nil. It returns nil if there is none.
func focusLoop(l *syntax.Loop, want func(*syntax.ArrayType) bool, key func(*syntax.Var) bool,
	accept func(n *focusedLoop, j int) bool) *focusedLoop {
	types := []syntax.Type{l.State.Type}
	ty, tuple := l.State.Type.(*syntax.TupleType)
	if tuple {
		if ty.Names != nil {
			return nil
		}
		types = ty.Elems
	}
	no := make([]bool, len(types)) // places that cannot be
	for {
		n := &focusedLoop{focus: &focus{vars: map[*syntax.Var]focused{}, inner: map[*syntax.Var]bool{}, key: key}}
		start := n.start(l, types, func(i int, a *syntax.ArrayType) bool { return !no[i] && want(a) })
		if len(n.places) == 0 {
			return nil
		}
		if !tuple {
			start = start.parts[0]
		}
		if n.body(l, start) {
			for j := range n.places {
				n.bad[j] = n.keys[j] == nil || accept != nil && !accept(n, j)
				n.fail = n.fail || n.bad[j]
			}
		}
		if !n.fail {
			return n
		}
		some := false
		for j, bad := range n.bad {
			if bad {
				no[n.places[j]], some = true, true
			}
		}
		if !some {
			return nil
		}
	}
}

// start says what the places of the state are in the new body.
func (n *focusedLoop) start(l *syntax.Loop, types []syntax.Type, want func(int, *syntax.ArrayType) bool) *holds {
	start := &holds{parts: make([]*holds, len(types))}
	var kept []syntax.Type
	elems := make([]syntax.Term, len(types))
	for i, t := range types {
		a, ok := t.(*syntax.ArrayType)
		if !ok || !want(i, a) {
			n.kept, kept = append(n.kept, i), append(kept, t)
			continue
		}
		x := syntax.NewVar(l.State.Name, a.Elem)
		start.parts[i] = &holds{array: len(n.places)}
		elems[i] = syntax.Ref(x)
		n.places, n.rows = append(n.places, i), append(n.rows, x)
	}
	n.keys, n.bad = make([]syntax.Term, len(n.places)), make([]bool, len(n.places))
	if len(kept) > 0 {
		n.state = syntax.NewVar(l.State.Name, form.TupleType(kept))
	}
	for j, i := range n.kept {
		if elems[i] = syntax.Ref(n.state); len(kept) > 1 {
			elems[i] = syntax.NewProj(j, elems[i])
		}
	}
	if _, tuple := l.State.Type.(*syntax.TupleType); tuple {
		n.vars[l.State] = focused{syntax.NewTuple(elems...), start}
	} else {
		n.vars[l.State] = focused{elems[0], start.parts[0]}
	}
	return start
}

// body rewrites the body of l, and reports whether it worked.
func (n *focusedLoop) body(l *syntax.Loop, start *holds) bool {
	n.bindersOf(l.Body)
	body, h := n.term(l.Body)
	if n.fail {
		return false
	}
	if let, ok := body.(*syntax.Let); ok {
		n.binds, body = let.Binds, let.Body
	}
	if l.Out != syntax.NoOutput {
		tup, ok := body.(*syntax.Tuple)
		if !ok || h == nil || h.parts[1] != nil {
			n.refuse(start)
			return false
		}
		body, h, n.out = tup.Elems[0], h.parts[0], tup.Elems[1]
	}
	if !start.equal(h) {
		n.refuse(start)
		n.refuse(h)
		return false
	}
	n.next = []syntax.Term{body}
	if start.parts != nil {
		tup, ok := body.(*syntax.Tuple)
		if !ok {
			n.refuse(start)
			return false
		}
		n.next = tup.Elems
	}
	return true
}

// bindersOf notes what is bound in t.
func (f *focus) bindersOf(t syntax.Term) {
	syntax.Binders(t, func(x *syntax.Var) { f.inner[x] = true })
	syntax.Children(t, f.bindersOf)
}

// uses reports whether the new body uses a variable.
func (n *focusedLoop) uses(x *syntax.Var) bool {
	for _, b := range n.binds {
		if mentions(b.Rhs, x) {
			return true
		}
	}
	for _, e := range n.next {
		if mentions(e, x) {
			return true
		}
	}
	return n.out != nil && mentions(n.out, x)
}

// init is the initial state of the places that stay.
func (n *focusedLoop) init(l *syntax.Loop) syntax.Term {
	ts := make([]syntax.Term, len(n.kept))
	for j, i := range n.kept {
		ts[j] = initial(l, i)
	}
	return form.TupleOf(ts)
}

// pick is the places that stay.
func (n *focusedLoop) pick(of []syntax.Term) syntax.Term {
	ts := make([]syntax.Term, len(n.kept))
	for j, i := range n.kept {
		ts[j] = of[i]
	}
	return form.TupleOf(ts)
}

// keep puts the places that stay, which are the first of the n places of last, where they were.
func (n *focusedLoop) keep(parts []syntax.Term, last syntax.Term, of int) {
	for j, i := range n.kept {
		parts[i] = placeOf(last, j, of)
	}
}

// placeOf is place i of n of a value, which is all of it if it is the only one.
func placeOf(of syntax.Term, i, n int) syntax.Term {
	if n == 1 {
		return of
	}
	if t, ok := of.(*syntax.Tuple); ok {
		return t.Elems[i]
	}
	return syntax.NewProj(i, of)
}

// builds reports whether the element of array j is made anew at the end of an iteration: a build, or what a loop
// collects.
func (n *focusedLoop) builds(j int) bool {
	made := n.named(n.next[n.places[j]])
	if q, ok := made.(*syntax.Proj); ok && q.Index == 1 {
		l, ok := n.named(q.Arg).(*syntax.Loop)
		return ok && l.Out == syntax.Collect
	}
	_, ok := made.(*syntax.Build)
	return ok
}

// named is what t stands for in the body.
func (n *focusedLoop) named(t syntax.Term) syntax.Term {
	if r, ok := t.(*syntax.VarRef); ok {
		if k := slices.IndexFunc(n.binds, func(b syntax.Bind) bool { return b.Var == r.Var }); k >= 0 {
			return n.binds[k].Rhs
		}
	}
	return t
}

// rowsIn reports whether there is an element whose type is so.
func (n *focusedLoop) rowsIn(so func(syntax.Type) bool) bool {
	return slices.ContainsFunc(n.rows, func(x *syntax.Var) bool { return so(x.Type) })
}

// onElements is the loop with the elements of arrays, which are those of the initial state if that is nil, in the
// place of these: first the places that stay.
func (n *focusedLoop) onElements(l *syntax.Loop, arrays []syntax.Term) *syntax.Loop {
	var types []syntax.Type
	var start, next []syntax.Term
	for _, i := range n.kept {
		types, start, next = append(types, initial(l, i).Type()), append(start, initial(l, i)), append(next, n.next[i])
	}
	for j, i := range n.places {
		a := initial(l, i)
		if arrays != nil {
			a = arrays[j]
		}
		types, start = append(types, n.rows[j].Type), append(start, syntax.NewIndex(a, n.keys[j]))
		next = append(next, n.next[i])
	}
	s := syntax.NewVar(l.State.Name, form.TupleType(types))
	var binds []syntax.Bind
	if n.state != nil {
		kept := make([]syntax.Term, len(n.kept))
		for j := range kept {
			kept[j] = placeOf(syntax.Ref(s), j, len(types))
		}
		binds = append(binds, syntax.Bind{Var: n.state, Rhs: form.TupleOf(kept)})
	}
	for j, x := range n.rows {
		binds = append(binds, syntax.Bind{Var: x, Rhs: placeOf(syntax.Ref(s), len(n.kept)+j, len(types))})
	}
	body := form.TupleOf(next)
	if l.Out != syntax.NoOutput {
		body = syntax.NewTuple(body, n.out)
	}
	body = syntax.NewLet(append(binds, n.binds...), body)
	return syntax.NewLoop(l.Len, l.Down, l.Out, l.Idx, s, form.TupleOf(start), body)
}

// whole is a state of l.
func (n *focusedLoop) whole(l *syntax.Loop, parts []syntax.Term) syntax.Term {
	if _, tuple := l.State.Type.(*syntax.TupleType); tuple {
		return syntax.NewTuple(parts...)
	}
	return parts[0]
}

// initial is place i of the initial state of l.
func initial(l *syntax.Loop, i int) syntax.Term {
	if _, tuple := l.State.Type.(*syntax.TupleType); !tuple {
		return l.Init
	}
	if tup, ok := l.Init.(*syntax.Tuple); ok {
		return tup.Elems[i]
	}
	return syntax.NewProj(i, l.Init)
}
