package place

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// What an exported function results in may be a sum of what several calls, branches and sums of the block give:
//
//	let w = f' (…); u = if c then ⟨oneHot n i v, e⟩ else ⟨0, 0⟩ in ⟨fst w + fst u, …⟩
//
// They add to one array, which is zero in the beginning (sink.go), instead of to arrays of their own that are added up.

// resultSums finds the leaves of the result of the block l, the last of its function, to which at least two bindings can add, and makes arrays of zeros for
// them. It gives those by leaf, or nil if there are none.
func (e *emitter) resultSums(l *syntax.Let, d []dest) []*loop.Expr {
	if e.fn.export == nil || isBlock(l.Body) {
		return nil
	}
	adds := map[*syntax.Var]func(k int) bool{}
	for _, b := range l.Binds {
		if b.Var == nil {
			continue
		}
		if sumOfArrays(b) || e.addsInside(b.Rhs) {
			adds[b.Var] = func(int) bool { return true }
		} else if sums := e.branchSums(b); sums != nil {
			adds[b.Var] = func(k int) bool { return sums[k] }
		}
	}
	if len(adds) < 2 {
		return nil
	}
	var acc []*loop.Expr
	uses := e.usesOfLeaves(l)
	e.g.sumParts(l.Body.Type(), 0, false, func(lo, hi int) {
		sum, ok := e.componentAt(l.Body, lo).(*syntax.Plus)
		if !ok || anyDest(d[lo:hi]) {
			return
		}
		found, some := map[leafOf]addend{}, map[*syntax.Var]bool{}
		probe := make([]*loop.Expr, hi-lo)
		for k := range probe {
			probe[k] = loop.IntConst(int64(k)) // stands for an array
		}
		e.addends(sum, probe, nil, found)
		for at, a := range found {
			if can := adds[at.x]; can != nil && can(at.leaf) && uses[at] == a.uses {
				some[at.x] = true
			}
		}
		if len(some) < 2 {
			return
		}
		if acc == nil {
			acc = make([]*loop.Expr, len(d))
		}
		copy(acc[lo:hi], e.zeroed(sum.Type(), nil))
	})
	return acc
}
