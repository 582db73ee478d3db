package affine

import (
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// In a loop its counter is from 0 to the number of iterations less one, behind a check the check holds, and neither
// says more.
func TestFacts(t *testing.T) {
	p, err := loop.Read("facts", `func f(x []real, n int) {
	check n <= len(x), "n"
	for i < n {
		var k int = i + 1
	}
}
`)
	if err != nil {
		t.Fatal(err)
	}
	f := p.Funcs[0]
	x, n := f.Params[0].Var, f.Params[1].Var
	k := NewFacts(facts.Analyse(f)).Follow()
	k.After(f.Body[0])
	if !k.Holds(LengthOf(x).Add(-1, Variable(n))) || k.Holds(Variable(n)) {
		t.Error("another inequality holds behind the check")
	}
	l := f.Body[1].(*loop.For)
	k.Inside(l, func(*[]loop.Stmt) {
		i := Variable(l.Var)
		if !k.Holds(i) || !k.Holds(LengthOf(x).Add(-1, i).Add(1, Number(-1))) {
			t.Error("the counter is no index")
		}
		if k.Holds(LengthOf(x).Add(-1, i).Add(1, Number(-2))) {
			t.Error("the next of the counter is an index")
		}
	})
}
