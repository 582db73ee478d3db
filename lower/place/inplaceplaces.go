package place

import "github.com/seed-4b734f86/gochad/syntax"

func samePlaces(a, b []syntax.Term) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !syntax.Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

// place finds which part of the state a term is: its first leaf, in the current version, and the indices of the row; ok
// is false for all other terms.
func (a *linearity) place(t syntax.Term) (leaf int, at []syntax.Term, ok bool) {
	if ix, isIndex := t.(*syntax.Index); isIndex {
		leaf, at, ok = a.place(ix.Arr)
		return leaf, append(at, ix.Idx), ok
	}
	x, lo := path(a.g, t)
	if p, isProj := t.(*syntax.Proj); isProj && x == nil {
		leaf, at, ok = a.place(p.Arg)
		off, _ := a.g.part(p.Arg.Type(), p.Index)
		return leaf + off, at, ok
	}
	if x == nil {
		return 0, nil, false
	}
	refs := a.varRefs(x)
	if n := len(a.g.leaves(t.Type())); n > 0 {
		refs = refs[lo : lo+n]
	}
	if len(refs) == 0 {
		return 0, nil, false
	}
	for k, r := range refs {
		if r.leaf < 0 || r.leaf != refs[0].leaf+k || r.row != refs[0].row || r.alias != (r.row != nil) ||
			r.ver != a.ver[r.leaf] {
			return 0, nil, false
		}
	}
	r := refs[0]
	if r.row == nil {
		return r.leaf, nil, true
	}
	_, at, ok = a.place(r.row.Arr)
	return r.leaf, append(at, r.row.Idx), ok
}
