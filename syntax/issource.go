package syntax

// IsSource reports whether t is a term of the source language (CHAD Fig. 3):
// it has no target-only node, and adds, or makes zeros and one-hot arrays, at
// additive types only.
func IsSource(t Term) bool { return t.kinds()&targets == 0 }

// NotSource returns the first subterm that keeps t from being a source term, or nil.
func NotSource(t Term) Term {
	if IsSource(t) {
		return nil
	}
	switch t := t.(type) {
	case *LinLam, *LinApp, *Coproj, *Uninj, *Singleton, *CopowerCase:
		return t
	case *Zero, *Plus, *OneHot, *Sum:
		if !IsAdditive(t.Type()) {
			return t
		}
	case *Loop:
		if t.Out == Accumulate && !IsAdditive(t.typ.(*TupleType).Elems[1]) {
			return t
		}
	}
	var bad Term
	m := Mapper{
		Term: func(c Term) Term {
			if bad == nil {
				bad = NotSource(c)
			}
			return c
		},
		Binder: func(x *Var) *Var {
			if bad == nil && !isSourceType(x.Type) {
				bad = t
			}
			return x
		},
	}
	m.Map(t)
	return bad
}

// isSourceType reports whether a type has no target types at its surface:
// linear functions, copowers and linear sums.
func isSourceType(t Type) bool {
	switch t := t.(type) {
	case *LFunType, *CopowerType:
		return false
	case *SumType:
		return !t.Linear
	case *Data:
		return !t.Linear
	}
	return true
}

// WrittenOut is t with coprojections as what they are, ⟨0, …, a, …, 0⟩ (CHAD Fig. 6): a derivative that has no other
// node of the target language is a source term then, and can be differentiated again. A source term is itself.
func WrittenOut(t Term) Term {
	if IsSource(t) {
		return t
	}
	t = MapChildren(t, WrittenOut)
	c, ok := t.(*Coproj)
	if !ok {
		return t
	}
	ty := c.typ.(*TupleType)
	elems := make([]Term, len(ty.Elems))
	for i, e := range ty.Elems {
		if i == c.Index {
			elems[i] = c.Arg
		} else {
			elems[i] = NewZero(e)
		}
	}
	return NewTupleOf(ty, elems...)
}
