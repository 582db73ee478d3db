package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// rowsBack puts a row that was taken out of an array, and is added again with one element changed, back where it was:
//
//	let r = m[i] in set m i 0 + oneHot n i (set r j v) + …    →    let r = m[i] in set m i (set r j v) + …
//
// since 0 + x = x. The pullback of an update takes the row out, and that of what reads the row gives it back. As it stands, the row would be copied before it
// becomes zero; so the update is one store (inplacenested.go).
func rowsBack(body syntax.Term) syntax.Term {
	if syntax.NodesOf(body)&syntax.Sets == 0 {
		return body
	}
	r := &rowSummer{rows: map[*syntax.Var]*syntax.Index{}, sets: map[*syntax.Var]*syntax.Set{}}
	r.find(body)
	return r.back(body)
}

func (r *rowSummer) back(t syntax.Term) syntax.Term {
	if syntax.NodesOf(t)&syntax.Sets == 0 {
		return t
	}
	t = syntax.MapChildren(t, r.back)
	p, ok := t.(*syntax.Plus)
	if !ok {
		return t
	}
	terms := addends(p)
	for i, s := range terms {
		u, ok := s.(*syntax.Set)
		if !ok || !isZeroTerm(u.Val) {
			continue
		}
		for k, s := range terms {
			if o, ok := s.(*syntax.OneHot); ok && syntax.Equal(o.Idx, u.Idx) && r.changes(o.Val, u) {
				terms[i] = syntax.NewSet(u.Arr, u.Idx, o.Val)
				return syntax.NewPlus(slices.Delete(terms, k, k+1)...)
			}
		}
	}
	return p
}

// changes reports whether t is the row that u replaces, with elements changed.
func (r *rowSummer) changes(t syntax.Term, u *syntax.Set) bool {
	for n := 0; n < mostRowSteps; n++ {
		if x, ok := t.(*syntax.VarRef); ok && r.sets[x.Var] != nil {
			t = r.sets[x.Var]
		}
		s, ok := t.(*syntax.Set)
		if !ok {
			return false
		}
		if r.isRow(s.Arr, u) {
			return true
		}
		t = s.Arr
	}
	return false
}
