package closure_test

import (
	"context"
	"testing"

	"github.com/seed-4b734f86/gochad/closure"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/text"
)

func load(t *testing.T, src string) (*syntax.Program, *syntax.Def) {
	t.Helper()
	p, ds := text.Load("f.chad", []byte(src))
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	q, defs := p.Copy()
	return q, defs[p.Lookup("f")]
}

func lambdas(p *syntax.Program) (n int) {
	var visit func(syntax.Term)
	visit = func(t syntax.Term) {
		if _, ok := t.(*syntax.Lam); ok {
			n++
		}
		syntax.Children(t, visit)
	}
	for _, d := range p.Defs {
		visit(d.Body)
	}
	return n
}

// Functions that a caller gives, gets, or hands on stay functions, and so does what meets them; others of the same
// program become data.
func TestKept(t *testing.T) {
	for _, row := range []struct {
		name, src string
		left      int
	}{
		{"none", `def f (x : real) : real = (if x > 0.0 then \y. y * x else \y. sin y) x`, 0},
		{"a parameter meets a λ", `def f (h : real -> real, x : real) : real = (if x > 0.0 then h else \y. sin y) x`, 1},
		{"a parameter is captured", `def f (h : real -> real, x : real) : real = (if x > 0.0 then \y. h (h y) else \y. sin y) x`, 0},
		{"a parameter in a record", `def f (h : real -> real, x : real) : real =
  let g = loop g = (\y. y) for i < 3 do let k = (if x > real i then h else \y. h (sin y)) in \y. g (k y) in g x`, 3},
		{"a parameter handed on with its size", `def f [n] (h : [n]real -> real, a : [n]real, x : real) : real =
  let g = (if x > 0.0 then \k. k a else \k. k a * 2.0) in loop s = x for i < 3 do s + g h`, 0},
		{"parameters handed on with different sizes", `def app [m] (k : int, g : ([m]real -> real) -> real, h : [m]real -> real) : real = if k < 1 then g h else app (k - 1, g, h) * 0.9
def f [n] (h1 : [n]real -> real, h2 : [n+1]real -> real, a : [n]real, b : [n+1]real, x : real) : real =
  let g1 = if x > 0.0 then \k. k a else \k. k a * 2.0
      g2 = if x > 1.0 then \k. k b else \k. k b * 2.0 in
  app (3, g1, h1) + app (2, g2, h2)`, 4},
		{"a result", `def f (x : real) : real -> real = let g = (if x > 0.0 then \y. y * x else \y. sin y) in \z. g (g z)`, 1},
		{"a result of its own kind", `def f (x : real) : real -> real = if x > 0.0 then \y. y * x else \y. sin y`, 2},
	} {
		t.Run(row.name, func(t *testing.T) {
			p, root := load(t, row.src)
			q, changed, err := closure.Convert(context.Background(), p, root)
			if err != nil || !changed {
				t.Fatal(changed, err)
			}
			if err := syntax.VerifyProgram(q); err != nil {
				t.Fatal(err)
			}
			if n := lambdas(q); n != row.left {
				t.Errorf("%d functions are left, want %d\n%s", n, row.left, syntax.ProgramString(q))
			}
		})
	}
}

// A program without functions is left alone.
func TestFirstOrder(t *testing.T) {
	p, root := load(t, `def f (x : real) : real = sin x`)
	if q, changed, err := closure.Convert(context.Background(), p, root); q != p || changed || err != nil {
		t.Error(changed, err)
	}
}
