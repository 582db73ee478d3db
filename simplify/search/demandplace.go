package search

import (
	"sort"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/syntax"
)

// This file says which places of elements are known where an array is made, or so soon behind it that the elements may
// as well be made there: in the same block, with no update in between that could be made in place if the elements did
// not read later what it updates.

// outside reports whether v is there where x is bound, or is bound by the same spine with no update in between.
func (w *demander) outside(x *demanded, v *syntax.Var) bool {
	k := w.vars[v]
	return w.before(x, k) || k.depth == x.depth && w.still(x.spine, x.bind, k.bind)
}

// before reports whether what is bound at k, a parameter if that is nil, is there where x is bound.
func (w *demander) before(x, k *demanded) bool {
	return k == nil || k.depth < x.depth || k.depth == x.depth && (k.spine == nil || k.bind < x.bind)
}

// An update is a binding that may update an array.
type update struct {
	bind int
	of   *syntax.Var // the array, if that is known
	when int
}

// update notes the k-th binding of a spine if it may update an array. What gives no array updates none that is there
// afterwards.
func (w *demander) update(t *syntax.Let, k int) {
	b := t.Binds[k]
	if b.Var == nil || syntax.NodesOf(b.Rhs)&updating == 0 || !form.HoldsMemory(b.Var.Type) {
		return
	}
	u := update{bind: k, when: w.now}
	if s, ok := b.Rhs.(*syntax.Set); ok {
		if x, ok := s.Arr.(*syntax.VarRef); ok {
			u.of = x.Var
		}
	}
	w.updates[t] = append(w.updates[t], u)
}

// updating are the nodes that may update an array: a loop does so with its state.
const updating = syntax.Sets | syntax.Loops | syntax.Calls | syntax.Apps | syntax.Operators | syntax.Linears

// mostUpdates bounds the updates between an array and the place of an element.
const mostUpdates = 4

// still reports whether no array is updated by what a spine binds behind the k-th binding up to the last one, but for
// those that are used afterwards as it is: an update of these makes a copy anyway.
func (w *demander) still(t *syntax.Let, k, last int) bool {
	us := w.updates[t]
	us = us[sort.Search(len(us), func(i int) bool { return us[i].bind > k }):]
	us = us[:sort.Search(len(us), func(i int) bool { return us[i].bind > last })]
	if len(us) > mostUpdates {
		return false
	}
	for _, u := range us {
		if u.of == nil || w.used[u.of] <= u.when {
			return false
		}
	}
	return true
}
