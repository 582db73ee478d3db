package syntax

// SubstSizes replaces size variables in a type; a variable that env maps to
// nil stays. Data types hold no size variables.
func SubstSizes(t Type, env func(*SizeVar) *Size) Type {
	if !t.made().sized {
		return t
	}
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
		if a, b := SubstSizes(t.Param, env), SubstSizes(t.Result, env); a != t.Param || b != t.Result {
			return NewFuncType(a, b)
		}
		return t
	case *ArrayType:
		if n, e := t.Len.Subst(env), SubstSizes(t.Elem, env); n != t.Len || e != t.Elem {
			return NewArrayType(n, e)
		}
		return t
	case *DynType:
		if e := SubstSizes(t.Elem, env); e != t.Elem {
			return NewDynType(e)
		}
		return t
	case *IdxType:
		if n := t.Bound.Subst(env); n != t.Bound {
			return NewIdxType(n)
		}
		return t
	case *LFunType:
		if a, b := SubstSizes(t.Dom, env), SubstSizes(t.Cod, env); a != t.Dom || b != t.Cod {
			return NewLFunType(a, b)
		}
		return t
	case *CopowerType:
		if a, b := SubstSizes(t.Key, env), SubstSizes(t.Val, env); a != t.Key || b != t.Val {
			return NewCopowerType(a, b)
		}
		return t
	}
	panic("syntax: unexpected type")
}

func substAll(ts []Type, env func(*SizeVar) *Size) ([]Type, bool) {
	var out []Type // nil while nothing changed
	for i, t := range ts {
		u := SubstSizes(t, env)
		if out == nil && u != t {
			out = append(make([]Type, 0, len(ts)), ts[:i]...)
		}
		if out != nil {
			out = append(out, u)
		}
	}
	return out, out != nil
}

// EachSizeVar calls yield for the size variables of a type, with repeats.
func EachSizeVar(t Type, yield func(*SizeVar)) {
	if !t.made().sized {
		return
	}
	switch t := t.(type) {
	case *ArrayType:
		t.Len.Vars(yield)
	case *IdxType:
		t.Bound.Vars(yield)
	}
	EachPart(t, func(p Type) { EachSizeVar(p, yield) })
}
