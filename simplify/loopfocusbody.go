package simplify

import (
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

// keep puts the places that stay, which last has, where they were.
func (n *focusedLoop) keep(parts []syntax.Term, last syntax.Term) {
	for j, i := range n.kept {
		if parts[i] = last; len(n.kept) > 1 {
			parts[i] = syntax.NewProj(j, last)
		}
	}
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
