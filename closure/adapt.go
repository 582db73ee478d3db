package closure

import "github.com/seed-4b734f86/gochad/syntax"

// hideSizes is a type without the sizes that are bad: arrays become [?]τ and indices ints.
func hideSizes(t syntax.Type, bad func(*syntax.Size) bool) syntax.Type {
	switch t := t.(type) {
	case *syntax.ArrayType:
		if bad(t.Len) {
			return syntax.NewDynType(hideSizes(t.Elem, bad))
		}
	case *syntax.IdxType:
		if bad(t.Bound) {
			return syntax.Int
		}
	default:
	}
	return withParts(t, func(_ int, e syntax.Type) syntax.Type { return hideSizes(e, bad) })
}

// adapt is t as a value of another type that differs in sizes only, or in whether they are hidden. Whole arrays are
// passed as they are; only where sizes of rows are hidden the array of rows is made anew.
func adapt(s *syntax.Spine, t syntax.Term, to syntax.Type) syntax.Term {
	from := t.Type()
	if from == to {
		return t
	}
	switch to := to.(type) {
	case *syntax.TupleType:
		x := s.Atom("p", t)
		elems := make([]syntax.Term, len(to.Elems))
		for i, e := range to.Elems {
			elems[i] = adapt(s, syntax.NewProj(i, x), e)
		}
		return syntax.NewTupleOf(to, elems...)
	case *syntax.SumType:
		arms := make([]syntax.Arm, len(to.Variants))
		for i, v := range from.(*syntax.SumType).Variants {
			x := syntax.NewVar("v", v)
			var in syntax.Spine
			arms[i] = syntax.Arm{Var: x, Body: in.In(syntax.NewInj(to, i, adapt(&in, syntax.Ref(x), to.Variants[i])))}
		}
		return syntax.NewCase(t, arms...)
	case *syntax.Scalar:
		return syntax.NewFromIdx(t)
	case *syntax.IdxType:
		if from != syntax.Int {
			t = syntax.NewFromIdx(t)
		}
		return syntax.NewToIdx(nil, to.Bound, t)
	case *syntax.DynType:
		a := known(s, t)
		n := a.Type().(*syntax.ArrayType).Len
		return syntax.NewPack(elementwise(s, a, n, to.Elem))
	case *syntax.ArrayType:
		var elem syntax.Type
		switch f := from.(type) {
		case *syntax.ArrayType:
			elem = f.Elem
		case *syntax.DynType:
			elem = f.Elem
		}
		a := t
		if at := syntax.NewArrayType(to.Len, elem); from != at {
			a = syntax.NewCoerce(nil, t, at)
		}
		return elementwise(s, a, to.Len, to.Elem)
	default:
		panic("closure: no value of type " + from.String() + " is one of " + to.String())
	}
}

// known is an array with its length in the type.
func known(s *syntax.Spine, t syntax.Term) syntax.Term {
	d, ok := t.Type().(*syntax.DynType)
	if !ok {
		return t
	}
	a := s.Atom("a", t)
	n := syntax.NewSizeVar("n")
	s.Binds = append(s.Binds, syntax.Bind{Size: n, Rhs: syntax.NewDynLen(a)})
	return syntax.NewCoerce(nil, a, syntax.NewArrayType(syntax.SizeOfVar(n), d.Elem))
}

func elementwise(s *syntax.Spine, a syntax.Term, n *syntax.Size, elem syntax.Type) syntax.Term {
	if a.Type().(*syntax.ArrayType).Elem == elem {
		return a
	}
	x := s.Atom("a", a)
	i := syntax.NewVar("i", syntax.NewIdxType(n))
	var in syntax.Spine
	return syntax.NewBuild(n, i, in.In(adapt(&in, syntax.NewIndex(x, syntax.Ref(i)), elem)))
}
