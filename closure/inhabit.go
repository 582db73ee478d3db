package closure

import "github.com/seed-4b734f86/gochad/syntax"

// inhabitant is some value of a type: the result of applying a function where no function can be. It is never computed.
func inhabitant(t syntax.Type) syntax.Term {
	v := valueOf(t, map[*syntax.Data]bool{})
	if v == nil {
		panic("closure: no value of type " + t.String())
	}
	return v
}

// valueOf is nil for data types all of whose values hold ones of those in work, and for functions.
func valueOf(t syntax.Type, open map[*syntax.Data]bool) syntax.Term {
	switch t := t.(type) {
	case *syntax.Scalar:
		switch t {
		case syntax.Real:
			return syntax.RealLit(0)
		case syntax.Int:
			return syntax.IntLit(0)
		default:
			return syntax.BoolLit(false)
		}
	case *syntax.IdxType:
		return syntax.NewToIdx(nil, t.Bound, syntax.IntLit(0))
	case *syntax.TupleType:
		elems := make([]syntax.Term, len(t.Elems))
		for i, e := range t.Elems {
			if elems[i] = valueOf(e, open); elems[i] == nil {
				return nil
			}
		}
		return syntax.NewTupleOf(t, elems...)
	case *syntax.SumType, *syntax.Data:
		return someVariant(t, open)
	case *syntax.ArrayType:
		if v := valueOf(t.Elem, open); v != nil {
			return syntax.NewBuild(t.Len, syntax.NewVar("i", syntax.NewIdxType(t.Len)), v)
		}
	case *syntax.DynType:
		return syntax.NewPack(syntax.NewArrayLit(t.Elem))
	case *syntax.FuncType:
		if v := valueOf(t.Result, open); v != nil {
			return syntax.NewLam(syntax.NewVar("x", t.Param), v)
		}
	case *syntax.LFunType, *syntax.CopowerType:
	}
	return nil
}

func someVariant(t syntax.Type, open map[*syntax.Data]bool) syntax.Term {
	d, isData := t.(*syntax.Data)
	if isData {
		if open[d] {
			return nil
		}
		open[d] = true
		defer delete(open, d)
	}
	vs, _ := syntax.Variants(t)
	for tag, v := range vs {
		if a := valueOf(v, open); a != nil {
			return syntax.NewInj(t, tag, a)
		}
	}
	return nil
}
