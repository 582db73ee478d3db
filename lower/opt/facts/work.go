package facts

import "github.com/seed-4b734f86/gochad/lower/loop"

// Weights of [Work]: an addition of reals is 2 ([syntax.Op].Cost doubled), one of ints 1.
const (
	readCost  = 2 // of a word of an array that is there anyway
	checkCost = 1 // a branch that is always taken
	divCost   = 12
	shiftCost = 2 // a quotient by a constant
)

// Work is the cost of computing an expression.
func Work(e *loop.Expr) int64 {
	var w int64
	switch e.Kind {
	case loop.IndexExpr, loop.SliceExpr, loop.TagExpr, loop.FieldExpr, loop.IsNilExpr:
		w = readCost
	case loop.CheckExpr, loop.SelectExpr:
		w = checkCost
	case loop.PrimExpr:
		if w = 2 * int64(e.Prim.Cost); e.Type == loop.IntType && len(e.Args) > 0 && e.Args[0].Type == loop.IntType {
			w /= 2
		}
	case loop.DivExpr:
		if w = divCost; e.Args[1].IsConst() {
			w = shiftCost
		}
	}
	for _, a := range e.Args {
		w += Work(a)
	}
	return w
}
