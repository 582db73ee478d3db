package syntax_test

import (
	"io"
	"testing"
	"time"

	. "github.com/seed-4b734f86/gochad/syntax"
)

// spine is let y = x * x; y2 = y * x; … : n bindings of the same name.
func spine(n int) (Term, *Var) {
	x := NewVar("x", Real)
	binds := make([]Bind, n)
	last := x
	for i := range binds {
		y := NewVar("y", Real)
		binds[i] = Bind{Var: y, Rhs: Mul(Ref(last), Ref(x))}
		last = y
	}
	return NewLet(binds, Ref(last)), x
}

// A spine of a million bindings is ordinary input: every walk is linear and
// loops over it.
func TestLongSpine(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n = 100_000
	}
	term, x := spine(n)
	start := time.Now()
	step := func(what string, f func()) {
		from := time.Now()
		f()
		t.Logf("%-12s %v", what, time.Since(from).Round(time.Millisecond))
	}
	step("print", func() {
		if err := Print(io.Discard, term); err != nil {
			t.Error(err)
		}
	})
	step("verify", func() {
		if err := Verify(term, x); err != nil {
			t.Error(err)
		}
	})
	step("free", func() {
		if fv := FreeVars(term); len(fv) != 1 || fv[0] != x {
			t.Errorf("free variables %v", fv)
		}
	})
	step("equal", func() {
		if !Equal(term, Refresh(term)) {
			t.Error("a copy is not equal")
		}
	})
	step("substitute", func() { Subst(term, x, RealLit(2)) })
	step("refresh", func() { Refresh(term) })
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("all of it took %v", d)
	}
}
