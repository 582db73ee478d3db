package place

import "github.com/seed-4b734f86/gochad/syntax"

// updatesInSums puts updates that have names, and are used as one operand of a sum only, there:
//
//	let a = set x i v; … in a + w    →    let … in set x i v + w
//
// so that they are seen where the sum is ([earlyUpdates]).
func updatesInSums(l *syntax.Let) *syntax.Let {
	sets := map[*syntax.Var]*syntax.Set{}
	for _, b := range l.Binds {
		if u, ok := b.Rhs.(*syntax.Set); ok && b.Var != nil {
			sets[b.Var] = u
		}
	}
	if len(sets) == 0 {
		return l
	}
	in, uses := map[*syntax.Var]int{}, map[*syntax.Var]int{} // as operands of sums, and others
	var sum func(t syntax.Term)
	sum = func(t syntax.Term) {
		switch t := t.(type) {
		case *syntax.Tuple:
			for _, el := range t.Elems {
				sum(el)
			}
			return
		case *syntax.Coproj:
			sum(t.Arg)
			return
		case *syntax.Plus:
			for _, s := range t.Terms {
				if r, ok := s.(*syntax.VarRef); ok && sets[r.Var] != nil {
					in[r.Var]++
				} else {
					sum(s)
				}
			}
			return
		}
		for _, x := range syntax.FreeVars(t) {
			if sets[x] != nil {
				uses[x]++
			}
		}
	}
	for _, b := range l.Binds {
		sum(b.Rhs)
	}
	sum(l.Body)
	found := false
	for x := range sets {
		if uses[x] > 0 || in[x] != 1 {
			delete(sets, x)
		} else {
			found = true
		}
	}
	if !found {
		return l
	}
	var put func(t syntax.Term) syntax.Term
	put = func(t syntax.Term) syntax.Term {
		switch t := t.(type) {
		case *syntax.Tuple, *syntax.Coproj:
			return syntax.MapChildren(t, put)
		case *syntax.Plus:
			return syntax.MapChildren(t, func(s syntax.Term) syntax.Term {
				if r, ok := s.(*syntax.VarRef); ok && sets[r.Var] != nil {
					return sets[r.Var]
				}
				return put(s)
			})
		}
		return t
	}
	var binds []syntax.Bind
	for _, b := range l.Binds {
		if b.Var != nil && sets[b.Var] != nil {
			continue
		}
		b.Rhs = put(b.Rhs)
		binds = append(binds, b)
	}
	return syntax.NewLet(binds, put(l.Body)).(*syntax.Let)
}
