package gc

import "github.com/seed-4b734f86/gochad/lower/loop"

// Conjuncts takes comparisons of reals off the end of a conjunction. The head of a loop has only what is left: where
// variables of the loop are used after it, Go may compute such a conjunction to a value, and what it asks of that value
// tells it nothing of indices.
func Conjuncts(c *loop.Expr) (first *loop.Expr, rest []*loop.Expr) {
	for c.Kind == loop.PrimExpr && c.Prim.Name == "and" && comparesReals(c.Args[1]) {
		rest = append([]*loop.Expr{c.Args[1]}, rest...)
		c = c.Args[0]
	}
	return c, rest
}

func comparesReals(c *loop.Expr) bool {
	return c.Kind == loop.PrimExpr && len(c.Args) == 2 && c.Args[0].Type == loop.RealType
}
