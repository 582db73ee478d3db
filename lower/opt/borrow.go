package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// A gradient often keeps a number for each element until it knows a factor, and then writes the product to where the
// result goes: exp(x[i]) before the sum of all is known. The place of the result can hold it
// meanwhile, and no array is made.

// mentionsIn counts the uses of v in s and the blocks inside.
func mentionsIn(s loop.Stmt, v *loop.Var) int {
	n := 0
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) {
			EachRead(*e, func(x *loop.Var) {
				if x == v {
					n++
				}
			})
		})
		if a, ok := s.(*loop.Append); ok && a.Var == v {
			n++
		}
	})
	return n
}
