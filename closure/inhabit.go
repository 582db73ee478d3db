package closure

import "github.com/seed-4b734f86/gochad/syntax"

// valueOf is some value of a type. It is nil for data types, of which there may be none, and for types that hold them.
func valueOf(t syntax.Type) syntax.Term {
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
			if elems[i] = valueOf(e); elems[i] == nil {
				return nil
			}
		}
		return syntax.NewTupleOf(t, elems...)
	case *syntax.SumType:
		for tag, v := range t.Variants {
			if a := valueOf(v); a != nil {
				return syntax.NewInj(t, tag, a)
			}
		}
	case *syntax.ArrayType:
		if v := valueOf(t.Elem); v != nil {
			return syntax.NewBuild(t.Len, syntax.NewVar("i", syntax.NewIdxType(t.Len)), v)
		}
	case *syntax.DynType:
		return syntax.NewPack(syntax.NewArrayLit(t.Elem))
	case *syntax.FuncType:
		if v := valueOf(t.Result); v != nil {
			return syntax.NewLam(syntax.NewVar("x", t.Param), v)
		}
	case *syntax.Data, *syntax.LFunType, *syntax.CopowerType:
	}
	return nil
}
