package wasmbackend_test

import (
	"context"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// Two numbers that are one vector before a loop in pairs are two vectors in it, one for each; the iteration that is
// left has them from those, and adds up no sides of the one.
func TestKeptSides(t *testing.T) {
	p, err := loop.Read("sides", `export func f(x []real, y []real, q real) {
	var n int = len(x) - 1
	var u []real = new(len(y))
	var z []real = new(n)
	for o < len(y) {
		u[o] = y[o] * 3.0
	}
	for o < len(y) / 2 {
		var a real = u[o * 2] * q
		var b real = u[o * 2 + 1] * q
		for i < n {
			z[i] = z[i] - (x[i] * a + x[i + 1] * b)
		}
	}
	return z
}
`)
	if err != nil {
		t.Fatal(err)
	}
	var got [2]string
	for k := range got {
		m := compiled(t, wasmbackend.Options{Scalar: k == 1, Yield: true, Jam: true}, p)
		f := function(t, m, "f")
		for _, n := range []int{2, 3, 4, 8, 10} {
			x := make([]float64, n)
			for i := range x {
				x[i] = float64(i*i - 3)
			}
			out, err := f.Leaves(context.Background(), nil, []loop.Value{x, []float64{1, 2, 3, 4}, 0.5})
			if err != nil {
				t.Fatal(err)
			}
			got[k] += showAll(out)
		}
	}
	if got[0] != got[1] {
		t.Errorf("in pairs %s, one by one %s", got[0], got[1])
	}
}

// What stores a number that a loop in pairs reads stands before the loop, unless they meet in memory.
func TestEarly(t *testing.T) {
	for _, c := range []struct {
		to    string
		early bool
	}{{"b", true}, {"g", false}, {"x", false}} {
		p, err := loop.Read("early", `export func f(y []real, q real) {
	var n int = len(y)
	var g []real = new(n)
	var x []real = new(n)
	var b []real = new(n)
	for o < n {
		var t real = y[o] * q
		for i < n {
			g[i] +~= x[i] * t
		}
		`+c.to+`[o] +~= t
	}
	return g, b, x
}
`)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := wasmbackend.CompileLoops(wasmbackend.Options{Yield: true, Jam: true}, p); err != nil { // which moves statements
			t.Fatal(err)
		}
		var around *loop.For
		loop.Walk(p.Funcs[0].Body, func(s loop.Stmt) {
			if l, ok := s.(*loop.For); ok && around == nil {
				around = l
			}
		})
		if _, first := around.Body[1].(*loop.AddTo); first != c.early {
			t.Errorf("%s: the store is before the loop: %v\n%s", c.to, first, p)
		}
	}
}

func function(t *testing.T, m *wasmbackend.Module, name string) *run.Func {
	t.Helper()
	p, err := run.New(context.Background(), newEngine(t), m)
	if err != nil {
		t.Fatal(err)
	}
	f, err := p.Func(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
