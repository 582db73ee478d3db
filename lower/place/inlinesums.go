package place

import "github.com/seed-4b734f86/gochad/syntax"

// inlineSums puts sums of arrays that are bound to a variable, and used once in what their block results in, where they are used:
//
//	let w = f' (…); t = fst w + snd w in ⟨t, …⟩    →    let w = f' (…) in ⟨fst w + snd w, …⟩
//
// There it can be seen that what they add ends up in the sum that the block adds to (sink.go). It has to be made of arrays that the block makes:
// others may change before the end of the block.
func inlineSums(body syntax.Term) syntax.Term {
	use := countUses(body)
	var in func(t syntax.Term) syntax.Term
	in = func(t syntax.Term) syntax.Term {
		t = syntax.MapChildren(t, in)
		l, ok := t.(*syntax.Let)
		if !ok {
			return t
		}
		sums := map[*syntax.Var]syntax.Term{}
		made := &madeArrays{map[*syntax.Var]syntax.Term{}, map[*syntax.Var]bool{}}
		for _, b := range l.Binds {
			if b.Var != nil {
				made.binds[b.Var] = b.Rhs
			}
			switch b.Rhs.(type) {
			case *syntax.Plus, *syntax.Coproj:
				if b.Var != nil && use.once(b.Var) && holdsArray(b.Var.Type) && made.reads(b.Rhs) {
					sums[b.Var] = b.Rhs
				}
			}
		}
		if len(sums) == 0 {
			return t
		}
		moved := map[*syntax.Var]bool{}
		end := addendsIn(l.Body, sums, moved)
		if len(moved) == 0 {
			return t
		}
		binds := make([]syntax.Bind, 0, len(l.Binds))
		for _, b := range l.Binds {
			if !moved[b.Var] || b.Var == nil {
				binds = append(binds, b)
			}
		}
		return syntax.NewLet(binds, end)
	}
	return in(body)
}

// madeArrays knows which variables are arrays, or hold arrays, that nothing else shares.
type madeArrays struct {
	binds map[*syntax.Var]syntax.Term // of a block, in so far as they have been seen
	known map[*syntax.Var]bool
}

// reads reports whether all arrays that t reads are made in the block.
func (m *madeArrays) reads(t syntax.Term) bool {
	for _, x := range syntax.FreeVars(t) {
		if !m.variable(x) {
			return false
		}
	}
	return true
}

func (m *madeArrays) variable(x *syntax.Var) bool {
	if plain(x.Type) && !holdsArray(x.Type) {
		return true
	}
	is, known := m.known[x]
	if rhs := m.binds[x]; !known && rhs != nil {
		is = m.term(rhs)
		m.known[x] = is
	}
	return is
}

// term reports whether the arrays of a value are made by it or in the block.
func (m *madeArrays) term(t syntax.Term) bool {
	if !plain(t.Type()) {
		return false
	}
	switch t := t.(type) {
	case *syntax.Call, *syntax.Sum, *syntax.OneHot, *syntax.Zero:
		return true
	case *syntax.VarRef:
		return m.variable(t.Var)
	case *syntax.Proj:
		return m.term(t.Arg)
	case *syntax.Tuple, *syntax.Plus, *syntax.Coproj:
		all := true
		syntax.Children(t, func(c syntax.Term) { all = all && m.term(c) })
		return all
	}
	return false
}

// addendsIn puts sums in the place of variables of which t consists, and notes them as moved.
func addendsIn(t syntax.Term, sums map[*syntax.Var]syntax.Term, moved map[*syntax.Var]bool) syntax.Term {
	switch s := t.(type) {
	case *syntax.VarRef:
		if rhs := sums[s.Var]; rhs != nil {
			moved[s.Var] = true
			return addendsIn(rhs, sums, moved)
		}
	case *syntax.Tuple, *syntax.Plus, *syntax.Coproj:
		return syntax.MapChildren(t, func(el syntax.Term) syntax.Term { return addendsIn(el, sums, moved) })
	}
	return t
}

// holdsArray reports whether a type is that of an array, or of a tuple with one.
func holdsArray(t syntax.Type) bool {
	switch t := t.(type) {
	case *syntax.ArrayType:
		return true
	case *syntax.TupleType:
		for _, el := range t.Elems {
			if holdsArray(el) {
				return true
			}
		}
	}
	return false
}

// plain reports whether the values of a type are numbers, and arrays of numbers with lengths that the type gives.
func plain(t syntax.Type) bool {
	switch t := t.(type) {
	case *syntax.Scalar, *syntax.IdxType:
		return true
	case *syntax.ArrayType:
		return plain(t.Elem)
	case *syntax.TupleType:
		for _, el := range t.Elems {
			if !plain(el) {
				return false
			}
		}
		return true
	}
	return false
}
