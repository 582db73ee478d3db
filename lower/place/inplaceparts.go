package place

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Updates inside elements that are tuples. A program that writes a[i].f[j] = v says
//
//	let t = a[i] in set a i ⟨set t.f j v, t.g, …⟩
//
// In place it is one store: components that are those of the element as it is right before are left alone, and in
// the others only what differs is written.

// A partStore is what one component of a new element writes.
type partStore struct {
	leaf int           // the first leaf of the element that it is about
	at   []syntax.Term // indices inside the component
	val  syntax.Term
	add  bool // the value, a number, is added
}

// parts are the stores of an update of an element that is a tuple, or nil when the element is better made first.
func (a *linearity) parts(t *syntax.Set) []partStore {
	if _, ok := t.Val.(*syntax.Tuple); !ok {
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

// here reports whether t is what stands at leaf and at.
func (w *partWalk) here(t syntax.Term, leaf int, at []syntax.Term) bool {
	l, is, ok := w.a.place(t)
	return ok && l == w.base+leaf && samePlaces(at, is)
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
		if !w.here(t.Arr, leaf, at) {
			return false
		}
		w.gains = true
		return w.walk(t.Val, leaf, with(at, t.Idx), with(below, t.Idx))
	case *syntax.Plus:
		if !scalars(ls) {
			return w.plus(t, leaf, at, below)
		}
	case *syntax.Zero:
		w.out = append(w.out, partStore{leaf, below, t, false})
		return true
	}
	w.out = append(w.out, partStore{leaf, below, t, false})
	return scalars(ls)
}

// plus is an array as it is with numbers added to elements of it.
func (w *partWalk) plus(t *syntax.Plus, leaf int, at, below []syntax.Term) bool {
	same := -1
	for i, s := range t.Terms {
		if same < 0 && w.here(s, leaf, at) {
			same = i
		}
	}
	if same < 0 {
		return false
	}
	w.gains = true
	for i, s := range t.Terms {
		if i == same {
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
		w.out = append(w.out, partStore{leaf, to, s, true})
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
		if !syntax.IsZero(s.val) {
			vals[k] = e.evalOwn(s.val, nil)
		}
		vals[k] = e.held(vals[k], e.g.leaves(s.val.Type()), t.Arr, d)
		for j, v := range vals[k] {
			if len(stores) > 1 && e.volatile(v) {
				vals[k][j] = e.atom(v, "t")
			}
		}
	}
	acc := e.mutable(t.Arr, d)
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
