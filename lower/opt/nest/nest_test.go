package nest

import (
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// In a loop, one with as many iterations runs, and the elements of the rows behind a row are not its own.
func TestNest(t *testing.T) {
	p, err := loop.Read("nest", `func f(a [][]real, n int) {
	for i < n {
		for j < n {
			a[i + j + 1][0] = a[i][0]
			a[j][0] = a[i][0]
		}
	}
}
`)
	if err != nil {
		t.Fatal(err)
	}
	f := p.Funcs[0]
	outer := f.Body[0].(*loop.For)
	inner := outer.Body[0].(*loop.For)
	s := SurroundingsIn(f)
	if s.Runs(inner.N) {
		t.Error("a loop runs that may not")
	}
	s.Enter(outer)
	if !s.Runs(inner.N) {
		t.Error("a loop in one of as many iterations may not run")
	}
	s.Leave(outer)
	r, none := RowsIn(f), s.In.Effects()
	for k, want := range []bool{true, false} {
		if b := inner.Body[k].(*loop.Assign); r.Apart(b.Lhs[0], b.Rhs[0], none) != want {
			t.Errorf("statement %d: the elements are apart: want %v", k, want)
		}
	}
}
