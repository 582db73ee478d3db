package place

import "github.com/seed-4b734f86/gochad/syntax"

// rowSums takes sums out of updates of rows:
//
//	set m i (set m[i] j v + oneHot n k w)    →    set m i (set m[i] j v) + oneHot l i (oneHot n k w)
//
// The update then is one store (inplaceparts.go), and the rest is added in the array itself. As it stands, the row
// would be copied, since a sum is made before the array changes. What is taken out reads numbers only, which the update
// does not change. A row that has a name, and nothing but numbers is bound behind it, goes where it is stored.
func rowSums(body syntax.Term) syntax.Term {
	if syntax.NodesOf(body)&syntax.Sets == 0 {
		return body
	}
	r := &rowSummer{use: countUses(body), rows: map[*syntax.Var]*syntax.Index{}}
	r.find(body)
	if !r.any {
		return body
	}
	return r.term(body)
}

type rowSummer struct {
	use  *usage
	rows map[*syntax.Var]*syntax.Index // that variables stand for
	sets map[*syntax.Var]*syntax.Set   // the same; nil if nobody asks
	any  bool                          // sums with an update
}

func (r *rowSummer) find(t syntax.Term) {
	switch t := t.(type) {
	case *syntax.Let:
		for _, b := range t.Binds {
			if ix, ok := b.Rhs.(*syntax.Index); ok && b.Var != nil {
				r.rows[b.Var] = ix
			} else if u, ok := b.Rhs.(*syntax.Set); ok && b.Var != nil && r.sets != nil {
				r.sets[b.Var] = u
			}
		}
	case *syntax.Plus:
		r.any = r.any || updateIn(t) >= 0
	}
	syntax.Children(t, r.find)
}

// updateIn is the one operand of a sum that is an update, where the others are onehots of numbers; negative if it has
// another form.
func updateIn(t *syntax.Plus) int {
	at := -1
	for i, s := range t.Terms {
		switch s.(type) {
		case *syntax.Set:
			if at >= 0 {
				return -1
			}
			at = i
		case *syntax.OneHot:
			for _, x := range syntax.FreeVars(s) {
				if !isNumber(x.Type) {
					return -1
				}
			}
		default:
			return -1
		}
	}
	return at
}

func (r *rowSummer) term(t syntax.Term) syntax.Term {
	if l, ok := t.(*syntax.Let); ok {
		t = r.named(l)
	}
	t = syntax.MapChildren(t, r.term)
	switch t := t.(type) {
	case *syntax.Set:
		return r.update(t)
	case *syntax.Plus: // of what was taken out, too
		return flat(t)
	}
	return t
}

// update takes a sum out of t.
func (r *rowSummer) update(t *syntax.Set) syntax.Term {
	p, ok := t.Val.(*syntax.Plus)
	arr, isArray := t.Type().(*syntax.ArrayType)
	if !ok || !isArray || !syntax.IsAtom(t.Idx) {
		return t
	}
	k := updateIn(p)
	if k < 0 || !r.isRow(p.Terms[k].(*syntax.Set).Arr, t) {
		return t
	}
	terms := []syntax.Term{syntax.NewSet(t.Arr, t.Idx, p.Terms[k])}
	for i, s := range p.Terms {
		if i != k {
			terms = append(terms, syntax.NewOneHot(arr.Len, t.Idx, s))
		}
	}
	return syntax.NewPlus(terms...)
}

// isRow reports whether a term is the row that t replaces.
func (r *rowSummer) isRow(row syntax.Term, t *syntax.Set) bool {
	if x, ok := row.(*syntax.VarRef); ok && r.rows[x.Var] != nil {
		row = r.rows[x.Var]
	}
	ix, ok := row.(*syntax.Index)
	return ok && syntax.Equal(ix.Arr, t.Arr) && syntax.Equal(ix.Idx, t.Idx)
}

// named puts sums that are stored right behind their bindings where they are stored.
func (r *rowSummer) named(l *syntax.Let) syntax.Term {
	var binds []syntax.Bind // with the sums, which are left out in the end
	moved, body := map[*syntax.Var]bool{}, l.Body
	for i, b := range l.Binds {
		p, ok := b.Rhs.(*syntax.Plus)
		if !ok || b.Var == nil || !r.use.once(b.Var) || updateIn(p) < 0 {
			continue
		}
		if binds == nil {
			binds = append(binds, l.Binds...)
		}
		at := i + 1
		for at < len(binds) && binds[at].Var != nil && isNumber(binds[at].Var.Type) {
			at++
		}
		into := &body
		if at < len(binds) {
			into = &binds[at].Rhs
		}
		if t := stored(*into, b.Var, binds[i].Rhs); t != *into {
			*into, moved[b.Var] = t, true
		}
	}
	if len(moved) == 0 {
		return l
	}
	kept := make([]syntax.Bind, 0, len(binds))
	for _, b := range binds {
		if b.Var == nil || !moved[b.Var] {
			kept = append(kept, b)
		}
	}
	return syntax.NewLet(kept, body)
}

// stored is t with a sum in the place of x, where x is stored; outside of branches and loops.
func stored(t syntax.Term, x *syntax.Var, sum syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.Set:
		if v, ok := t.Val.(*syntax.VarRef); ok && v.Var == x {
			return syntax.NewSet(t.Arr, t.Idx, sum)
		}
		return syntax.MapChildren(t, func(c syntax.Term) syntax.Term { return stored(c, x, sum) })
	case *syntax.Tuple, *syntax.Plus:
		return syntax.MapChildren(t, func(c syntax.Term) syntax.Term { return stored(c, x, sum) })
	}
	return t
}
