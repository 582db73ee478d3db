package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Arrays of run-time length in the state of a loop, as lists are that grow:
//
//	loop s = … for i < n do let a = s :> [length s] in pack (set a k v)
//
// They are handed on as references. A loop owns one if nothing but its state has the reference: then an update changes
// the array where it is. The loop begins with a copy, and each iteration ends with arrays that it owns, in whatever
// places of the state: those that it had, each once, or new ones. So two that are exchanged are not copied. A larger
// one that a branch puts in the place of one is that from there on.
//
// Arrays of known length that end an iteration in other places of the state than they began it are owned, too, where
// they would be copied otherwise. A new array is never put in the place of one of those, as it is in that of one of
// run-time length: the loop would take more memory the longer it runs.

// dynamic reports whether a leaf of a state is an array of run-time length that the loop may own.
func (l Leaf) dynamic() bool {
	return len(l.Dims) == 1 && l.Dims[0] == nil && !l.Variant && l.row().scalar() && !l.row().ref() &&
		l.Type.Base != loop.Unit
}

// renaming is the analysis where the loop owns arrays of known length that change places. It is first, the one where it
// owns none of known length, if that copies no more.
func (s *stateOf) renaming(first *linearity) *linearity {
	own := make([]bool, len(first.bad))
	copies := false
	for i, l := range s.g.leaves(s.state.Type) {
		own[i] = l.array() && !l.Variant && !slices.Contains(l.Dims, nil) && !first.kept[i] && !s.fresh[i]
		copies = copies || own[i] && (first.bad[i] || first.moves[i])
	}
	if !copies {
		return first
	}
	for i, moves := range s.analyse(own).moves {
		own[i] = own[i] && moves
	}
	if !slices.Contains(own, true) {
		return first
	}
	a, gains := s.analyse(own), false
	for i, bad := range a.bad {
		if bad && !first.bad[i] {
			return first
		}
		gains = gains || own[i] && !bad && (first.bad[i] || first.moves[i])
	}
	if !gains {
		return first
	}
	return a
}

// isDyn reports whether k is a leaf of the state that the loop may own, and not found to be had by something else
// before.
func (a *linearity) isDyn(k int) bool { return k >= 0 && k < len(a.dyn) && a.dyn[k] }

// renamed reports whether the loop owns leaf k of the state, an array of known length.
func (a *linearity) renamed(k int) bool {
	return a.isDyn(k) && !a.bad[k] && a.g.leaves(a.typ)[k].array()
}

// owns reports whether r is an array that the loop owns.
func (a *linearity) owns(r ref) bool { return a.isDyn(r.leaf) && !r.alias }

// disown says that something else has the array at r, if the loop owned it.
func (a *linearity) disown(r ref) {
	if a.isDyn(r.leaf) {
		a.bad[r.leaf] = true
	}
}

// keeps disowns what may be, as a whole, the value of a term that something has.
func (a *linearity) keeps(t syntax.Term) {
	if x, lo := path(a.g, t); x != nil {
		for _, r := range a.varRefs(x)[lo : lo+len(a.g.leaves(t.Type()))] {
			a.disown(r)
		}
		return
	}
	switch t := t.(type) {
	case *syntax.Let:
		a.keeps(t.Body)
	case *syntax.Tuple:
		for _, e := range t.Elems {
			a.keeps(e)
		}
	case *syntax.Proj:
		a.keeps(t.Arg)
	case *syntax.If:
		a.keeps(t.Then)
		a.keeps(t.Else)
	case *syntax.Case:
		for _, arm := range t.Arms {
			a.keeps(arm.Body)
		}
	case *syntax.Coerce:
		a.keeps(t.Arg)
	case *syntax.Pack:
		a.keeps(t.Arg)
	case *syntax.Set:
		a.keeps(t.Arr)
	case *syntax.Build:
		if column, _ := a.g.column(t); column != nil {
			a.keeps(column)
		}
	}
}

// readPath reads what a variable, or part of one, holds. Who has an array of run-time length may keep it.
func (a *linearity) readPath(x *syntax.Var, lo int, ls []Leaf) {
	refs, ok := a.refs[x]
	if !ok {
		return
	}
	for k, r := range refs[lo : lo+len(ls)] {
		if r.leaf < 0 {
			continue
		}
		a.readRef(r)
		if ls[k].handedOn() {
			a.disown(r)
		}
	}
}

