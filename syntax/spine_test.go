package syntax_test

import (
	"io"
	"testing"

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

// The walks over a term that every pass relies on. Each is linear and loops over spines.
func walks(term Term, x *Var) []struct {
	name string
	run  func() bool
} {
	return []struct {
		name string
		run  func() bool
	}{
		{"print", func() bool { return Print(io.Discard, term) == nil }},
		{"verify", func() bool { return Verify(term, x) == nil }},
		{"free", func() bool { fv := FreeVars(term); return len(fv) == 1 && fv[0] == x }},
		{"substitute", func() bool { return len(FreeVars(Subst(term, x, RealLit(2)))) == 0 }},
		{"equal", func() bool { return Equal(term, Refresh(term)) }},
	}
}

// Twice the spine, about twice the allocations: no walk is quadratic.
func TestLongSpine(t *testing.T) {
	const n = 50_000
	one, x := spine(n)
	two, y := spine(2 * n)
	double := walks(two, y)
	for i, w := range walks(one, x) {
		a := testing.AllocsPerRun(1, func() {
			if !w.run() {
				t.Errorf("%s: wrong answer", w.name)
			}
		})
		b := testing.AllocsPerRun(1, func() { double[i].run() })
		if b > 2.2*a+1000 {
			t.Errorf("%s: %v allocations for %d bindings, %v for %d", w.name, a, n, b, 2*n)
		}
	}
}

// A spine of a million bindings is ordinary input: all of it takes a few seconds.
func BenchmarkMillionBindings(b *testing.B) {
	term, x := spine(1_000_000)
	for _, w := range walks(term, x) {
		b.Run(w.name, func(b *testing.B) {
			for b.Loop() {
				if !w.run() {
					b.Fatal("wrong answer")
				}
			}
		})
	}
}
