package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// The forms of a loop body that update an array in place; see inplace.go.

// flowSet is arr with one element replaced: index and value are evaluated
// first, a row that reads the state into a slice of its own, then the array.
func (a *linearity) flowSet(t *syntax.Set, want []int) []ref {
	a.read(t.Idx)
	saved := a.touched
	a.touched = make([]bool, len(saved))
	if stores := a.parts(t); stores != nil {
		a.written[t] = stores
		for _, s := range stores {
			for _, i := range s.at {
				a.read(i)
			}
			a.read(s.val)
		}
	} else {
		a.read(t.Val)
	}
	for k, touched := range a.touched {
		if touched {
			a.early[t] = true
		}
		saved[k] = saved[k] || touched
	}
	a.touched = saved
	refs := a.flow(t.Arr, a.wants(t.Arr, want))
	a.setOwned(t, 0, refs)
	out := a.updated(refs)
	for i, r := range refs {
		if r.leaf < 0 || r.alias {
			out[i] = ref{leaf: -1, fresh: true} // a copy
		}
	}
	return out
}

func scalars(ls []Leaf) bool {
	for _, l := range ls {
		if !l.scalar() {
			return false
		}
	}
	return true
}

// wants is want, or, where nothing is wanted, the state array that t is the
// current version of, so that its update stays in place.
func (a *linearity) wants(t syntax.Term, want []int) []int {
	x, lo := path(a.g, t)
	if x == nil {
		return want
	}
	out := append([]int(nil), want...)
	for i, r := range a.varRefs(x)[lo : lo+len(want)] {
		if out[i] < 0 && r.leaf >= 0 && !r.alias {
			out[i] = r.leaf
		}
	}
	return out
}

// updated advances the arrays that have just been changed, all at once. One that stands in two places is two arrays
// from here on, so that neither is the one that there was.
func (a *linearity) updated(refs []ref) []ref {
	out, before := noRefs(len(refs)), a.last
	for i, r := range refs {
		if r.leaf >= 0 && !r.alias {
			a.bad[r.leaf] = a.bad[r.leaf] || a.ver[r.leaf] > before
			out[i] = a.advance(r.leaf)
		}
	}
	return out
}

// flowPlus adds operands to the one that is a state array. Onehots of scalars are evaluated
// before it, as the emitter does.
func (a *linearity) flowPlus(t *syntax.Plus, want []int) []ref {
	base := -1
	for i, s := range t.Terms {
		if a.isState(s, want) {
			base = i
			break
		}
	}
	if base < 0 {
		a.sumInto(t, want)
		return a.made(t, want)
	}
	for i, s := range t.Terms {
		if o, ok := s.(*syntax.OneHot); ok && i != base && scalars(a.g.leaves(o.Val.Type())) {
			a.read(s)
		}
	}
	refs := a.flow(t.Terms[base], a.wants(t.Terms[base], want))
	if !a.setOwned(t, base, refs) {
		a.base[t] = base
	}
	out := a.updated(refs)
	for i, s := range t.Terms {
		if o, ok := s.(*syntax.OneHot); i != base && !(ok && scalars(a.g.leaves(o.Val.Type()))) {
			a.addend(s)
		}
	}
	return out
}

// isState reports whether t is an update of, or is, an array of the state.
func (a *linearity) isState(t syntax.Term, want []int) bool {
	switch t := t.(type) {
	case *syntax.Set:
		return a.isState(t.Arr, want)
	case *syntax.Coerce:
		return len(want) == len(a.g.leaves(t.Arg.Type())) && a.isOwned(t.Arg)
	case *syntax.Plus:
		for _, s := range t.Terms {
			if a.isState(s, want) {
				return true
			}
		}
		return false
	case *syntax.If:
		return a.isState(t.Then, want) && a.isState(t.Else, want)
	case *syntax.Case:
		return !slices.ContainsFunc(t.Arms, func(arm syntax.Arm) bool { return !a.isState(arm.Body, want) })
	case *syntax.Call: // of an array alone
		updates := a.g.updates[t.Def]
		if len(updates) != 1 || updates[0] < 0 {
			return false
		}
		i, lo := a.g.argument(t.Def, updates[0])
		return len(a.g.leaves(t.Args[i].Type())) == 1 && lo == updates[0] && a.isState(t.Args[i], want)
	}
	x, lo := path(a.g, t)
	if x == nil {
		return false
	}
	for i, r := range a.varRefs(x)[lo : lo+len(a.g.leaves(t.Type()))] {
		if r.leaf >= 0 && !r.alias && (want[i] < 0 || want[i] == r.leaf) {
			return true
		}
	}
	return false
}

