package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Updates inside elements. A program that writes a[i].f[j] = v says
//
//	let t = a[i] in set a i ⟨set t.f j v, t.g, …⟩
//
// and one that writes m[i][j] = v, or adds to it, says
//
//	set m i (set m[i] j v)        set m i (m[i] + oneHot n j v)
//
// In place each is one store: what is of the element as it is right before is left alone, and of the rest only what
// differs is written.

// A partStore is what one component of a new element writes.
type partStore struct {
	leaf int           // the first leaf of the element that it is about
	at   []syntax.Term // indices inside the component
	val  syntax.Term
	add  bool // the value, a number, is added
}

// parts are the stores of an update of an element, in their order, or nil when the element is better made first.
func (a *linearity) parts(t *syntax.Set) []partStore {
	switch t.Val.(type) {
	case *syntax.Tuple, *syntax.Set, *syntax.Plus:
	default:
		return nil
	}
	base, at, ok := a.place(t.Arr)
	if !ok || len(at) > 0 {
		return nil
	}
	w := &partWalk{a: a, base: base}
	if !w.walk(t.Val, 0, []syntax.Term{t.Idx}, nil) || !w.gains {
		return nil
	}
	return w.out
}

type partWalk struct {
	a     *linearity
	base  int
	out   []partStore
	gains bool // an array is left alone
}

// here reports whether t is what stands at leaf and at, and none of the stores so far are about that.
func (w *partWalk) here(t syntax.Term, leaf int, at []syntax.Term) bool {
	l, is, ok := w.a.place(t)
	if !ok || l != w.base+leaf || !samePlaces(at, is) {
		return false
	}
	end := leaf + len(w.a.g.leaves(t.Type()))
	return !slices.ContainsFunc(w.out, func(s partStore) bool { return leaf <= s.leaf && s.leaf < end })
}

// walk finds what a term writes where the place at leaf, at is to get its value; below is the end of at that
// lies inside a component.
func (w *partWalk) walk(t syntax.Term, leaf int, at, below []syntax.Term) bool {
	ls := w.a.g.leaves(t.Type())
	if len(ls) == 0 {
		return true
	}
	if w.here(t, leaf, at) {
		w.gains = true
		return true
	}
	switch t := t.(type) {
	case *syntax.Tuple:
		for i, el := range t.Elems {
			lo, _ := w.a.g.part(t.Type(), i)
			if !w.walk(el, leaf+lo, at, below) {
				return false
			}
		}
		return true
	case *syntax.Set:
		if w.begins(t.Arr, leaf, at) {
			return w.walk(t.Arr, leaf, at, below) && w.walk(t.Val, leaf, with(at, t.Idx), with(below, t.Idx))
		}
	case *syntax.Plus:
		if k := slices.IndexFunc(t.Terms, func(s syntax.Term) bool { return w.begins(s, leaf, at) }); k >= 0 &&
			!scalars(ls) {
			return w.walk(t.Terms[k], leaf, at, below) && w.adds(t, k, leaf, below)
		}
	}
	w.out = append(w.out, partStore{leaf, below, t, false})
	return scalars(ls) || len(below) > 0 || syntax.IsZero(t)
}

// begins reports whether t is what stands at leaf and at, or that changed.
func (w *partWalk) begins(t syntax.Term, leaf int, at []syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Set:
		return w.begins(t.Arr, leaf, at)
	case *syntax.Plus:
		return slices.ContainsFunc(t.Terms, func(s syntax.Term) bool { return w.begins(s, leaf, at) })
	}
	return w.here(t, leaf, at)
}

// adds finds what the terms of a sum besides the k-th add: numbers to elements.
func (w *partWalk) adds(t *syntax.Plus, k, leaf int, below []syntax.Term) bool {
	for i, s := range t.Terms {
		if i == k {
			continue
		}
		to := below
		for {
			o, ok := s.(*syntax.OneHot)
			if !ok {
				break
			}
			to, s = with(to, o.Idx), o.Val
		}
		if ls := w.a.g.leaves(s.Type()); len(ls) != 1 || !ls[0].scalar() || ls[0].ref() || ls[0].Tag {
			return false
		}
		if !syntax.IsZero(s) { // which is stored, not added
			w.out = append(w.out, partStore{leaf, to, s, true})
		}
	}
	return true
}

func with(at []syntax.Term, i syntax.Term) []syntax.Term {
	return append(append([]syntax.Term(nil), at...), i)
}

// setParts writes the parts of an element. All values are read before the first is written.
func (e *emitter) setParts(t *syntax.Set, stores []partStore, d []dest) []*loop.Expr {
	ls := e.g.leaves(t.Type())
	i := e.steady(e.indexOf(t.Idx), "k")
	at := make([][]*loop.Expr, len(stores))
	vals := make([][]*loop.Expr, len(stores))
	for k, s := range stores {
		for _, j := range s.at {
			at[k] = append(at[k], e.steady(e.indexOf(j), "k"))
		}
		inside := e.g.leaves(s.val.Type())
		if !syntax.IsZero(s.val) {
			vals[k] = e.evalOwn(s.val, e.buffersFor(s.val, inside, e.early[t]))
		}
		vals[k] = e.held(vals[k], inside, t.Arr, d)
		for j, v := range vals[k] {
			if len(stores) > 1 && e.volatile(v) {
				vals[k][j] = e.atom(v, "t")
			}
		}
	}
	var acc []*loop.Expr
	if _, ok := e.direct[t]; ok {
		acc = e.owned(t.Arr)
	} else {
		acc = e.mutable(t.Arr, d)
	}
	for k, s := range stores {
		inside := e.g.leaves(s.val.Type())
		place := make([]dest, len(inside))
		for j := range inside {
			lv := loop.Index(acc[s.leaf+j], i)
			for _, n := range at[k] {
				lv = loop.Index(lv, n)
			}
			place[j] = dest{lv: lv, slot: !inside[j].array()}
		}
		switch {
		case syntax.IsZero(s.val):
			e.fill(s.val, place)
		case s.add:
			e.addNumber(place[0].lv, vals[k][0])
		default:
			e.parallel(vals[k], inside, place)
		}
	}
	return e.deliver(acc, ls, d)
}
