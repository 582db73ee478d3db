package syntax

// Dual is the type of cotangents of a linear type: functions of a transposed
// term run from the dual of its codomain to the dual of its domain. A power
// τ → σ and a copower !τ ⊗ σ are duals of each other (CHAD §4); scalars,
// products, arrays and linear sums are dual to themselves, part by part. It is
// nil for types that have none here: linear functions, and data that holds functions.
func Dual(t Type) Type {
	switch t := t.(type) {
	case *Scalar, *IdxType:
		return t
	case *TupleType:
		return dualTuple(t)
	case *SumType:
		if out := dualAll(t.Variants); out != nil && t.Linear {
			return NewLinearSumType(out...)
		}
		return nil
	case *Data:
		if HoldsFunc(t) {
			return nil
		}
		return t
	case *FuncType:
		if e := Dual(t.Result); e != nil {
			return NewCopowerType(t.Param, e)
		}
		return nil
	case *CopowerType:
		if e := Dual(t.Val); e != nil {
			return NewFuncType(t.Key, e)
		}
		return nil
	case *ArrayType:
		return liftDual(Dual(t.Elem), func(e Type) Type { return NewArrayType(t.Len, e) })
	case *DynType:
		return liftDual(Dual(t.Elem), func(e Type) Type { return NewDynType(e) })
	case *LFunType:
		return nil
	}
	panic("syntax: unexpected type")
}

func liftDual(e Type, mk func(Type) Type) Type {
	if e == nil {
		return nil
	}
	return mk(e)
}

func dualTuple(t *TupleType) Type {
	if len(t.Elems) == 0 {
		return t
	}
	out := dualAll(t.Elems)
	switch {
	case out == nil:
		return nil
	case t.Names != nil:
		return NewRecordType(t.Names, out)
	}
	return NewTupleType(out...)
}

func dualAll(ts []Type) []Type {
	out := make([]Type, len(ts))
	for i, t := range ts {
		if out[i] = Dual(t); out[i] == nil {
			return nil
		}
	}
	return out
}
