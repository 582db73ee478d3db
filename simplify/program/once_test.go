package program_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/simplify/program"

	"github.com/seed-4b734f86/gochad/semantics"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// What is called once goes where it is called, with the sizes that it is called with, and means what it meant.
func TestMoveOnce(t *testing.T) {
	for _, c := range []struct{ name, text, left string }{
		{"called once", "def g (x : real) : real = sin x def f (x : real) : real = g (x * x)", "f"},
		{"called twice", "def g (x : real) : real = sin x def f (x : real) : real = g x * g (x * x)", "g f"},
		{"through another", "def h (x : real) : real = sin x def g (x : real) : real = h x * x def f (x : real) : real = g (x * x)", "f"},
		{"recursive", "def g (k : int, x : real) : real = if k > 0 then g (k - 1, sin x) else x def f (x : real) : real = g (3, x)", "g f"},
		{
			"with sizes, through another",
			"def h [m] (x : [m]real, y : [m + 1]real) : [m + 1]real = [sum x * y[i] | i < m + 1] " +
				"def g [k] (x : [k + 1]real) : [k + 2]real = let y = [real i | i < k + 2] in h (x, y) " +
				"def f (a : real) : real = let z = g [a, 2.0, a] in sum z",
			"f",
		},
	} {
		p := loaded(t, c.text)
		f := p.Lookup("f")
		want := called(t, f)
		n, root := program.MoveOnce(p, f, p.Defs)
		if err := sx.VerifyProgram(n); err != nil {
			t.Fatal(c.name, err)
		}
		var left []string
		for _, d := range n.Defs {
			left = append(left, d.Name)
		}
		if got := strings.Join(left, " "); got != c.left {
			t.Errorf("%s: left are %s, not %s", c.name, got, c.left)
		}
		if got := called(t, root); !semantics.Close(got, want, 0) {
			t.Errorf("%s: %s, not %s", c.name, semantics.Format(got), semantics.Format(want))
		}
	}
}

// A chain of calls goes together as far as functions may grow.
func TestMoveOnceBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("def f0 (x : real) : real = x ")
	const n = 600
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "def f%d (x : real) : real = f%d (%sx%s) ", i, i-1, strings.Repeat("sin (", 20), strings.Repeat(")", 20))
	}
	p := loaded(t, b.String())
	out, root := program.MoveOnce(p, p.Lookup(fmt.Sprintf("f%d", n)), p.Defs)
	if len(out.Defs) < 3 || len(out.Defs) > n/50 {
		t.Errorf("%d definitions are left of %d", len(out.Defs), n)
	}
	if root != out.Defs[len(out.Defs)-1] {
		t.Error("what is asked for is another one")
	}
}

func called(t *testing.T, d *sx.Def) semantics.Value {
	t.Helper()
	v, err := new(semantics.Evaluator).Call(d, semantics.Real(0.7))
	if err != nil {
		t.Fatal(err)
	}
	return v
}
