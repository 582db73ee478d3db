package place

import "github.com/seed-4b734f86/gochad/syntax"

// rowsKept adds to a row in its array, before something else replaces it there, and not to a copy of it:
//
//	let t = m[i]; a = t + x; … in set m i v    →    let m2 = m + oneHot n i x; a = m2[i]; … in set m2 i v
//
// where nothing else uses t and m, since set (m + oneHot n i x) i v = set m i v. The pullback of an update takes a row out to which others have added, and
// goes on with it and what was there before.
func rowsKept(body syntax.Term) syntax.Term {
	if syntax.NodesOf(body)&syntax.Sets == 0 {
		return body
	}
	k := &rowKeeper{use: countUses(body), sets: map[*syntax.Var]keptRow{}, with: map[*syntax.Var]*syntax.Var{}}
	k.find(body, nil, 0)
	return k.term(body)
}

type rowKeeper struct {
	use  *usage
	sets map[*syntax.Var]keptRow     // the update of an array
	with map[*syntax.Var]*syntax.Var // the arrays to which has been added
}

// A keptRow is where a row of an array is replaced.
type keptRow struct {
	l   *syntax.Let
	at  int
	idx syntax.Term
}

func (k *rowKeeper) find(t syntax.Term, l *syntax.Let, at int) {
	switch t := t.(type) {
	case *syntax.Let:
		for i, b := range t.Binds {
			k.find(b.Rhs, t, i)
		}
		k.find(t.Body, t, len(t.Binds))
		return
	case *syntax.Set:
		if x, ok := t.Arr.(*syntax.VarRef); ok {
			k.sets[x.Var] = keptRow{l, at, t.Idx}
		}
	}
	syntax.Children(t, func(c syntax.Term) { k.find(c, l, at) })
}

func (k *rowKeeper) term(t syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.VarRef:
		if x := k.with[t.Var]; x != nil {
			return syntax.Ref(x)
		}
	case *syntax.Let:
		return k.let(t)
	}
	if syntax.NodesOf(t)&syntax.Sets == 0 && len(k.with) == 0 {
		return t
	}
	return syntax.MapChildren(t, k.term)
}

func (k *rowKeeper) let(l *syntax.Let) syntax.Term {
	rows := map[*syntax.Var]*syntax.Index{} // that are used once, of arrays of which one is replaced later
	gone := map[*syntax.Var]bool{}
	var binds []syntax.Bind
	for i, b := range l.Binds {
		if ix, ok := b.Rhs.(*syntax.Index); ok && b.Var != nil && k.use.once(b.Var) && k.replaced(ix, l, i) {
			rows[b.Var] = ix
		}
		if p, ok := b.Rhs.(*syntax.Plus); ok && b.Var != nil {
			if x, ix, others := k.operand(p, rows, l, i); ix != nil {
				m := ix.Arr.(*syntax.VarRef).Var
				terms := []syntax.Term{syntax.Ref(m)}
				for _, t := range others {
					terms = append(terms, syntax.NewOneHot(m.Type.(*syntax.ArrayType).Len, ix.Idx, k.term(t)))
				}
				sum := syntax.NewVar(m.Name, m.Type)
				if y := k.with[m]; y != nil {
					terms[0] = syntax.Ref(y)
				}
				binds = append(binds, syntax.Bind{Var: sum, Rhs: syntax.NewPlus(terms...)})
				k.with[m], gone[x] = sum, true
				b.Rhs = syntax.NewIndex(syntax.Ref(sum), ix.Idx)
				binds = append(binds, b)
				continue
			}
		}
		b.Rhs = k.term(b.Rhs)
		binds = append(binds, b)
	}
	body := k.term(l.Body)
	if len(gone) == 0 {
		return syntax.NewLet(binds, body)
	}
	kept := binds[:0]
	for _, b := range binds {
		if b.Var == nil || !gone[b.Var] {
			kept = append(kept, b)
		}
	}
	return syntax.NewLet(kept, body)
}

// operand is the operand of a sum that is such a row, and the others.
func (k *rowKeeper) operand(p *syntax.Plus, rows map[*syntax.Var]*syntax.Index, l *syntax.Let, at int) (x *syntax.Var, ix *syntax.Index, others []syntax.Term) {
	for _, t := range p.Terms {
		if r, ok := t.(*syntax.VarRef); ok && ix == nil && rows[r.Var] != nil && k.replaced(rows[r.Var], l, at) {
			x, ix = r.Var, rows[r.Var]
			continue
		}
		others = append(others, t)
	}
	return x, ix, others
}

// replaced reports whether a row is replaced behind a binding, and nothing else uses its array.
func (k *rowKeeper) replaced(ix *syntax.Index, l *syntax.Let, at int) bool {
	m, ok := ix.Arr.(*syntax.VarRef)
	if !ok || !holdsArray(ix.Type()) || k.use.of(m.Var) != 2 {
		return false
	}
	s := k.sets[m.Var]
	return s.l == l && s.at > at && syntax.IsAtom(ix.Idx) && syntax.Equal(s.idx, ix.Idx)
}
