package proptest

import "github.com/seed-4b734f86/gochad/syntax"

// simplest is a constant of a type, or nil.
func simplest(ty syntax.Type) syntax.Term {
	switch ty := ty.(type) {
	case *syntax.Scalar:
		switch ty {
		case syntax.Real:
			return syntax.RealLit(0.5)
		case syntax.Int:
			return syntax.IntLit(1)
		default:
			return syntax.BoolLit(true)
		}
	case *syntax.IdxType:
		if n, ok := ty.Bound.Lit(); ok && n > 0 {
			return syntax.NewToIdx(nil, ty.Bound, syntax.IntLit(0))
		}
		return nil
	case *syntax.TupleType:
		elems := make([]syntax.Term, len(ty.Elems))
		for i, e := range ty.Elems {
			if elems[i] = simplest(e); elems[i] == nil {
				return nil
			}
		}
		return syntax.NewTupleOf(ty, elems...)
	case *syntax.SumType, *syntax.Data:
		vs, _ := syntax.Variants(ty)
		if a := simplest(vs[0]); a != nil {
			return syntax.NewInj(ty, 0, a)
		}
	case *syntax.FuncType:
		if b := simplest(ty.Result); b != nil {
			return syntax.NewLam(syntax.NewVar("x", ty.Param), b)
		}
	case *syntax.ArrayType:
		if e := simplest(ty.Elem); e != nil {
			return syntax.BuildArray(ty.Len, func(syntax.Term) syntax.Term { return e })
		}
	case *syntax.DynType:
		return syntax.NewPack(syntax.NewArrayLit(ty.Elem))
	}
	return nil
}