// given are n leaves of a variable, from lo on, for one who gets them. What is used elsewhere, too, is not new there.
func (a *linearity) given(x *syntax.Var, lo, n int) []ref {
	refs := a.varRefs(x)[lo : lo+n]
	if !slices.ContainsFunc(refs, func(r ref) bool { return r.fresh }) || a.use != nil && a.use.of(x) == 1 {
		return refs
	}
	refs = slices.Clone(refs)
	for i := range refs {
		refs[i].fresh = false
	}
	return refs
}

// sameArray is flow for a term that only forgets the length of arg, or says it, where that is an array that the loop
// owns, or a new one; nil for all others.
func (a *linearity) sameArray(arg syntax.Term, want []int) []ref {
	if len(a.g.leaves(arg.Type())) != len(want) {
		return nil
	}
	for _, k := range want {
		if k != -1 && k != unread && k != asItIs {
			return nil
		}
	}
	if x, lo := path(a.g, arg); x != nil {
		refs := a.given(x, lo, len(want))
		if slices.ContainsFunc(refs, func(r ref) bool { return !a.owns(r) && !r.fresh }) {
			return nil
		}
		return a.flowRef(refs, want)
	}
	switch arg := arg.(type) {
	case *syntax.Build:
		if column, _ := a.g.column(arg); column != nil {
			return nil // the arrays of another
		}
	case *syntax.Set, *syntax.Plus, *syntax.If, *syntax.Let, *syntax.Case, *syntax.Pack, *syntax.Coerce,
		*syntax.ArrayLit:
	default:
		return nil
	}
	for _, k := range a.heads(arg) {
		if k >= 0 && !a.isDyn(k) {
			return nil
		}
	}
	return a.flow(arg, want)
}

// isOwned reports whether t is, or is part of, a variable that stands for an array that the loop owns.
func (a *linearity) isOwned(t syntax.Term) bool {
	x, lo := path(a.g, t)
	if x == nil {
		return false
	}
	for _, r := range a.varRefs(x)[lo : lo+len(a.g.leaves(t.Type()))] {
		if !a.owns(r) {
			return false
		}
	}
	return true
}

// setOwned notes that t, an update or a sum, changes the arrays refs of an operand where they are, if the loop owns all
// of them, and reports whether it does. Else it gets a copy.
func (a *linearity) setOwned(t syntax.Term, operand int, refs []ref) bool {
	some, all := false, true
	for i, l := range a.g.leaves(t.Type()) {
		some = some || a.owns(refs[i])
		all = all && (a.owns(refs[i]) || l.scalar())
	}
	if some && all {
		a.direct[t] = operand
		return true
	}
	for _, r := range refs {
		if !r.alias || !a.renamed(r.leaf) { // a row is copied, and the array stays as it is
			a.disown(r)
		}
	}
	return false
}

// joinOwned is join for an array that is the same one in some alternatives, and a new one in others.
func (a *linearity) joinOwned(i int, outs [][]ref, vers [][]int) (out ref, ok bool) {
	k, some := -1, false
	for j, o := range outs {
		switch r := o[i]; {
		case r.fresh:
			some = true
		case a.owns(r) && r.ver == vers[j][r.leaf] && (k < 0 || k == r.leaf):
			k = r.leaf
		default:
			return ref{}, false
		}
	}
	if !some || a.renamed(k) {
		return ref{}, false
	}
	if k < 0 {
		return ref{leaf: -1, fresh: true}, true
	}
	return ref{leaf: k, ver: a.ver[k]}, true
}

// exchanged are the leaves of alternatives that are the same arrays in each, in different places: their names change.
// It is nil if there are none.
func (a *linearity) exchanged(outs [][]ref, vers [][]int) map[int]ref {
	first, moved := map[int]bool{}, map[int]bool{}
	for i := range outs[0] {
		if r := outs[0][i]; a.owns(r) {
			if first[r.leaf] || r.ver != vers[0][r.leaf] {
				return nil
			}
			first[r.leaf] = true
		}
	}
	for j, o := range outs[1:] {
		seen := map[int]bool{}
		for i, r := range o {
			if a.owns(r) != a.owns(outs[0][i]) {
				return nil
			}
			if !a.owns(r) {
				continue
			}
			if seen[r.leaf] || !first[r.leaf] || r.ver != vers[j+1][r.leaf] {
				return nil
			}
			seen[r.leaf] = true
			if r.leaf != outs[0][i].leaf {
				moved[i], a.moves[r.leaf] = true, true
			}
		}
	}
	out := map[int]ref{}
	for i, r := range outs[0] {
		if moved[i] { // all others are what they were
			out[i], a.moves[r.leaf] = a.advance(r.leaf), true
		}
	}
	return out
}

