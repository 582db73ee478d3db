package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// rowsBack puts a row that was taken out of an array, and is added again with one element changed, back where it was:
//
//	let r = m[i] in set m i 0 + oneHot n i (set r j v) + …    →    let r = m[i] in set m i (set r j v) + …
//
// since 0 + x = x. So does one in a sum that has a name, if that is used once. The pullback of an update takes the row
// out, and that of what reads the row gives it back. As it stands, the row would be copied before it becomes zero; so
// the update is one store (inplaceparts.go).
func rowsBack(body syntax.Term) syntax.Term {
	if syntax.NodesOf(body)&syntax.Sets == 0 {
		return body
	}
	r := &rowGiver{
		namedRows: namedRows{use: countUses(body), rows: map[*syntax.Var]*syntax.Index{},
			sets: map[*syntax.Var]*syntax.Set{}},
		sums: map[*syntax.Var]*syntax.Plus{},
	}
	r.find(body)
	return r.back(body)
}

type rowGiver struct {
	namedRows
	sums map[*syntax.Var]*syntax.Plus // of arrays, used once; nil for those that have moved
}

func (r *rowGiver) back(t syntax.Term) syntax.Term {
	if l, ok := t.(*syntax.Let); ok && syntax.NodesOf(t)&syntax.Sets != 0 {
		return r.block(l)
	}
	if syntax.NodesOf(t)&syntax.Sets == 0 && len(r.sums) == 0 {
		return t
	}
	t = syntax.MapChildren(t, r.back)
	p, ok := t.(*syntax.Plus)
	if !ok {
		return t
	}
	var moved []*syntax.Var
	terms := addends(r.opened(p, &moved).(*syntax.Plus))
	for i, s := range terms {
		u, ok := s.(*syntax.Set)
		if !ok || !syntax.IsZero(u.Val) {
			continue
		}
		for k, s := range terms {
			if o, ok := s.(*syntax.OneHot); ok && syntax.Equal(o.Idx, u.Idx) && r.changes(o.Val, u) {
				terms[i] = syntax.NewSet(u.Arr, u.Idx, o.Val)
				for _, x := range moved {
					r.sums[x] = nil
				}
				return syntax.NewPlus(slices.Delete(terms, k, k+1)...)
			}
		}
	}
	return p
}

// block treats a block, and leaves out the sums that have moved.
func (r *rowGiver) block(l *syntax.Let) syntax.Term {
	binds, own := make([]syntax.Bind, 0, len(l.Binds)), []*syntax.Var(nil)
	for _, b := range l.Binds {
		rhs := r.back(b.Rhs)
		// so that none moves twice
		if p, ok := rhs.(*syntax.Plus); ok && rhs == b.Rhs && b.Var != nil && holdsArray(p.Type()) &&
			r.use.once(b.Var) {
			r.sums[b.Var] = p
			own = append(own, b.Var)
		}
		b.Rhs = rhs
		binds = append(binds, b)
	}
	body := r.back(l.Body)
	binds = slices.DeleteFunc(binds, func(b syntax.Bind) bool {
		p, known := r.sums[b.Var]
		return known && p == nil
	})
	for _, x := range own {
		delete(r.sums, x)
	}
	return syntax.NewLet(binds, body)
}

// opened is a sum with the sums that have names where they are added, but none in those.
func (r *rowGiver) opened(t syntax.Term, moved *[]*syntax.Var) syntax.Term {
	switch s := t.(type) {
	case *syntax.VarRef:
		if p := r.sums[s.Var]; p != nil {
			*moved = append(*moved, s.Var)
			return p
		}
	case *syntax.Plus:
		return syntax.MapChildren(t, func(c syntax.Term) syntax.Term { return r.opened(c, moved) })
	case *syntax.OneHot:
		if val := r.opened(s.Val, moved); val != s.Val {
			return syntax.NewOneHot(s.Len, s.Idx, val)
		}
	}
	return t
}

// changes reports whether t is the row that u replaces, with elements changed.
func (r *namedRows) changes(t syntax.Term, u *syntax.Set) bool {
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
