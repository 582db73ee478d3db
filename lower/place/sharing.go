package place

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// A call that is given a matrix and a row of it,
//
//	g (a, a[i])        let w = g' (a, a[i], v) in ⟨fst w + oneHot n i (snd w), …⟩
//
// adds to an array and to a part of the same. What a function only adds to may overlap: whatever the order, it holds
// the sum of all that was added in the end. So the call is of a copy of g' whose arrays may overlap, which passes know:
//
//	func g'(a, r, v, adds dst, adds dst2) { … }        func g'_shared(a, r, v, shared dst, shared dst2) { … }
//	                                                   call g'_shared(a, a[i], v, dst, dst[i])
//
// There is one such copy of a function, for all that may overlap in calls of it, while those that merged.go makes are
// one for each way in which arrays are the same. Calls inside of it are in the same position, and go to such copies,
// too.

// sharing is the copy of f whose arrays may overlap, of those that it adds to.
func (g *program) sharing(f *function) *function {
	const key = "shared"
	if m := f.forms[key]; m != nil {
		return m
	}
	m := g.copyOf(f, key, "_shared")
	m.shared = true
	return m
}

// mayOverlap reports whether two arrays that a call of f adds to may have elements in common, of those that fit: the
// others it does not add to itself. A function that adds to nothing has none.
func (e *emitter) mayOverlap(f *function, acc []*loop.Expr, fits []bool, other []rowPair) bool {
	if f.def.Kernel != "" || fits == nil {
		return false
	}
	for j, b := range acc {
		if !fits[j] || f.first(j) < j {
			continue
		}
		for i, a := range acc[:j] {
			if fits[i] && f.first(i) == i && !e.otherMemory(a, b, other) {
				return true
			}
		}
	}
	return false
}
