package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Numbers are read first. Of what a branch or the body of a loop consists of, a number that is read in an array may
// stand behind an update of that array:
//
//	if c then ⟨set w i 0, w[i]⟩ else …
//
// Parts are made in the order in which they stand, so the update would need an array of its own. The number gets a name
// instead, before the update:
//
//	if c then let t = w[i] in ⟨set w i 0, t⟩ else …
//
// So does one that is read when updates in the bindings before it have been made, in the array as it was before:
//
//	let v = set w i 0; u = set v j 0 in ⟨w[i], u⟩	let t = w[i]; v = set w i 0; u = set v j 0 in ⟨t, u⟩

// readFirst names such numbers.
func readFirst(t syntax.Term) syntax.Term {
	if syntax.NodesOf(t)&syntax.Sets == 0 {
		return t
	}
	return readFirstIn(t)
}

func readFirstIn(t syntax.Term) syntax.Term {
	if l, ok := t.(*syntax.Let); ok && syntax.NodesOf(l)&syntax.Sets == 0 {
		return t
	}
	m := &syntax.Mapper{Term: readFirstIn}
	switch t := m.Map(t).(type) {
	case *syntax.Let:
		return readInLet(t)
	case *syntax.If:
		if yes, no := readInBody(t.Then), readInBody(t.Else); yes != t.Then || no != t.Else {
			return syntax.NewIf(t.Cond, yes, no)
		}
		return t
	case *syntax.Case:
		arms, changed := slices.Clone(t.Arms), false
		for i, a := range arms {
			arms[i].Body = readInBody(a.Body)
			changed = changed || arms[i].Body != a.Body
		}
		if changed {
			return syntax.NewCase(t.Scrut, arms...)
		}
		return t
	default:
		return t
	}
}

// readInBody names the numbers that the parts of a tuple read behind an update.
func readInBody(t syntax.Term) syntax.Term {
	tup, ok := t.(*syntax.Tuple)
	if !ok {
		return t
	}
	binds, elems := readAfterUpdate(tup)
	if binds == nil {
		return t
	}
	return syntax.NewLet(binds, syntax.NewTupleOf(tup.Type().(*syntax.TupleType), elems...))
}

// readInLet is readInBody for what a let ends in. A number stands before the first binding that updates the array.
func readInLet(l *syntax.Let) syntax.Term {
	tup, ok := l.Body.(*syntax.Tuple)
	if !ok {
		return l
	}
	bound, updated := map[*syntax.Var]int{}, map[*syntax.Var]int{}
	for i, b := range l.Binds {
		if b.Var != nil {
			bound[b.Var] = i
		}
		if s, ok := b.Rhs.(*syntax.Set); ok {
			if x := root(s.Arr); x != nil {
				if _, before := updated[x]; !before {
					updated[x] = i
				}
			}
		}
	}
	elems, early := slices.Clone(tup.Elems), map[int][]syntax.Bind{}
	for i, el := range elems {
		at := firstUpdate(el, bound, updated)
		if at < 0 {
			continue
		}
		x := syntax.NewVar("t", el.Type())
		early[at], elems[i] = append(early[at], syntax.Bind{Var: x, Rhs: el}), syntax.Ref(x)
	}
	if len(early) > 0 {
		tup = syntax.NewTupleOf(tup.Type().(*syntax.TupleType), elems...)
	}
	last, elems := readAfterUpdate(tup)
	if len(early) == 0 && last == nil {
		return l
	}
	var binds []syntax.Bind
	for i, b := range l.Binds {
		binds = append(append(binds, early[i]...), b)
	}
	return syntax.NewLet(append(binds, last...), syntax.NewTupleOf(tup.Type().(*syntax.TupleType), elems...))
}

// root is the variable that a term is a component of.
func root(t syntax.Term) *syntax.Var {
	for {
		switch p := t.(type) {
		case *syntax.Proj:
			t = p.Arg
		case *syntax.VarRef:
			return p.Var
		default:
			return nil
		}
	}
}

// firstUpdate is the first of some bindings that updates the array in which t reads a number, or -1 if that has no such
// form or cannot stand before that binding.
func firstUpdate(t syntax.Term, bound, updated map[*syntax.Var]int) int {
	if !isNumber(t.Type()) {
		return -1
	}
	for {
		p, ok := t.(*syntax.Proj)
		if !ok {
			break
		}
		t = p.Arg
	}
	ix, ok := t.(*syntax.Index)
	if !ok {
		return -1
	}
	a, i := root(ix.Arr), root(ix.Idx)
	if _, fixed := ix.Idx.(*syntax.Const); a == nil || i == nil && !fixed {
		return -1
	}
	at, ok := updated[a]
	if !ok {
		return -1
	}
	if i != nil {
		if k, ok := bound[i]; ok && k >= at {
			return -1
		}
	}
	return at
}

// readAfterUpdate gives names to the numbers that the parts of a tuple read behind an update, and the parts with those
// names; no names if there are none.
func readAfterUpdate(tup *syntax.Tuple) (binds []syntax.Bind, elems []syntax.Term) {
	elems = tup.Elems
	after := false // an update
	for i, el := range tup.Elems {
		if !after || !isNumber(el.Type()) || !movable(el) || !readsElement(el) {
			after = after || updates(el)
			continue
		}
		if binds == nil {
			elems = slices.Clone(elems)
		}
		x := syntax.NewVar("t", el.Type())
		binds, elems[i] = append(binds, syntax.Bind{Var: x, Rhs: el}), syntax.Ref(x)
	}
	return binds, elems
}

// updates reports whether a term updates an array.
func updates(t syntax.Term) bool { return syntax.NodesOf(t)&syntax.Sets != 0 }

// readsElement reports whether a term reads elements of an array.
func readsElement(t syntax.Term) (reads bool) {
	switch t.(type) {
	case *syntax.Index, *syntax.Sum:
		return true
	}
	syntax.Children(t, func(c syntax.Term) { reads = reads || readsElement(c) })
	return reads
}
