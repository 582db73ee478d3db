package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// rowsOut takes sums out of updates of rows, and of names, where what is added is no part of the state of a loop:
//
//	let w = …; u = set m i (set m[i] j v + fst w) in u + oneHot l k (snd w)
//	→   let w = … in set m i (set m[i] j v) + oneHot l i (fst w) + oneHot l k (snd w)
//
// So all that the cotangent of an array that a loop updates becomes is one update and one sum, and both go where they
// cost nothing but what they change: the update before w (earlyset.go), what is added into the array (sinkstate.go).
func rowsOut(body syntax.Term) syntax.Term {
	if syntax.NodesOf(body)&syntax.Sets == 0 || syntax.NodesOf(body)&syntax.Loops == 0 {
		return body
	}
	o := &rowsOuter{
		use: countUses(body), states: &stateVars{known: map[*syntax.Var]bool{}, since: map[*syntax.Var]int{}},
		rows: &namedRows{rows: map[*syntax.Var]*syntax.Index{}},
	}
	o.states.find(body)
	o.rows.find(body)
	return o.term(body)
}

type rowsOuter struct {
	use    *usage
	states *stateVars
	rows   *namedRows
}

func (o *rowsOuter) term(t syntax.Term) syntax.Term {
	if syntax.NodesOf(t)&syntax.Sets == 0 {
		return t
	}
	t = syntax.MapChildren(t, o.term)
	switch t := t.(type) {
	case *syntax.Set:
		return o.update(t)
	case *syntax.Plus:
		return flat(t)
	case *syntax.Let:
		return o.let(t)
	}
	return t
}

// update takes a sum out of t.
func (o *rowsOuter) update(t *syntax.Set) syntax.Term {
	p, ok := t.Val.(*syntax.Plus)
	arr, isArray := t.Type().(*syntax.ArrayType)
	if !ok || !isArray || !syntax.IsAtom(t.Idx) {
		return t
	}
	k := o.updated(p)
	if k < 0 || !o.rows.isRow(p.Terms[k].(*syntax.Set).Arr, t) {
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

// updated is the one operand of a sum that is an update, where the others read nothing of a state; negative if there is
// none.
func (o *rowsOuter) updated(p *syntax.Plus) int {
	at := -1
	for i, s := range p.Terms {
		switch _, isSet := s.(*syntax.Set); {
		case isSet && at >= 0:
			return -1
		case isSet:
			at = i
		case o.states.reads(s, o.states.clock):
			return -1
		}
	}
	return at
}

// let puts sums with an update where they are used once: in another sum, or where they are stored as a row.
func (o *rowsOuter) let(l *syntax.Let) syntax.Term {
	sums, moved := map[*syntax.Var]syntax.Term{}, map[*syntax.Var]bool{}
	var binds []syntax.Bind
	for i, b := range l.Binds {
		if b.Var == nil {
			continue
		}
		if len(sums) > 0 {
			if rhs := o.ends(b.Rhs, sums, moved); rhs != b.Rhs {
				if binds == nil {
					binds = slices.Clone(l.Binds)
				}
				b.Rhs = rhs
				binds[i] = b
			}
		}
		if p, ok := b.Rhs.(*syntax.Plus); ok && o.use.once(b.Var) && o.updated(p) >= 0 {
			sums[b.Var] = p
		}
	}
	if len(sums) == 0 {
		return l
	}
	end := o.ends(l.Body, sums, moved)
	if len(moved) == 0 {
		return l
	}
	if binds == nil {
		binds = l.Binds
	}
	kept := make([]syntax.Bind, 0, len(binds))
	for _, b := range binds {
		if b.Var == nil || !moved[b.Var] {
			kept = append(kept, b)
		}
	}
	return syntax.NewLet(kept, end)
}

// ends puts sums in the place of operands of sums, and of rows.
func (o *rowsOuter) ends(t syntax.Term, sums map[*syntax.Var]syntax.Term, moved map[*syntax.Var]bool) syntax.Term {
	switch t := t.(type) {
	case *syntax.Tuple, *syntax.Coproj:
		return syntax.MapChildren(t, func(el syntax.Term) syntax.Term { return o.ends(el, sums, moved) })
	case *syntax.Set:
		if x, ok := t.Val.(*syntax.VarRef); ok && sums[x.Var] != nil {
			if u := o.update(syntax.NewSet(t.Arr, t.Idx, sums[x.Var])); isSum(u) {
				moved[x.Var] = true
				return u
			}
		}
	case *syntax.Plus:
		terms := make([]syntax.Term, len(t.Terms))
		found := false
		for i, s := range t.Terms {
			terms[i] = s
			if x, ok := s.(*syntax.VarRef); ok && sums[x.Var] != nil && !found {
				terms[i], found, moved[x.Var] = sums[x.Var], true, true
			} else if u := o.ends(s, sums, moved); u != s {
				terms[i], found = u, true
			}
		}
		if found {
			return flat(syntax.NewPlus(terms...).(*syntax.Plus))
		}
	}
	return t
}

func isSum(t syntax.Term) bool {
	_, ok := t.(*syntax.Plus)
	return ok
}

// flat is a sum without sums among its operands.
func flat(t *syntax.Plus) syntax.Term {
	var terms []syntax.Term
	for _, s := range t.Terms {
		if p, ok := s.(*syntax.Plus); ok {
			terms = append(terms, p.Terms...)
		} else {
			terms = append(terms, s)
		}
	}
	if len(terms) > len(t.Terms) {
		return syntax.NewPlus(terms...)
	}
	return t
}
