package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Numbers are read first. Of what a branch or the body of a loop consists of, a number that is read in an array may stand behind an update of that
// array:
//
//	if c then ⟨set w i 0, w[i]⟩ else …
//
// Parts are made in the order in which they stand, so the update would need an array of its own. The number gets a name instead, before the update:
//
//	if c then let t = w[i] in ⟨set w i 0, t⟩ else …

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
		if body := readBefore(t.Body); body != t.Body {
			return syntax.NewLet(t.Binds, body)
		}
		return t
	case *syntax.If:
		if yes, no := readBefore(t.Then), readBefore(t.Else); yes != t.Then || no != t.Else {
			return syntax.NewIf(t.Cond, yes, no)
		}
		return t
	case *syntax.Case:
		arms, changed := slices.Clone(t.Arms), false
		for i, a := range arms {
			arms[i].Body = readBefore(a.Body)
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

// readBefore names the numbers that the parts of a tuple read behind an update.
func readBefore(t syntax.Term) syntax.Term {
	tup, ok := t.(*syntax.Tuple)
	if !ok {
		return t
	}
	var binds []syntax.Bind
	elems := tup.Elems
	for i, el := range tup.Elems {
		if !movable(el) || !readsElement(el) || !slices.ContainsFunc(tup.Elems[:i], updates) {
			continue
		}
		if binds == nil {
			elems = slices.Clone(elems)
		}
		x := syntax.NewVar("t", el.Type())
		binds, elems[i] = append(binds, syntax.Bind{Var: x, Rhs: el}), syntax.Ref(x)
	}
	if binds == nil {
		return t
	}
	return syntax.NewLet(binds, syntax.NewTuple(elems...))
}

// updates reports whether a term updates an array.
func updates(t syntax.Term) bool { return syntax.NodesOf(t)&syntax.Sets != 0 }

// readsElement reports whether a term reads an element of an array.
func readsElement(t syntax.Term) (reads bool) {
	if _, ok := t.(*syntax.Index); ok {
		return true
	}
	syntax.Children(t, func(c syntax.Term) { reads = reads || readsElement(c) })
	return reads
}
