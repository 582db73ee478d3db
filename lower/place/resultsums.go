package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/lab"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// What a block results in may be a sum of what several of its calls, branches and sums give:
//
//	let w = f' (…); u = if c then ⟨oneHot n i v, e⟩ else ⟨0, 0⟩ in ⟨fst w + fst u, …⟩
//
// Where there is no place for it yet, they add to one new array, which is zero in the beginning (sink.go), instead of
// to arrays of their own that are added up.

// resultSums finds the leaves of the result of the block l to which at least two of its bindings can add, and that have
// no place in d, and makes arrays of zeros for them. It gives those by leaf, or nil if there are none.
func (e *emitter) resultSums(l *syntax.Let, d []dest) []*loop.Expr {
	if lab.Place("resultSums") {
		return nil
	}
	if !hasSum(l.Body) {
		return nil
	}
	adds := e.adding(l)
	if len(adds) < 2 {
		return nil
	}
	var acc []*loop.Expr
	uses := e.usesOfLeaves(l)
	e.g.sumParts(l.Body.Type(), 0, func(lo, hi int) {
		sum, ok := e.componentAt(l.Body, lo).(*syntax.Plus)
		if !ok || d != nil && slices.ContainsFunc(d[lo:hi], func(to dest) bool { return to.lv != nil && !to.slot }) {
			return
		}
		found, some := map[leafOf]addend{}, map[*syntax.Var]bool{}
		probe := make([]*loop.Expr, hi-lo)
		for k := range probe {
			probe[k] = loop.IntConst(int64(k)) // stands for an array
		}
		e.addends(sum, probe, nil, found)
		for at, a := range found {
			if only, can := adds[at.x]; can && (only == nil || only[at.leaf]) && uses[at] == a.uses {
				some[at.x] = true
			}
		}
		if len(some) < 2 {
			return
		}
		if acc == nil {
			acc = make([]*loop.Expr, len(e.g.leaves(l.Body.Type())))
		}
		copy(acc[lo:hi], e.zeroed(sum.Type(), nil))
	})
	return acc
}

// hasSum reports whether t is a sum of arrays, or a tuple with one.
func hasSum(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Tuple:
		return slices.ContainsFunc(t.Elems, hasSum)
	case *syntax.Plus:
		return holdsArray(t.Type())
	}
	return false
}

// adding are the bindings of a block that can add to arrays that are there: of branches, which leaves can.
func (e *emitter) adding(l *syntax.Let) map[*syntax.Var][]bool {
	out := map[*syntax.Var][]bool{}
	for _, b := range l.Binds {
		if b.Var == nil {
			continue
		}
		if sumOfArrays(b) || e.addsInside(b.Rhs) {
			out[b.Var] = nil
		} else if sums := e.branchSums(b); sums != nil {
			out[b.Var] = sums
		}
	}
	return out
}

// added emits the result t of a block: what has a place in acc, if that is not nil, is added there.
func (e *emitter) added(t syntax.Term, d []dest, acc []*loop.Expr) []*loop.Expr {
	if acc == nil {
		return e.eval(t, d)
	}
	rest := make([]dest, len(acc))
	copy(rest, d)
	for k, a := range acc {
		if a != nil {
			rest[k] = dest{}
		}
	}
	return e.split(t, rest, acc)
}
