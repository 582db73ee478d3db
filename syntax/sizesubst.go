package syntax

// SubstSizes replaces size variables in a type; a variable that env maps to
// nil stays. Data types hold no size variables.
func SubstSizes(t Type, env func(*SizeVar) *Size) Type {
	switch t := t.(type) {
	case *Scalar, *Data:
		return t
	case *TupleType:
		out, changed := substAll(t.Elems, env)
		switch {
		case !changed:
			return t
		case t.Names != nil:
			return NewRecordType(t.Names, out)
		}
		return NewTupleType(out...)
	case *SumType:
		if out, changed := substAll(t.Variants, env); changed {
			return newSum(t.Linear, out)
		}
		return t
	case *FuncType:
		return NewFuncType(SubstSizes(t.Param, env), SubstSizes(t.Result, env))
	case *ArrayType:
		return NewArrayType(t.Len.Subst(env), SubstSizes(t.Elem, env))
	case *DynType:
		return NewDynType(SubstSizes(t.Elem, env))
	case *IdxType:
		return NewIdxType(t.Bound.Subst(env))
	case *LFunType:
		return NewLFunType(SubstSizes(t.Dom, env), SubstSizes(t.Cod, env))
	case *CopowerType:
		return NewCopowerType(SubstSizes(t.Key, env), SubstSizes(t.Val, env))
	}
	panic("syntax: unexpected type")
}

func substAll(ts []Type, env func(*SizeVar) *Size) ([]Type, bool) {
	out, changed := make([]Type, len(ts)), false
	for i, t := range ts {
		out[i] = SubstSizes(t, env)
		changed = changed || out[i] != t
	}
	return out, changed
}

// EachSizeVar calls yield for the size variables of a type, with repeats.
func EachSizeVar(t Type, yield func(*SizeVar)) {
	switch t := t.(type) {
	case *Scalar, *Data:
	case *TupleType:
		for _, e := range t.Elems {
			EachSizeVar(e, yield)
		}
	case *SumType:
		for _, e := range t.Variants {
			EachSizeVar(e, yield)
		}
	case *FuncType:
		EachSizeVar(t.Param, yield)
		EachSizeVar(t.Result, yield)
	case *ArrayType:
		t.Len.Vars(yield)
		EachSizeVar(t.Elem, yield)
	case *DynType:
		EachSizeVar(t.Elem, yield)
	case *IdxType:
		t.Bound.Vars(yield)
	case *LFunType:
		EachSizeVar(t.Dom, yield)
		EachSizeVar(t.Cod, yield)
	case *CopowerType:
		EachSizeVar(t.Key, yield)
		EachSizeVar(t.Val, yield)
	}
}
