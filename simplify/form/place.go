package form

import "github.com/seed-4b734f86/gochad/syntax"

// PlaceOf is place i of a tuple that stands there, or nil.
func PlaceOf(t syntax.Term, i int) syntax.Term {
	switch t := t.(type) {
	case *syntax.Tuple:
		return t.Elems[i]
	case *syntax.Coproj:
		if t.Index == i {
			return t.Arg
		}
	case *syntax.Zero:
	default:
		return nil
	}
	return syntax.NewZero(t.Type().(*syntax.TupleType).Elems[i])
}

// PartAtFirst is place i of t, without work that t does.
func PartAtFirst(t syntax.Term, i int) syntax.Term {
	switch t.(type) {
	case *syntax.Tuple, *syntax.Coproj, *syntax.Zero:
		return PlaceOf(t, i)
	}
	return syntax.NewProj(i, t)
}

// PlacesOf are the n places of t, or t if it is one.
func PlacesOf(t syntax.Term, n int) []syntax.Term {
	if n == 1 {
		return []syntax.Term{t}
	}
	out := make([]syntax.Term, n)
	for j := range out {
		out[j] = syntax.NewProj(j, t)
	}
	return out
}

// Placing puts whole in the place of a variable.
func Placing(x *syntax.Var, whole syntax.Term) func(syntax.Term) syntax.Term {
	var put func(syntax.Term) syntax.Term
	put = func(t syntax.Term) syntax.Term {
		switch t := t.(type) {
		case *syntax.VarRef:
			if t.Var == x {
				return whole
			}
			return t
		case *syntax.Proj:
			if a := put(t.Arg); a != t.Arg {
				return PartAtFirst(a, t.Index)
			}
			return t
		}
		return syntax.MapChildren(t, put)
	}
	return put
}

// HasPlaces reports whether places of t, a tuple, may be used by themselves, without all the work that t is.
func HasPlaces(t syntax.Term) bool {
	switch t.(type) {
	case *syntax.Tuple, *syntax.Coproj, *syntax.Zero, *syntax.VarRef:
		return true
	}
	return false
}

// TupleOf is a tuple of ts, or the one term.
func TupleOf(ts []syntax.Term) syntax.Term {
	if len(ts) == 1 {
		return ts[0]
	}
	return syntax.NewTuple(ts...)
}

// TupleType is the type of such a tuple.
func TupleType(ts []syntax.Type) syntax.Type {
	if len(ts) == 1 {
		return ts[0]
	}
	return syntax.NewTupleType(ts...)
}
