package place

import "github.com/seed-4b734f86/gochad/syntax"

// inlineCells puts tuples that are bound to a variable, of which a block then makes a cell of a linear data type, and nothing else, where the cell is made:
//
//	let p = ⟨pack …, w.1 + v.1⟩ in ⟨Cons' p, …⟩     let … in ⟨Cons' ⟨pack …, w.1 + v.1⟩, …⟩
//
// so that what is bound before is seen to be added to a part of the cell (addcells.go).
func inlineCells(body syntax.Term) syntax.Term {
	var use *usage
	var in func(t syntax.Term) syntax.Term
	in = func(t syntax.Term) syntax.Term {
		if p, ok := t.(*syntax.Prim); ok && ofVariables(p) { // as most terms are
			return t
		}
		t = syntax.MapChildren(t, in)
		l, ok := t.(*syntax.Let)
		if !ok || !makesCells(l.Body) {
			return t
		}
		if use == nil {
			use = countUses(body)
		}
		tuples := map[*syntax.Var]syntax.Term{}
		for _, b := range l.Binds {
			if tup, ok := b.Rhs.(*syntax.Tuple); ok && b.Var != nil && use.once(b.Var) {
				tuples[b.Var] = tup
			}
		}
		inlined := map[*syntax.Var]bool{}
		out := withTuples(l.Body, tuples, inlined)
		if len(inlined) == 0 {
			return t
		}
		binds := make([]syntax.Bind, 0, len(l.Binds))
		for _, b := range l.Binds {
			if !inlined[b.Var] {
				binds = append(binds, b)
			}
		}
		if len(binds) == 0 {
			return out
		}
		return syntax.NewLet(binds, out)
	}
	return in(body)
}

// makesCells reports whether a block ends in cells of linear data types whose parts are a variable.
func makesCells(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Tuple:
		for _, el := range t.Elems {
			if makesCells(el) {
				return true
			}
		}
	case *syntax.Inj:
		_, isVar := t.Arg.(*syntax.VarRef)
		d, isData := t.Type().(*syntax.Data)
		return isVar && isData && d.Linear
	}
	return false
}

// withTuples is the end of a block with tuples in the cells that it makes.
func withTuples(t syntax.Term, tuples map[*syntax.Var]syntax.Term, inlined map[*syntax.Var]bool) syntax.Term {
	switch t := t.(type) {
	case *syntax.Tuple:
		elems := make([]syntax.Term, len(t.Elems))
		for i, el := range t.Elems {
			elems[i] = withTuples(el, tuples, inlined)
		}
		return syntax.NewTupleOf(t.Type().(*syntax.TupleType), elems...)
	case *syntax.Inj:
		if r, ok := t.Arg.(*syntax.VarRef); ok && makesCells(t) && tuples[r.Var] != nil {
			inlined[r.Var] = true
			return syntax.NewInj(t.Type(), t.Tag, tuples[r.Var])
		}
	}
	return t
}
