package form

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// IsVar reports whether t is x.
func IsVar(t syntax.Term, x *syntax.Var) bool {
	r, ok := t.(*syntax.VarRef)
	return ok && r.Var == x
}

// SameVar reports whether both are one variable.
func SameVar(a, b syntax.Term) bool {
	x, ok := a.(*syntax.VarRef)
	y, ok2 := b.(*syntax.VarRef)
	return ok && ok2 && x.Var == y.Var
}

// IsZero reports whether t is a structural zero.
func IsZero(t syntax.Term) bool {
	_, ok := t.(*syntax.Zero)
	return ok
}

// IsSumOf reports whether t is the sum of the array x.
func IsSumOf(t syntax.Term, x *syntax.Var) bool {
	s, ok := t.(*syntax.Sum)
	return ok && IsVar(s.Arg, x)
}

// Result is what a block gives.
func Result(t syntax.Term) syntax.Term {
	if l, ok := t.(*syntax.Let); ok {
		return l.Body
	}
	return t
}

// HoldsInt reports whether t is int or a tuple with an int in it.
func HoldsInt(t syntax.Type) bool {
	tt, ok := t.(*syntax.TupleType)
	return t == syntax.Int || ok && slices.ContainsFunc(tt.Elems, HoldsInt)
}

// HoldsMemory reports whether values of a type hold arrays, data or functions.
func HoldsMemory(t syntax.Type) bool {
	switch t := t.(type) {
	case *syntax.Scalar, *syntax.IdxType:
		return false
	case *syntax.TupleType:
		return slices.ContainsFunc(t.Elems, HoldsMemory)
	}
	return true
}

// Requires reports whether t may require something.
func Requires(t syntax.Term) bool {
	found := false
	syntax.EachNode(t, func(c syntax.Term) {
		switch c := c.(type) {
		case *syntax.Prim:
			found = found || c.Op.Requires
		case *syntax.Call, *syntax.App:
			found = found || HoldsInt(c.Type())
		}
	})
	return found
}

// Straight reports whether t is arithmetic and branches, in which calls may stand.
func Straight(t syntax.Term) bool { return syntax.NodesOf(t)&^(syntax.Branches|syntax.Calls) == 0 }
