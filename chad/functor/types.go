package functor

import "github.com/seed-4b734f86/gochad/syntax"

// Primal is D(τ)₁ (CHAD §7.4, 7.5): τ itself unless it holds functions, whose
// primals carry their own linear function.
func Primal(m Mode, t syntax.Type) syntax.Type {
	if !syntax.HoldsFunc(t) {
		return t
	}
	switch t := t.(type) {
	case *syntax.FuncType:
		p, r := Primal(m, t.Param), Primal(m, t.Result)
		return syntax.NewFuncType(p, syntax.NewTupleType(r, m.Arrow(Tangent(m, t.Param), Tangent(m, t.Result))))
	case *syntax.TupleType:
		elems := make([]syntax.Type, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = Primal(m, e)
		}
		if t.Names != nil {
			return syntax.NewRecordType(t.Names, elems)
		}
		return syntax.NewTupleType(elems...)
	case *syntax.SumType:
		vs := make([]syntax.Type, len(t.Variants))
		for i, v := range t.Variants {
			vs[i] = Primal(m, v)
		}
		return syntax.NewSumType(vs...)
	case *syntax.ArrayType:
		return syntax.NewArrayType(t.Len, Primal(m, t.Elem))
	case *syntax.DynType:
		return syntax.NewDynType(Primal(m, t.Elem))
	case *syntax.Data:
		fail(nil, "the data type %s holds functions, and such data cannot be differentiated; use a sum or a tuple",
			t.Name)
	case *syntax.LFunType, *syntax.CopowerType:
		fail(nil, "only source programs can be differentiated; %s is a type of the target language", t)
	case *syntax.Scalar, *syntax.IdxType:
	}
	return t
}

// Tangent is D(τ)₂ in mode m.
func Tangent(m Mode, t syntax.Type) syntax.Type {
	out := syntax.Tangents(t, m.Real(), func(f *syntax.FuncType) syntax.Type {
		r := Tangent(m, f.Result)
		if r == syntax.Unit {
			return syntax.Unit
		}
		return m.Function(Primal(m, f.Param), r)
	})
	if out == nil {
		fail(nil, "only source programs can be differentiated; %s is a type of the target language", t)
	}
	return out
}
