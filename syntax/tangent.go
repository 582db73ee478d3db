package syntax

import "sync"

// TangentType is the type of tangents (and of cotangents) of a first-order
// source type, D(τ)₂ of CHAD §7.3 extended to sums and data: real for real,
// unit where there is nothing to vary (int, bool, idx n), products and arrays
// pointwise, a linear sum for a sum. It is nil for types that hold functions,
// whose (co)tangents differ between the modes.
func TangentType(t Type) Type {
	return Tangents(t, Real, func(*FuncType) Type { return nil })
}

// Tangents computes D(τ)₂ given D(real)₂, with fn supplying the case of
// functions, which is where the modes differ (CHAD §7.4 power, §7.5 copower);
// fn may return nil when there is none, and then so does Tangents.
func Tangents(t, ground Type, fn func(*FuncType) Type) Type {
	switch t := t.(type) {
	case *Scalar:
		if t == Real {
			return ground
		}
		return Unit
	case *IdxType:
		return Unit
	case *TupleType:
		out := make([]Type, len(t.Elems))
		for i, e := range t.Elems {
			if out[i] = Tangents(e, ground, fn); out[i] == nil {
				return nil
			}
		}
		if allUnit(out) {
			return Unit
		}
		if t.Names != nil {
			return NewRecordType(t.Names, out)
		}
		return NewTupleType(out...)
	case *SumType:
		out := make([]Type, len(t.Variants))
		for i, e := range t.Variants {
			if out[i] = Tangents(e, ground, fn); out[i] == nil {
				return nil
			}
		}
		if allUnit(out) {
			return Unit
		}
		return NewLinearSumType(out...)
	case *Data:
		return dataTangent(t, ground, fn)
	case *ArrayType:
		return liftTangent(Tangents(t.Elem, ground, fn), func(e Type) Type { return NewArrayType(t.Len, e) })
	case *DynType:
		return liftTangent(Tangents(t.Elem, ground, fn), func(e Type) Type { return NewDynType(e) })
	case *FuncType:
		return fn(t)
	case *LFunType, *CopowerType:
		return nil
	}
	panic("syntax: unexpected type")
}

func liftTangent(e Type, mk func(Type) Type) Type {
	if e == nil || e == Unit {
		return e
	}
	return mk(e)
}

func allUnit(ts []Type) bool {
	for _, t := range ts {
		if t != Unit {
			return false
		}
	}
	return true
}

type dataKey struct {
	d      *Data
	ground Type
}

var (
	dataMu       sync.Mutex
	dataTangents = map[dataKey]*Data{}
)

// dataTangent gives the linear data type of (co)tangents of d, one for each d.
// Data types that hold functions have none here; the functor refuses them.
func dataTangent(d *Data, ground Type, fn func(*FuncType) Type) Type {
	if !varies(d) {
		return Unit
	}
	key := dataKey{d, ground}
	dataMu.Lock()
	if l, ok := dataTangents[key]; ok {
		dataMu.Unlock()
		return l
	}
	l := NewData(d.Name+"'", true)
	dataTangents[key] = l
	dataMu.Unlock()
	ctors := make([]Ctor, len(d.ctors))
	for i, c := range d.ctors {
		a := Tangents(c.Arg, ground, fn)
		if a == nil {
			a = Unit
		}
		ctors[i] = Ctor{c.Name + "'", a}
	}
	l.Define(ctors...)
	return l
}

// varies reports whether values of t vary: whether it holds a real, or a
// function whose result varies.
func varies(t Type) bool {
	seen := map[Type]bool{} // shared: data may hold functions that return it
	var leaf func(t Type) bool
	leaf = func(t Type) bool {
		f, ok := t.(*FuncType)
		return t == Real || ok && holds(f.Result, seen, leaf)
	}
	return holds(t, seen, leaf)
}

// HoldsFunc reports whether a type holds a function type anywhere.
func HoldsFunc(t Type) bool {
	switch t.(type) {
	case *Scalar, *IdxType:
		return false
	default:
	}
	return holds(t, map[Type]bool{}, func(leaf Type) bool {
		switch leaf.(type) {
		case *FuncType, *LFunType, *CopowerType:
			return true
		default:
			return false
		}
	})
}

// holds reports whether a leaf of t, a type that is no product, sum, data or
// array, satisfies yes. A type that occurs more than once is looked at once.
func holds(t Type, seen map[Type]bool, yes func(leaf Type) bool) bool {
	var parts []Type
	switch t := t.(type) {
	case *TupleType:
		parts = t.Elems
	case *SumType:
		parts = t.Variants
	case *Data:
		parts, _ = Variants(t)
	case *ArrayType:
		return holds(t.Elem, seen, yes)
	case *DynType:
		return holds(t.Elem, seen, yes)
	case *Scalar, *IdxType, *FuncType, *LFunType, *CopowerType:
		return yes(t)
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	for _, p := range parts {
		if holds(p, seen, yes) {
			return true
		}
	}
	return false
}

// HoldsDyn reports whether values of a type have arrays of run-time length anywhere.
func HoldsDyn(t Type) bool { return holdsDyn(t, map[Type]bool{}) }

func holdsDyn(t Type, seen map[Type]bool) bool {
	var parts []Type
	switch t := t.(type) {
	case *DynType:
		return true
	case *ArrayType:
		return holdsDyn(t.Elem, seen)
	case *TupleType:
		parts = t.Elems
	case *SumType:
		parts = t.Variants
	case *FuncType:
		parts = []Type{t.Param, t.Result}
	case *Data:
		parts, _ = Variants(t)
	default:
		return false
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	for _, p := range parts {
		if holdsDyn(p, seen) {
			return true
		}
	}
	return false
}

// IsAdditive reports whether source terms may add values of a type: it is
// built of reals, ints, units, products and arrays. Every such type has a zero
// that its type gives (with the sizes in scope).
func IsAdditive(t Type) bool {
	switch t := t.(type) {
	case *Scalar:
		return t == Real || t == Int
	case *TupleType:
		for _, e := range t.Elems {
			if !IsAdditive(e) {
				return false
			}
		}
		return true
	case *ArrayType:
		return IsAdditive(t.Elem)
	default:
		return false
	}
}

// IsLinear reports whether a type is a linear type of the target language, one
// with a commutative monoid (CHAD §4): reals and ints under addition, bools
// under disjunction (for analyses, CHAD §11.3), unit, products, arrays, linear
// sums and data, powers into a linear type, copowers and linear functions.
func IsLinear(t Type) bool {
	switch t := t.(type) {
	case *Scalar:
		return true
	case *TupleType:
		for _, e := range t.Elems {
			if !IsLinear(e) {
				return false
			}
		}
		return true
	case *SumType:
		return t.Linear
	case *Data:
		return t.Linear
	case *FuncType:
		return IsLinear(t.Result)
	case *ArrayType:
		return IsLinear(t.Elem)
	case *DynType:
		return IsLinear(t.Elem)
	case *CopowerType:
		return IsLinear(t.Val)
	case *LFunType:
		return IsLinear(t.Cod)
	case *IdxType:
		return false
	}
	panic("syntax: unexpected type")
}
