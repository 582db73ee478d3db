package search

import (
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/syntax"
)

// This file is fuseTape for a while, which collects [?]τ: what reads it knows its length first.
//
//	let z = while … collect ⟨s, y⟩; size m = length (snd z); x = snd z :> [m]τ in sum [c x[i] | i < m]

// coerced reports whether of the outputs at a position the length is used, and they with that as their length, which is
// used by one build only.
func (k *tapeLoop) coerced(at int) bool {
	k.gone = append(k.gone, at)
	var lengths []int
	for _, u := range k.uses[at] {
		switch k.rhs(u.pos).(type) {
		case *syntax.DynLen:
			lengths = append(lengths, u.pos)
		case *syntax.Coerce:
			if !k.readBy(u.pos) {
				return false
			}
		default:
			return false
		}
	}
	for len(lengths) > 0 {
		p := lengths[0]
		lengths = lengths[1:]
		k.gone = append(k.gone, p)
		size := k.let.Binds[p].Size != nil
		for _, u := range k.uses[p] {
			switch {
			case size && (u.pos == k.reader || slices.Contains(k.gone, u.pos)):
			case !size && u.pos < len(k.let.Binds) && k.let.Binds[u.pos].Size != nil:
				lengths = append(lengths, u.pos)
			default:
				return false
			}
		}
	}
	return true
}

// countsOnly reports whether the reader uses its index, beside at the outputs, as an int, and no size that goes.
func (k *tapeLoop) countsOnly() bool {
	b, ok := k.build(), true
	gone := func(v *syntax.SizeVar) {
		if p, in := k.sizeAt[v]; in && slices.Contains(k.gone, p) {
			ok = false
		}
	}
	var m syntax.Mapper
	visit := func(t syntax.Term) syntax.Term {
		switch t := t.(type) {
		case *syntax.VarRef:
			ok = ok && t.Var != b.Idx
		case *syntax.FromIdx:
			if form.IsVar(t.Arg, b.Idx) {
				return t
			}
		case *syntax.Index:
			if r, is := t.Arr.(*syntax.VarRef); is && form.IsVar(t.Idx, b.Idx) && slices.Contains(k.tapes, r.Var) {
				return t
			}
		}
		return m.Map(t)
	}
	m = syntax.Mapper{
		Term:   visit,
		Binder: func(x *syntax.Var) *syntax.Var { syntax.EachSizeVar(x.Type, gone); return x },
		Type:   func(t syntax.Type) syntax.Type { syntax.EachSizeVar(t, gone); return t },
		Size:   func(n *syntax.Size) *syntax.Size { n.Vars(gone); return n },
	}
	visit(b.Body)
	return ok
}

// while is the fused loop: its state is the old one, how many iterations there were, and the sum.
func (k *tapeLoop) while(w *syntax.While) syntax.Term {
	total := k.build().Body.Type()
	st := syntax.NewVar(w.State.Name, syntax.NewTupleType(w.State.Type, syntax.Int, total))
	init := syntax.NewTuple(w.Init, syntax.IntLit(0), syntax.NewZero(total))
	cond := form.Placing(w.State, syntax.NewProj(0, syntax.Ref(st)))(w.Cond)
	var s syntax.Spine
	s.Bind(w.State, syntax.NewProj(0, syntax.Ref(st)))
	count := s.Let("k", syntax.NewProj(1, syntax.Ref(st)))
	next, back := k.body(&s, w.Body, nil, count)
	sum := syntax.NewPlus(syntax.NewProj(2, syntax.Ref(st)), back)
	more := syntax.NewPrim(syntax.OpIntAdd, count, syntax.IntLit(1))
	return syntax.NewWhile(w.At, st, init, cond, s.In(syntax.NewTuple(next, more, sum)))
}

// counted replaces the index of a reader, as an int.
func counted(t syntax.Term, i *syntax.Var, count syntax.Term) syntax.Term {
	var walk func(syntax.Term) syntax.Term
	walk = func(t syntax.Term) syntax.Term {
		if x, ok := t.(*syntax.FromIdx); ok && form.IsVar(x.Arg, i) {
			return count
		}
		return syntax.MapChildren(t, walk)
	}
	return walk(t)
}
