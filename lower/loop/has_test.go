package loop_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// An expression has the kinds of all its parts, also when these are replaced.
func TestHas(t *testing.T) {
	a, i := loop.NewVar("a", loop.RealType.Array()), loop.NewVar("i", loop.IntType)
	load := loop.Index(loop.Use(a), loop.Use(i))
	sum := loop.Prim(syntax.OpAdd, load, loop.RealConst(1))
	plain := sum.With([]*loop.Expr{loop.RealConst(2), loop.RealConst(1)})
	failing := sum.With([]*loop.Expr{loop.Index(loop.Use(a), loop.Div(syntax.MustOp("idiv"), loop.Use(i), loop.Use(i), "here")), loop.RealConst(1)})
	for _, c := range []struct {
		e             *loop.Expr
		kind          loop.Kind
		has, can, mem bool
	}{
		{load, loop.IndexExpr, true, false, true}, {sum, loop.IndexExpr, true, false, true}, {sum, loop.VarExpr, true, false, true},
		{sum, loop.SliceExpr, false, false, true}, {plain, loop.IndexExpr, false, false, false}, {plain, loop.VarExpr, false, false, false},
		{failing, loop.DivExpr, true, true, true},
	} {
		if c.e.Has(1<<c.kind) != c.has || c.e.CanFail() != c.can || c.e.ReadsMemory() != c.mem {
			t.Errorf("%v: kind %d %v, can fail %v, reads memory %v", c.e, c.kind, c.e.Has(1<<c.kind), c.e.CanFail(), c.e.ReadsMemory())
		}
	}
}
