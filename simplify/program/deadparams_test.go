package program_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/simplify/program"

	sx "github.com/seed-4b734f86/gochad/syntax"
)

// What goes and what stays, by hand; f is what is asked for, and keeps its parameters.
func TestDeadParams(t *testing.T) {
	for _, c := range []struct{ name, before, def, after string }{
		{
			"handed on at its own place",
			"def g [n] (k : int, x : [n]real) : int = if k > 0 then g (k - 1, x) else k def f [n] (x : [n]real) : int = g (3, x)",
			"g", "def g [n] (k : int) : int = if k > 0 then g (k - 1) else k",
		},
		{
			"exchanged, and between two definitions",
			"def g [n] (k : int, x : [n]real, y : [n]real) : int = if k > 0 then h (k - 1, y, x) else k " +
				"def h [n] (k : int, x : [n]real, y : [n]real) : int = g (k, y, y) def f [n] (x : [n]real) : int = g (3, x, x)",
			"g", "def g [n] (k : int) : int = if k > 0 then h (k - 1) else k",
		},
		{
			"with what is computed for it alone",
			"def g (k : int, y : real) : int = let z = sin y in if k > 0 then g (k - 1, z * y) else k def f (x : real) : int = g (3, exp x)",
			"g", "def g (k : int) : int = if k > 0 then g (k - 1) else k",
		},
		{
			"exchanged with one that is needed",
			"def g (k : int, x : real, y : real) : real = if k > 0 then g (k - 1, y, x) else x def f (x : real) : real = g (3, x, x)",
			"g", "def g (k : int, x : real, y : real) : real = if k > 0 then g (k - 1, y, x) else x",
		},
		{
			"needed for one that is",
			"def g (k : int, x : real, y : real) : real = let z = sin y in if k > 0 then g (k - 1, z, y) else x def f (x : real) : real = g (3, x, x)",
			"g", "def g (k : int, x : real, y : real) : real = let z = sin y in if k > 0 then g (k - 1, z, y) else x",
		},
		{
			"components of results",
			"def g (k : int, x : real, y : real) : (real, real, int) = if k > 0 then g (k - 1, x, sin y) else (x, y, k) " +
				"def f (x : real) : real = let r = g (3, x, x) in r.1 + real r.3",
			"g", "def g (k : int, x : real) : (real, int) = if k > 0 then g (k - 1, x) else ⟨x, k⟩",
		},
		{
			"a component that is a parameter",
			"def g (k : int, x : real, y : real) : (real, real) = let z = y * 2.0 in (z, x) " +
				"def f (x : real) : real = let r = g (3, exp x, x); q = (g (4, x, x), 1.0) in fst r + snd r + fst (fst q)",
			"g", "def g (x : real, y : real) : (real, real) = let z = y * 2 in ⟨z, x⟩",
		},
		{
			"all of a result that is used as one",
			"def g (k : int, x : real) : (real, real) = (x, sin x) " +
				"def f (x : real) : real = let y = g (3, x); z = (y, 1.0) in fst (fst z)",
			"g", "def g (x : real) : (real, real) = ⟨x, sin x⟩",
		},
		{
			"a result that nobody needs",
			"def g (k : int, x : real) : (real, real) = (x, sin x) def f (x : real) : real = let y = g (3, x) in x",
			"g", "def g : unit = ⟨⟩",
		},
		{
			"of the function that is asked for",
			"def f (k : int, x : real) : int = if k > 0 then f (k - 1, x) else k",
			"f", "def f (k : int, x : real) : int = if k > 0 then f (k - 1, x) else k",
		},
	} {
		p := loaded(t, c.before)
		was := oneLine(sx.ProgramString(&sx.Program{Defs: []*sx.Def{p.Lookup(c.def)}}))
		changed := program.DeadParams(p, p.Lookup("f"))
		if err := sx.VerifyProgram(p); err != nil {
			t.Fatal(c.name, err)
		}
		if got := oneLine(sx.ProgramString(&sx.Program{Defs: []*sx.Def{p.Lookup(c.def)}})); got != c.after || changed != (got != was) {
			t.Errorf("%s, changed: %v\ngot  %s\nwant %s", c.name, changed, got, c.after)
		}
	}
}