// elementwise reports whether a build reads the array it is wanted in only at
// the index it writes next, and reads it as scalars.
func (a *linearity) elementwise(t *syntax.Build, want []int) bool {
	ls := a.g.leaves(t.Type())
	if len(ls) != 1 || want[0] < 0 || !ls[0].row().scalar() {
		return false
	}
	k, ok := want[0], true
	saved := append([]bool(nil), a.touched...)
	var visit func(s syntax.Term)
	visit = func(s syntax.Term) {
		if ix, isIndex := s.(*syntax.Index); isIndex {
			x, lo := path(a.g, ix.Arr)
			i, isVar := ix.Idx.(*syntax.VarRef)
			if x != nil && isVar && i.Var == t.Idx && len(a.g.leaves(ix.Arr.Type())) == 1 {
				if r := a.varRefs(x)[lo]; r.leaf == k {
					a.readRef(r)
					return
				}
			}
		}
		if x, lo := path(a.g, s); x != nil {
			for _, r := range a.varRefs(x)[lo : lo+len(a.g.leaves(s.Type()))] {
				if r.leaf == k {
					ok = false
				} else if r.leaf >= 0 {
					a.readRef(r)
				}
			}
			return
		}
		syntax.Children(s, visit)
	}
	visit(t.Body)
	if !ok {
		a.touched = saved
	}
	return ok
}

// flowLoop lets an inner loop carry arrays of the outer state on in its own.
func (a *linearity) flowLoop(t, init, body syntax.Term, want []int) []ref {
	ns := len(a.g.leaves(init.Type()))
	out := a.flow(init, a.wants(init, want[:ns]))
	a.readRefs(out) // what the loop begins with
	for i, r := range out {
		if want[i] < 0 && r.leaf >= 0 && !r.alias && !a.isDyn(r.leaf) && !a.wanted(init, i) {
			out[i].alias = true
		}
	}
	for _, r := range out { // what the inner loop adds up, or collects, would overwrite what its state is
		if r.leaf >= 0 && slices.Contains(want[ns:], r.leaf) {
			a.bad[r.leaf] = true
		}
	}
	for i, r := range out { // two parts of the inner state that begin as one array, of which one may change
		for _, q := range out[:i] {
			if r.leaf >= 0 && r.leaf == q.leaf && !(r.alias && q.alias) {
				a.bad[r.leaf] = true
			}
		}
	}
	out = a.carried(out)
	a.carryOwned(t, out)
	for i := ns; i < len(want); i++ {
		out = append(out, noRef)
	}
	a.readInto(body, want)
	if w, ok := t.(*syntax.While); ok {
		a.read(w.Cond)
	}
	ls := a.g.leaves(t.Type())
	for i := ns; i < len(want); i++ {
		if want[i] >= 0 && ls[i].array() {
			out[i] = a.advance(want[i])
		}
	}
	return out
}

func (a *linearity) wanted(init syntax.Term, i int) bool {
	x, _ := path(a.g, init)
	if x != nil {
		return true
	}
	t, ok := init.(*syntax.Tuple)
	if !ok {
		return false
	}
	for k, el := range t.Elems {
		if lo, hi := a.g.part(t.Type(), k); lo <= i && i < hi {
			return a.wanted(el, i-lo)
		}
	}
	return false
}

