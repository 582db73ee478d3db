package loop

import (
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
)

// IntPrims is among the kinds of an expression wherever a primitive gives an int, however deep and however it was made.
func TestIntPrims(t *testing.T) {
	a, i, x := NewVar("a", RealType.Array()), NewVar("i", IntType), NewVar("x", RealType)
	least := Prim(syntax.MustOp("imin"), Use(i), IntConst(3))
	for name, c := range map[string]struct {
		e    *Expr
		want bool
	}{
		"a minimum":         {least, true},
		"an index":          {Prim(syntax.OpAdd, Index(Use(a), least), Use(x)), true},
		"another operand":   {Prim(syntax.MustOp("imin"), Use(i), Use(i)).With([]*Expr{Use(i), IntConst(4)}), true},
		"a new index":       {Index(Use(a), Use(i)).With([]*Expr{Use(a), least}), true},
		"reals":             {Prim(syntax.OpAdd, Index(Use(a), Use(i)), Use(x)), false},
		"a variable, alone": {Use(i), false},
	} {
		if c.e.Has(IntPrims) != c.want {
			t.Errorf("%s: %v", name, !c.want)
		}
	}
}
