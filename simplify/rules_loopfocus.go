package simplify

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// focusRules are the rules on loops whose state has arrays of which an iteration sees one element only.
func focusRules() []*Rule {
	return []*Rule{
		{
			Name: "loopFill", Before: "loop s = a for i < n do s with [i] = e", After: "[e | i < n]", Ref: own,
			on: atLoop, apply: loopFill,
			Why: "each element is stored once, by its own iteration",
			Condition: "s : [n]τ is used in the body only at index i, s[i] in e being a[i]; other places of the " +
				"state stay in a loop that collects e. " +
				"τ is scalar, or e does not use s[i] or is a build, or a is a build used only here",
		},
		{
			Name: "loopElement", Before: "loop s = a for i < n do s with [k] = e",
			After: "a with [k] = (loop x = a[k] for i < n do e)", Ref: own, on: atLoop, apply: loopElement,
			Why: "no other element is seen or changed",
			Condition: "k is a variable from outside, s : [m]τ is used in the body only at index k, s[k] in e being " +
				"x, and τ is scalar, or the loop on x becomes a build by loopFill, or one in x by this rule; likewise for " +
				"a place of the state, and with an output",
		},
	}
}

// loopFill makes builds, or an output, of arrays that a loop fills.
func loopFill(p *pass, t syntax.Term) syntax.Term {
	l := t.(*syntax.Loop)
	if l.Out != syntax.NoOutput {
		return nil
	}
	n := p.filled(l)
	if n == nil {
		return nil
	}
	l = p.placesNamed(l)
	var binds []syntax.Bind
	rows := make([]syntax.Term, len(n.places))
	for j, i := range n.places {
		if rows[j] = n.next[i]; n.uses(n.rows[j]) {
			a := p.atom(l.State.Name, initial(l, i))
			binds = append(binds, syntax.Bind{Var: n.rows[j], Rhs: syntax.NewIndex(a, syntax.Ref(l.Idx))})
		}
	}
	binds = append(binds, n.binds...)
	elem := rows[0]
	if len(rows) > 1 {
		elem = syntax.NewTuple(rows...)
	}
	var made syntax.Term
	parts := make([]syntax.Term, len(n.next))
	if n.state == nil {
		made = syntax.NewBuild(l.Len, l.Idx, syntax.NewLet(binds, elem))
	} else {
		body := syntax.NewLet(binds, syntax.NewTuple(n.pick(n.next), elem))
		z := p.atom(l.State.Name, syntax.NewLoop(l.Len, l.Down, syntax.Collect, l.Idx, n.state, n.init(l), body))
		n.keep(parts, syntax.NewProj(0, z), len(n.kept))
		made = syntax.NewProj(1, z)
	}
	if len(rows) == 1 {
		parts[n.places[0]] = made
		return n.whole(l, parts)
	}
	z := p.atom(l.State.Name, made)
	for j, i := range n.places {
		k := syntax.NewVar(l.Idx.Name, l.Idx.Type)
		parts[i] = p.atom(l.State.Name, syntax.NewBuild(l.Len, k, syntax.NewProj(j, syntax.NewIndex(z, syntax.Ref(k)))))
	}
	return n.whole(l, parts)
}

// filled focuses l on the elements of the arrays that it fills.
func (p *pass) filled(l *syntax.Loop) *focusedLoop {
	want := func(a *syntax.ArrayType) bool { return syntax.NewIdxType(a.Len) == l.Idx.Type }
	return focusLoop(l, want, func(k *syntax.Var) bool { return k == l.Idx }, func(n *focusedLoop, j int) bool {
		return isScalar(n.rows[j].Type) || !n.uses(n.rows[j]) || n.builds(j) || p.madeHere(initial(l, n.places[j]))
	})
}

// placesNamed is l with an initial state whose places may be used by themselves: a term that makes all of them is
// bound.
func (p *pass) placesNamed(l *syntax.Loop) *syntax.Loop {
	_, made := l.Init.(*syntax.Tuple)
	if _, several := l.State.Type.(*syntax.TupleType); made || !several {
		return l
	}
	return syntax.NewLoop(l.Len, l.Down, l.Out, l.Idx, l.State, p.atom(l.State.Name, l.Init), l.Body)
}

// madeHere reports whether t is a build that nothing else uses.
func (p *pass) madeHere(t syntax.Term) bool {
	if r, ok := t.(*syntax.VarRef); ok && p.occ.at(r.Var).n != 1 {
		return false
	}
	_, ok := p.see(t).(*syntax.Build)
	return ok
}

// isScalar reports whether a value of type t is a fixed number of numbers.
func isScalar(t syntax.Type) bool {
	switch t := t.(type) {
	case *syntax.Scalar, *syntax.IdxType:
		return true
	case *syntax.TupleType:
		for _, e := range t.Elems {
			if !isScalar(e) {
				return false
			}
		}
		return true
	default:
		return false
	}
}

// loopElement carries an element of an array through a loop in place of the array.
func loopElement(p *pass, t syntax.Term) syntax.Term {
	l := t.(*syntax.Loop)
	n := p.elements(l)
	if n == nil {
		return nil
	}
	l = p.placesNamed(l)
	arrays := make([]syntax.Term, len(n.places))
	for j, i := range n.places {
		arrays[j] = p.atom(l.State.Name, initial(l, i))
	}
	inner := n.onElements(l, arrays)
	var z syntax.Term
	if n.rowsIn(func(t syntax.Type) bool { return !isScalar(t) }) {
		if z = loopFill(p, inner); z == nil {
			z = loopElement(p, inner)
		}
	} else {
		z = p.atom(l.State.Name, inner)
	}
	last := z
	if l.Out != syntax.NoOutput {
		last = syntax.NewProj(0, z)
	}
	parts := make([]syntax.Term, len(n.next))
	n.keep(parts, last, len(n.next))
	for j, i := range n.places {
		parts[i] = syntax.NewSet(arrays[j], n.keys[j], placeOf(last, len(n.kept)+j, len(n.next)))
	}
	r := n.whole(l, parts)
	if l.Out != syntax.NoOutput {
		r = syntax.NewTuple(r, syntax.NewProj(1, z))
	}
	return r
}

// elements focuses l on the elements of arrays that it works on alone: scalars, and rows of which all is made anew.
func (p *pass) elements(l *syntax.Loop) *focusedLoop {
	want := func(a *syntax.ArrayType) bool {
		_, row := a.Elem.(*syntax.ArrayType)
		return isScalar(a.Elem) || row && l.Out == syntax.NoOutput
	}
	return focusLoop(l, want, func(k *syntax.Var) bool { return k != l.Idx }, func(n *focusedLoop, j int) bool {
		if isScalar(n.rows[j].Type) {
			return true
		}
		inner := n.onElements(l, nil)
		made := p.filled(inner)
		if made == nil {
			made = p.elements(inner)
		}
		return made != nil && slices.Contains(made.places, min(len(n.kept)+j, len(n.next)-1))
	})
}
