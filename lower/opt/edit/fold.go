package edit

import (
	"math"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Fold computes an operation on constants: those of ints and bools, and the arithmetic of reals, which is rounded alike
// everywhere. Sums and products of ints with one constant get their usual form, and an int is compared with itself.
func Fold(e *loop.Expr) *loop.Expr {
	switch e.Kind {
	case loop.IndexExpr:
		return legalIndex(e)
	case loop.DivExpr:
		return foldDiv(e)
	case loop.PrimExpr:
	default:
		return e
	}
	if len(e.Args) == 2 {
		switch e.Prim {
		case syntax.OpIntAdd:
			return loop.Add(e.Args[0], e.Args[1])
		case syntax.OpIntSub:
			return loop.Sub(e.Args[0], e.Args[1])
		case syntax.OpIntMul:
			return loop.Mul(e.Args[0], e.Args[1])
		}
	}
	switch e.Prim.Name {
	case "not":
		return loop.Not(e.Args[0])
	case "and", "or":
		return foldLogic(e)
	case "ieq", "ile", "ige":
		if e.Args[0].IsAtom() && loop.Equal(e.Args[0], e.Args[1]) {
			return loop.BoolConst(true)
		}
	case "ine", "ilt", "igt":
		if e.Args[0].IsAtom() && loop.Equal(e.Args[0], e.Args[1]) {
			return loop.BoolConst(false)
		}
	}
	for _, a := range e.Args {
		if !a.IsConst() {
			return e
		}
	}
	x := make([]syntax.Value, len(e.Args))
	for i, a := range e.Args {
		x[i] = syntax.Value{F: a.F, I: a.I}
	}
	if e.Type == loop.RealType && !e.Prim.ExactAt(x) {
		return e
	}
	y, err := e.Prim.Eval(x)
	if err != nil {
		return e
	}
	switch {
	case e.Type == loop.RealType && !math.IsNaN(y.F):
		return loop.RealConst(y.F)
	case e.Type == loop.IntType:
		return loop.IntConst(y.I)
	case e.Type == loop.BoolType:
		return loop.BoolConst(y.I != 0)
	}
	return e
}

// foldLogic: false && b = false, true && b = b; the second operand is only evaluated when it is needed.
func foldLogic(e *loop.Expr) *loop.Expr {
	a, b := e.Args[0], e.Args[1]
	neutral := int64(0) // of or
	if e.Prim.Name == "and" {
		neutral = 1
	}
	switch {
	case a.IsConst() && a.I == neutral:
		return b
	case a.IsConst():
		return a
	case b.IsConst() && b.I == neutral:
		return a
	case b.IsConst() && !a.CanFail():
		return b
	}
	return e
}

// foldDiv drops the check for a divisor that is a constant other than 0.
func foldDiv(e *loop.Expr) *loop.Expr {
	if !e.Args[1].IsConst() || e.Args[1].I == 0 {
		return e
	}
	return Fold(loop.Prim(e.Prim, e.Args...))
}

// legalIndex keeps Go from refusing an index that is a negative constant, in code that is never reached.
func legalIndex(e *loop.Expr) *loop.Expr {
	if i := e.Args[1]; i.IsConst() && i.I < 0 {
		return e.With([]*loop.Expr{e.Args[0], loop.CheckIndex(i, loop.IntConst(0), "index")})
	}
	return e
}

// LegalConst reports whether constant c may stand for operand k of e: Go refuses some.
func LegalConst(e *loop.Expr, k int, c *loop.Expr) bool {
	if c.Type != loop.IntType || k == 0 {
		return true
	}
	switch e.Kind {
	case loop.IndexExpr, loop.SliceExpr:
		return c.I >= 0
	case loop.DivExpr:
		return c.I != 0
	case loop.PrimExpr:
		return c.I != 0 || !e.Prim.Divides
	}
	return true
}