// carried are the arrays that a loop begins with, when it has ended.
func (a *linearity) carried(refs []ref) []ref {
	out := append([]ref(nil), refs...)
	for i, r := range refs {
		switch {
		case r.leaf >= 0 && !r.alias && !a.isDyn(r.leaf):
			out[i] = a.advance(r.leaf)
		case r.row != nil: // as it was, or changed elsewhere
			out[i].row, out[i].rows = nil, &[]*syntax.Index{r.row}
		}
	}
	return out
}

// flowAlias handles the terms whose value may share memory with an array they read.
func (a *linearity) flowAlias(t syntax.Term, want []int) []ref {
	ls := a.g.leaves(t.Type())
	saved := a.touched
	a.touched = make([]bool, len(saved))
	a.read(t)
	_, isCall := t.(*syntax.Call) // of which results keep what [layouts.escaping] says
	for k, touched := range a.touched {
		if touched && !scalars(ls) {
			a.bad[k] = a.bad[k] || !a.rowOf(t) && !isCall || isCall && slices.Contains(want, k)
		}
	}
	out := noRefs(len(ls))
	ix, _ := t.(*syntax.Index)
	if _, saved := a.saves[ix]; !saved && !a.g.rowCopies[ix] && a.rowOf(t) {
		out = a.aliasRefs(t, ls)
	}
	for k := range saved {
		saved[k] = saved[k] || a.touched[k]
	}
	a.touched = saved
	for i, l := range ls {
		switch {
		case want[i] == copied:
			out[i] = noRef
		case want[i] >= 0 && l.array():
			if out[i].leaf == want[i] {
				a.bad[want[i]] = true
			}
			out[i] = a.advance(want[i])
		}
	}
	return out
}

// rowOf reports whether t is a row of a variable.
func (a *linearity) rowOf(t syntax.Term) bool {
	ix, ok := t.(*syntax.Index)
	if !ok {
		return false
	}
	x, _ := path(a.g, ix.Arr)
	return x != nil
}

// aliasRefs are the leaves of a row, which share memory with the array, but for arrays of run-time length: those are
// handed on as they are, and nothing writes where they are.
func (a *linearity) aliasRefs(t syntax.Term, ls []Leaf) []ref {
	out := noRefs(len(ls))
	x, lo := path(a.g, t.(*syntax.Index).Arr)
	for i, r := range a.varRefs(x)[lo : lo+len(ls)] {
		if r.leaf >= 0 && ls[i].array() {
			out[i] = ref{leaf: r.leaf, ver: r.ver, alias: true}
			if r.alias == (r.row != nil) && !slices.Contains(ls[i].Dims, nil) {
				out[i].row = t.(*syntax.Index)
			}
		}
	}
	return out
}

// scrutinee walks what a case analyses; its arms may then share its arrays.
func (a *linearity) scrutinee(t *syntax.Case) {
	saved := a.touched
	a.touched = make([]bool, len(saved))
	a.read(t.Scrut)
	if _, isCall := t.Scrut.(*syntax.Call); !isCall && !scalars(a.g.leaves(t.Scrut.Type())) {
		for k, touched := range a.touched {
			a.bad[k] = a.bad[k] || touched
		}
	}
	for k := range saved {
		saved[k] = saved[k] || a.touched[k]
	}
	a.touched = saved
}

// flowCoproj is one component, and zeros for the others, which are made after it.
func (a *linearity) flowCoproj(t *syntax.Coproj, want []int) []ref {
	lo, hi := a.g.part(t.Type(), t.Index)
	out := noRefs(len(want))
	copy(out[lo:hi], a.flow(t.Arg, want[lo:hi]))
	for i, l := range a.g.leaves(t.Type()) {
		if (i < lo || i >= hi) && want[i] >= 0 && l.array() {
			out[i] = a.advance(want[i])
		}
	}
	return out
}
