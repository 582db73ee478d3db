package facts

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// MayFail reports whether a statement may end the function.
func MayFail(s loop.Stmt) bool {
	fails := false
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		loop.Operands(s, func(x **loop.Expr, _ bool) { fails = fails || (*x).CanFail() || dividesInts(*x) })
		switch s.(type) {
		case *loop.Check, *loop.Call, *loop.Alloc, *loop.NewCell, *loop.Append:
			fails = true
		}
	})
	return fails
}

// Surely calls yield for the elements that an expression reads or names whatever its values are, inner ones first.
func Surely(x *loop.Expr, yield func(*loop.Expr)) {
	for i, a := range x.Args {
		if i > 0 && x.Kind == loop.PrimExpr && (x.Prim.Name == "and" || x.Prim.Name == "or") {
			break
		}
		Surely(a, yield)
	}
	if x.Kind == loop.IndexExpr {
		yield(x)
	}
}

// dividesInts reports whether an expression has a division of ints that nothing has checked.
func dividesInts(x *loop.Expr) bool {
	return x.Kind == loop.PrimExpr && dividesAlone(x) || slices.ContainsFunc(x.Args, dividesInts)
}

// dividesAlone reports whether an operation is such a division.
func dividesAlone(x *loop.Expr) bool {
	return x.Prim.Divides && !(x.Args[1].IsConst() && x.Args[1].I != 0)
}

// Innermost reports whether the body of a loop has no loops or calls in it.
func Innermost(b []loop.Stmt) bool {
	inner := true
	loop.Walk(b, func(s loop.Stmt) {
		switch s.(type) {
		case *loop.For, *loop.While, *loop.Call:
			inner = false
		}
	})
	return inner
}

// SmallPower reports whether x is a power that multiplications give.
func SmallPower(x *loop.Expr) bool {
	return x.Prim.Name == "powi" && x.Args[1].IsConst() && x.Args[1].I >= 0 && x.Args[1].I <= 2
}

// Divides reports whether an expression divides ints, which may fail, or calls a function: isMath says which primitives
// are functions.
func Divides(x *loop.Expr, isMath func(*syntax.Op) bool) bool {
	if x.Kind == loop.PrimExpr && (x.Prim.Divides || isMath(x.Prim)) {
		return true
	}
	return slices.ContainsFunc(x.Args, func(a *loop.Expr) bool { return Divides(a, isMath) })
}

// SizeOf is the number of bytes of a value of a type in memory: an array of arrays holds the address and the
// length of each row.
func SizeOf(t loop.Type) int64 {
	switch {
	case t.IsArray():
		return 8
	case t.Base == loop.Bool:
		return 1
	case t.Base == loop.Ref:
		return 4
	case t.Base == loop.Unit:
		return 0
	}
	return 8
}

// MostBias is how far a cursor may stand before its element: static memory lies before all arrays, so that the address
// does not fall below 0.
const MostBias = 32
