package lower

import "github.com/seed-4b734f86/gochad/syntax"

// hiddenType is ty as it may stand where the sizes that hidden tells are not in
// scope: [n]τ becomes [?]τ and idx n becomes int.
func hiddenType(ty syntax.Type, hidden func(*syntax.SizeVar) bool) syntax.Type {
	switch ty := ty.(type) {
	case *syntax.TupleType:
		out := hiddenTypes(ty.Elems, hidden)
		if ty.Names != nil {
			return syntax.NewRecordType(ty.Names, out)
		}
		return syntax.NewTupleType(out...)
	case *syntax.SumType:
		if ty.Linear {
			return syntax.NewLinearSumType(hiddenTypes(ty.Variants, hidden)...)
		}
		return syntax.NewSumType(hiddenTypes(ty.Variants, hidden)...)
	case *syntax.ArrayType:
		elem := hiddenType(ty.Elem, hidden)
		if mentions(ty.Len, hidden) {
			return syntax.NewDynType(elem)
		}
		return syntax.NewArrayType(ty.Len, elem)
	case *syntax.DynType:
		return syntax.NewDynType(hiddenType(ty.Elem, hidden))
	case *syntax.IdxType:
		if mentions(ty.Bound, hidden) {
			return syntax.Int
		}
		return ty
	case *syntax.Scalar, *syntax.Data, *syntax.FuncType, *syntax.LFunType, *syntax.CopowerType:
		return ty
	}
	panic("lower: unexpected type " + ty.String())
}

func hiddenTypes(ts []syntax.Type, hidden func(*syntax.SizeVar) bool) []syntax.Type {
	out := make([]syntax.Type, len(ts))
	for i, t := range ts {
		out[i] = hiddenType(t, hidden)
	}
	return out
}

// packedType is ty with arrays of run-time length for arrays, except those that are as short as a tag and a few
// numbers: an array of arrays has room for all its rows, of which a branch that is not taken needs none.
func packedType(ty syntax.Type) syntax.Type {
	switch ty := ty.(type) {
	case *syntax.TupleType:
		out := make([]syntax.Type, len(ty.Elems))
		for i, t := range ty.Elems {
			out[i] = packedType(t)
		}
		if ty.Names != nil {
			return syntax.NewRecordType(ty.Names, out)
		}
		return syntax.NewTupleType(out...)
	case *syntax.ArrayType:
		if isShort(ty) {
			return ty
		}
		return syntax.NewDynType(ty.Elem)
	default:
		return ty
	}
}

// shortArray is how many scalars an array may have for which there is room in any case.
const shortArray = 16

// isShort reports whether an array has at most shortArray scalars, whatever the sizes.
func isShort(ty *syntax.ArrayType) bool {
	if _, ok := ty.Elem.(*syntax.Scalar); !ok {
		return false
	}
	n, ok := ty.Len.Lit()
	return ok && n <= shortArray
}

func mentions(n *syntax.Size, hidden func(*syntax.SizeVar) bool) bool {
	found := false
	n.Vars(func(v *syntax.SizeVar) { found = found || hidden(v) })
	return found
}

// unhide converts t, of the hidden form of ty, back to ty.
func unhide(t syntax.Term, ty syntax.Type) syntax.Term { return convert(t, ty) }

// convert goes between a type and a hidden form of it, in either direction.
func convert(t syntax.Term, to syntax.Type) syntax.Term {
	from := t.Type()
	if from == to {
		return t
	}
	switch from := from.(type) {
	case *syntax.Scalar: // an int that was an index
		return syntax.NewToIdx(nil, to.(*syntax.IdxType).Bound, t)
	case *syntax.IdxType:
		return syntax.NewFromIdx(t)
	case *syntax.TupleType:
		return named(t, func(x syntax.Term) syntax.Term {
			out := make([]syntax.Term, len(from.Elems))
			for i := range out {
				out[i] = convert(syntax.NewProj(i, x), to.(*syntax.TupleType).Elems[i])
			}
			return syntax.NewTupleOf(to.(*syntax.TupleType), out...)
		})
	case *syntax.SumType:
		if from.Linear {
			bail("a tape that holds a linear sum of arrays of local size")
		}
		arms := make([]syntax.Arm, len(from.Variants))
		for i, v := range from.Variants {
			x := syntax.NewVar("x", v)
			arms[i] = syntax.Arm{Var: x, Body: syntax.NewInj(to, i,
				convert(syntax.Ref(x), to.(*syntax.SumType).Variants[i]))}
		}
		return syntax.NewCase(t, arms...)
	case *syntax.ArrayType:
		return convertArray(t, from, to)
	case *syntax.DynType:
		return convertDyn(t, from, to)
	case *syntax.Data, *syntax.FuncType, *syntax.LFunType, *syntax.CopowerType:
	}
	panic("lower: cannot convert " + from.String() + " to " + to.String())
}

// named binds t, unless it is an atom, for a body that uses it more than once.
func named(t syntax.Term, body func(syntax.Term) syntax.Term) syntax.Term {
	if syntax.IsAtom(t) {
		return body(t)
	}
	x := syntax.NewVar("t", t.Type())
	return syntax.NewLet([]syntax.Bind{{Var: x, Rhs: t}}, body(syntax.Ref(x)))
}

func convertArray(t syntax.Term, from *syntax.ArrayType, to syntax.Type) syntax.Term {
	var elem syntax.Type
	switch to := to.(type) {
	case *syntax.ArrayType:
		elem = to.Elem
	case *syntax.DynType:
		elem = to.Elem
	}
	if elem != from.Elem {
		t = named(t, func(x syntax.Term) syntax.Term {
			return syntax.MapArray(func(e syntax.Term) syntax.Term { return convert(e, elem) }, x)
		})
	}
	if _, ok := to.(*syntax.DynType); ok {
		return syntax.NewPack(t)
	}
	return t
}

func convertDyn(t syntax.Term, from *syntax.DynType, to syntax.Type) syntax.Term {
	if to, ok := to.(*syntax.ArrayType); ok {
		return convertArray(syntax.NewSureCoerce(t, syntax.NewArrayType(to.Len, from.Elem)),
			syntax.NewArrayType(to.Len, from.Elem), to)
	}
	// Both of unknown length: the elements differ.
	return named(t, func(x syntax.Term) syntax.Term {
		n := syntax.NewSizeVar("n")
		y := syntax.NewVar("t", syntax.NewArrayType(syntax.SizeOfVar(n), from.Elem))
		body := syntax.MapArray(func(e syntax.Term) syntax.Term { return convert(e, to.(*syntax.DynType).Elem) },
			syntax.Ref(y))
		return syntax.NewLet([]syntax.Bind{
			{Size: n, Rhs: syntax.NewDynLen(x)},
			{Var: y, Rhs: syntax.NewSureCoerce(x, y.Type.(*syntax.ArrayType))},
		}, syntax.NewPack(body))
	})
}
