package loop

import (
	"testing"
	"unsafe"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Expressions are what programs are made of: what they weigh is what every pass has to read.
func TestExprSize(t *testing.T) {
	if n := unsafe.Sizeof(Expr{}); n > 96 {
		t.Errorf("an expression takes %d bytes", n)
	}
	x, y := NewVar("x", RealType), NewVar("y", RealType)
	for name, c := range map[string]struct {
		make func() *Expr
		want float64
	}{
		"a variable":        {func() *Expr { return Use(x) }, 0},
		"a small constant":  {func() *Expr { return RealConst(1) }, 0},
		"a small int":       {func() *Expr { return IntConst(63) }, 0},
		"the zero of reals": {func() *Expr { return ZeroOf(RealType) }, 0},
		"a bool":            {func() *Expr { return BoolConst(true) }, 0},
		"-0":                {func() *Expr { return RealConst(negative(0)) }, 1},
		"an operation":      {func() *Expr { return Prim(syntax.OpAdd, Use(x), Use(y)) }, 1},
	} {
		if n := testing.AllocsPerRun(10, func() { sink = c.make() }); n != c.want {
			t.Errorf("%s: %v allocations, want %v", name, n, c.want)
		}
	}
	if e := RealConst(negative(0)); e.IsZero() || RealConst(0) == e {
		t.Error("-0 is 0")
	}
}

var sink *Expr

func negative(x float64) float64 { return -x }

// Operands are copied: what a caller does to its list afterwards is its own affair.
func TestExprOwnsOperands(t *testing.T) {
	x, y, z := NewVar("x", RealType), NewVar("y", RealType), NewVar("z", RealType)
	args := []*Expr{Use(x), Use(y)}
	e := Prim(syntax.OpAdd, args...)
	f := e.With(args)
	args[0] = Use(z)
	if !Equal(e, f) || !e.Args[0].IsVar(x) || !f.Args[0].IsVar(x) {
		t.Errorf("%v, %v", e.Args[0].Var.Name, f.Args[0].Var.Name)
	}
	g := e.MapArgs(func(a *Expr) *Expr {
		if a.IsVar(y) {
			return Use(z)
		}
		return a
	})
	if !e.Args[1].IsVar(y) || !g.Args[0].IsVar(x) || !g.Args[1].IsVar(z) {
		t.Error("MapArgs changed its argument")
	}
}