// carryOwned is what an inner loop, with the state x, gives of the arrays that it begins with: those that it owns, or
// changes where they are, are handed over to it.
func (a *linearity) carryOwned(t syntax.Term, refs []ref) {
	var x *syntax.Var
	var body syntax.Term
	var out output
	switch t := t.(type) {
	case *syntax.Loop:
		x, body, out = t.State, t.Body, outputOf(t)
	case *syntax.While:
		x, body = t.State, t.Body
		if t.Out == syntax.Collect {
			out = anOutput
		}
	}
	ls := a.g.leaves(x.Type)
	// What changes places inside is handed over, or it would be copied in each iteration. A function has arrays of its
	// caller, which do not change places.
	mayMove := func(i int) bool { return a.self == nil && refs[i].leaf >= 0 && !refs[i].alias && ls[i].array() }
	var inner *linearity
	for i, r := range refs {
		if !a.owns(r) && !mayMove(i) {
			continue
		}
		if inner == nil {
			inner = a.g.analyseWith(x, body, out, a.inner)
			a.hands[x] = make([]bool, len(refs))
		}
		if inner.renamed(i) {
			a.moves[r.leaf] = true
		}
		switch {
		case !a.owns(r):
		case inner.kept[i]:
			a.hands[x][i] = true
		case (inner.dyn[i] || ls[i].array()) && !inner.bad[i]:
			a.hands[x][i] = true
			refs[i] = a.advance(r.leaf)
		case !inner.idle[i]:
			a.disown(r)
		}
	}
}

// concludeOwned says which arrays of run-time length the loop owns, given what the state is in the end. One that is
// never changed is left where it is.
func (a *linearity) concludeOwned(end []ref) {
	count := map[int]int{}
	for i := range a.dyn {
		if r := end[i]; r.leaf >= 0 {
			if count[r.leaf]++; !a.dyn[i] {
				a.disown(r)
			}
		}
	}
	for i, dyn := range a.dyn {
		if !dyn {
			continue
		}
		r, known := end[i], a.renamed(i)
		if a.renamed(r.leaf) && r.leaf != i {
			a.moves[i], a.moves[r.leaf] = true, true
		}
		if ok := r.fresh && !known || a.owns(r) && r.ver == a.ver[r.leaf] && count[r.leaf] == 1; !ok {
			a.bad[i] = true
			a.disown(r)
		}
		if r.leaf == i && !a.changed[i] && !a.bad[i] && !known {
			a.idle[i], a.bad[i] = true, true
		}
	}
}

// own is the array v, of run-time length, as one that a loop owns.
func (e *emitter) own(hint string, l Leaf, v *loop.Expr) *loop.Expr {
	if v.IsNilConst() {
		return v
	}
	v = e.atom(v, hint)
	c := e.allocDims(hint, l, loop.Len(v))
	e.put(&loop.Copy{Dst: c, Src: v})
	return c
}

// owned is a term whose arrays a loop owns, and changes. Its numbers are variables that may be changed.
func (e *emitter) owned(t syntax.Term) []*loop.Expr {
	acc, ls := e.evalOwn(t, nil), e.g.leaves(t.Type())
	for k, v := range acc {
		if ls[k].scalar() {
			acc[k] = e.declareInit("acc", ls[k], v)
		} else {
			acc[k] = e.atom(v, "a")
		}
	}
	return acc
}

// setDirect writes an element of an array that a loop owns.
func (e *emitter) setDirect(t *syntax.Set, d []dest) []*loop.Expr {
	ls, row := e.g.leaves(t.Type()), e.g.leaves(t.Val.Type())
	i := e.steady(e.indexOf(t.Idx), "k")
	if !scalars(row) && !e.early[t] {
		acc := e.owned(t.Arr)
		e.fill(t.Val, rows(asDests(acc), ls, i))
		return e.deliver(acc, ls, d)
	}
	vals := e.evalOwn(t.Val, e.buffersFor(t.Val, row, true))
	for k, v := range vals {
		if row[k].scalar() && e.volatile(v) {
			vals[k] = e.atom(v, "t")
		}
	}
	acc := e.owned(t.Arr)
	e.parallel(vals, row, rows(asDests(acc), ls, i))
	return e.deliver(acc, ls, d)
}
