package program

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// What types say of lengths.

// rebuilt is a type with other arrays in it, outside of functions, data types and sums.
func rebuilt(t syntax.Type, array func(t syntax.Type) syntax.Type) syntax.Type {
	switch t := t.(type) {
	case *syntax.TupleType:
		elems := make([]syntax.Type, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = rebuilt(e, array)
		}
		return tupleOf(t, elems)
	case *syntax.ArrayType:
		return array(syntax.NewArrayType(t.Len, rebuilt(t.Elem, array)))
	case *syntax.DynType:
		return array(syntax.NewDynType(rebuilt(t.Elem, array)))
	}
	return t
}

// tupleOf is t with other elements.
func tupleOf(t *syntax.TupleType, elems []syntax.Type) syntax.Type {
	if slices.Equal(elems, t.Elems) {
		return t
	}
	if t.Names != nil {
		return syntax.NewRecordType(t.Names, elems)
	}
	return syntax.NewTupleType(elems...)
}

// lengthless is a type in which no run-time length has been met yet.
func lengthless(t syntax.Type) syntax.Type {
	return rebuilt(t, func(t syntax.Type) syntax.Type {
		if d, ok := t.(*syntax.DynType); ok {
			return syntax.NewArrayType(unmet, d.Elem)
		}
		return t
	})
}

// forget is a type without the lengths that have certain variables, where the type of the same form leaves them to run
// time.
func forget(t, form syntax.Type, gone func(v *syntax.SizeVar) bool) syntax.Type {
	return zip(t, t, form, func(n, _ *syntax.Size) *syntax.Size {
		some := false
		if n != nil {
			n.Vars(func(v *syntax.SizeVar) { some = some || gone(v) })
		}
		if some {
			return nil
		}
		return n
	})
}

// countDyn is how many lengths a type leaves to run time.
func countDyn(t syntax.Type) (n int) {
	rebuilt(t, func(t syntax.Type) syntax.Type {
		if _, ok := t.(*syntax.DynType); ok {
			n++
		}
		return t
	})
	return n
}

// withSlots is a type with sizes in the place of lengths that are left to run time, where there are some.
func withSlots(t syntax.Type, slots *[]*syntax.SizeVar) syntax.Type {
	return rebuilt(t, func(t syntax.Type) syntax.Type {
		d, ok := t.(*syntax.DynType)
		if !ok {
			return t
		}
		v := (*slots)[0]
		if *slots = (*slots)[1:]; v == nil {
			return t
		}
		return syntax.NewArrayType(syntax.SizeOfVar(v), d.Elem)
	})
}

// lengthsIn calls yield for the lengths in t that the type of the same form leaves to run time, in the order of
// [withSlots]; nil where t leaves them, too.
func lengthsIn(t, form syntax.Type, yield func(n *syntax.Size)) {
	switch form := form.(type) {
	case *syntax.TupleType:
		for i, e := range form.Elems {
			lengthsIn(t.(*syntax.TupleType).Elems[i], e, yield)
		}
	case *syntax.ArrayType:
		lengthsIn(elemType(t), form.Elem, yield)
	case *syntax.DynType:
		lengthsIn(elemType(t), form.Elem, yield)
		yield(lengthOf(t))
	}
}

func elemType(t syntax.Type) syntax.Type {
	if a, ok := t.(*syntax.ArrayType); ok {
		return a.Elem
	}
	return t.(*syntax.DynType).Elem
}

// join is the type of what is of one of two types, which differ in the lengths that form leaves to run time.
func join(s, t, form syntax.Type) syntax.Type {
	return zip(s, t, form, func(m, n *syntax.Size) *syntax.Size {
		switch {
		case m == n || n == unmet:
			return m
		case m == unmet:
			return n
		}
		return nil
	})
}

// zip is t with what length says of two types of one form, of the lengths that this leaves to run time; nil leaves them
// to it.
func zip(s, t, form syntax.Type, length func(m, n *syntax.Size) *syntax.Size) syntax.Type {
	if s == t && t == form {
		return t
	}
	switch form := form.(type) {
	case *syntax.TupleType:
		elems := make([]syntax.Type, len(form.Elems))
		for i, e := range form.Elems {
			elems[i] = zip(s.(*syntax.TupleType).Elems[i], t.(*syntax.TupleType).Elems[i], e, length)
		}
		return tupleOf(t.(*syntax.TupleType), elems)
	case *syntax.ArrayType:
		return syntax.NewArrayType(lengthOf(t), zip(elemType(s), elemType(t), form.Elem, length))
	case *syntax.DynType:
		elem := zip(elemType(s), elemType(t), form.Elem, length)
		if n := length(lengthOf(s), lengthOf(t)); n != nil {
			return syntax.NewArrayType(n, elem)
		}
		return syntax.NewDynType(elem)
	}
	return t
}

// lengthOf is the length in the type of an array, or nil.
func lengthOf(t syntax.Type) *syntax.Size {
	if a, ok := t.(*syntax.ArrayType); ok {
		return a.Len
	}
	return nil
}
