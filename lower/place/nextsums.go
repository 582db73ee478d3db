package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// The next state of a loop may be a sum that the calls of the body give, while the array of the state is what they get:
//
//	loop s for j < n do let w = f' (…, s) in fst w + snd w
//
// Such an array has a second buffer, where the next state is built. Nobody reads that in the iteration: what it holds is the state before the last one. So it is
// zero from the beginning of the block, and the calls add to it (sink.go), all to one array (merged.go), instead of to arrays of their own that are added up.

// nextSums finds the leaves of the next state, in the block l of a loop body, that calls of the block add to, and makes their second buffers zero. It gives the places to
// which the block's result is added, by leaf of that, or nil if there are none.
func (e *emitter) nextSums(l *syntax.Let, st *loopState) []*loop.Expr {
	next := l.Body
	if tup, ok := next.(*syntax.Tuple); ok && st.lin != nil && next.Type() != stateType(st) {
		next = tup.Elems[0]
	}
	if st.lin == nil || next.Type() != stateType(st) || !slices.ContainsFunc(l.Binds, func(b syntax.Bind) bool { return b.Var != nil && e.addsInside(b.Rhs) }) {
		return nil
	}
	var acc []*loop.Expr
	e.g.sumParts(next.Type(), 0, false, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			if st.next[k] == nil || st.fresh[k] {
				return
			}
		}
		sum, ok := e.componentAt(next, lo).(*syntax.Plus)
		if !ok || !e.addedByCalls(l, sum, st.next[lo:hi]) {
			return
		}
		if acc == nil {
			acc = make([]*loop.Expr, len(e.g.leaves(l.Body.Type())))
		}
		for k := lo; k < hi; k++ {
			e.clear(st.next[k], st.ls[k])
			acc[k] = st.next[k]
		}
	})
	return acc
}

// componentAt is the array of t that begins with leaf k, if t is that, or a tuple that is written out; nil for a part of another term.
func (e *emitter) componentAt(t syntax.Term, k int) syntax.Term {
	tup, ok := t.(*syntax.Tuple)
	if !ok {
		if _, array := t.Type().(*syntax.ArrayType); !array {
			return nil
		}
		return t
	}
	for i, el := range tup.Elems {
		if lo, hi := e.g.part(t.Type(), i); lo <= k && k < hi {
			return e.componentAt(el, k-lo)
		}
	}
	return nil
}

// addedByCalls reports whether a call of the block l, or branches with calls, can add to acc what is an operand of the sum.
func (e *emitter) addedByCalls(l *syntax.Let, sum *syntax.Plus, acc []*loop.Expr) bool {
	found, uses := map[leafOf]addend{}, e.usesOfLeaves(l)
	e.addends(sum, acc, nil, found)
	return slices.ContainsFunc(l.Binds, func(b syntax.Bind) bool {
		if b.Var == nil || !e.addsInside(b.Rhs) {
			return false
		}
		for k := range e.g.leaves(b.Var.Type) {
			at := leafOf{b.Var, k}
			if found[at].acc != nil && uses[at] == found[at].uses {
				return true
			}
		}
		return false
	})
}
