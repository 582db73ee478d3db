package access

import (
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Linear forms are sums: terms that cancel are gone, and what is not known stays so.
func TestLinear(t *testing.T) {
	i, n := loop.NewVar("i", loop.IntType), loop.NewVar("n", loop.IntType)
	a := Var(i).Plus(2, Var(n)).Plus(1, Const(3)) // i + 2·n + 3
	if k, rest := a.Split(n); k != 2 || !rest.Equal(Var(i).Plus(1, Const(3))) {
		t.Errorf("%d times n", k)
	}
	if d, ok := a.Difference(Var(i).Plus(2, Var(n))); !ok || d != 3 {
		t.Errorf("the difference is %d, %v", d, ok)
	}
	if b := a.Plus(-1, Var(i)).Plus(-2, Var(n)); !b.IsConst() || b.C != 3 {
		t.Error("it is no constant without its terms")
	}
	if Var(i).SoleVar() != i || a.SoleVar() != nil || a.Plus(1, Linear{}).OK {
		t.Error("another form is known")
	}
	two := loop.Mul(loop.Use(n), loop.IntConst(2))
	if !loop.Equal(a.Expr(), loop.Add(loop.Add(loop.Use(i), two), loop.IntConst(3))) {
		t.Error("it is written in another way")
	}
}

// A view is a part of the array that it was taken from, at subscripts over variables that do not change.
func TestPlaces(t *testing.T) {
	p, err := loop.Read("views", `func f(a [][]real, k int, out y []real) {
	var r []real = a[k]
	var s []real = r[1 :+ 2]
	y[0] = s[k]
}
`)
	if err != nil {
		t.Fatal(err)
	}
	f := p.Funcs[0]
	a, k := f.Params[0].Var, f.Params[1].Var
	pl := Of(f)
	at := pl.Locate(f.Body[2].(*loop.Assign).Rhs[0])
	if at.Root != a || len(at.Subs) != 2 || !at.Subs[0].Equal(Var(k)) || !at.Subs[1].Equal(Var(k).Plus(1, Const(1))) {
		t.Errorf("the element is at %v", at)
	}
}
