package place

import (
	"maps"

	"github.com/seed-4b734f86/gochad/syntax"
)

// A row of an array that changes may be kept by something that holds arrays as they are, as the tape of an iteration
// does:
//
//	let r = a[i]; b = set a i v in ⟨b, pack r⟩
//
// Then r is copied, which costs its length. Else a had to stay as it is, and b to be made in new memory, which costs
// the length of a. Rows that have rows of run-time length are handed on: such rows are never written once they are
// stored.

// findRowCopies finds the rows that are copied where they are read.
func (g *program) findRowCopies() {
	g.rowCopies = map[*syntax.Index]bool{}
	g.probe.rowCopies = nil
	for _, f := range g.order {
		g.probe.rowsKept(f.body, g.rowCopies)
	}
	g.probe.rowCopies = g.rowCopies
}

// rowsKept adds the rows of arrays that change in t, and that something packs, to a set. It takes time near-linear in
// t, times the leaves of its variables: all that changes is among the goals of a search, so that it ends soon.
func (g *layouts) rowsKept(t syntax.Term, out map[*syntax.Index]bool) {
	s := &escapes{g: g, values: map[*syntax.Var][]source{}, only: map[syntax.Term][]bool{}}
	s.collect(t)
	if len(s.packed) == 0 {
		return
	}
	arrays := func(t syntax.Term, visit func(leafOf)) {
		for k := range g.leaves(t.Type()) {
			s.roots(t, k, visit)
		}
	}
	changed := s.closure(func(visit func(leafOf)) { eachSet(t, func(u *syntax.Set) { arrays(u.Arr, visit) }) })
	if len(changed) == 0 {
		return
	}
	rows := map[*syntax.Index]bool{}
	s.rows = rows
	s.closure(func(visit func(leafOf)) {
		for _, a := range s.packed {
			arrays(a, visit)
		}
	})
	s.rows = nil
	others := map[leafOf]bool{} // these share nothing with what changes, and are looked at once
	for r := range rows {
		seen := map[leafOf]bool{}
		if s.meets(func(visit func(leafOf)) { arrays(r.Arr, visit) }, seen, others, changed) {
			out[r] = true
		} else {
			maps.Copy(others, seen)
		}
	}
}

func eachSet(t syntax.Term, do func(*syntax.Set)) {
	if u, ok := t.(*syntax.Set); ok {
		do(u)
	}
	syntax.Children(t, func(c syntax.Term) { eachSet(c, do) })
}
