package simplify_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// A loop is its last iteration if none sees the one before, but for what each requires.
func TestLoopLast(t *testing.T) {
	for _, c := range []struct{ name, before, after string }{
		{"a row", "def f [n] (x : [n]real, y : real) : real = loop s = y for i < n do sin x[i]", "if n > 0 then sin x[n - 1] else y"},
		{"down", "def f [n] (x : [n]real, y : real) : real = loop s = y for i < n down do sin x[i]", "if n > 0 then sin x[0] else y"},
		{"the same in all", "def f [n] (x : [n]real, y : real) : real = loop s = sin y for i < n do sin y", "sin y"},
		{"a state that is seen", "def f [n] (x : [n]real, y : real) : real = loop s = y for i < n do sin (s * x[i])", "loop s = y for i < n do sin (s * x[i])"},
		{"a place that is seen", "def f [n] (x : [n]real, y : real) : (real, real) = loop s = (y, y) for i < n do (x[i], fst s)", "loop s = ⟨y, y⟩ for i < n do ⟨x[i], fst s⟩"},
		{
			"what each requires", "def f [n] (x : [n]real, k : int) : int = loop s = k for i < n do require (x[i] > 0, int i)",
			"loop s = k for i < n do require (x[i] > 0, int i)",
		},
		{"what all require", "def f [n] (x : [n]real, y : real, k : int) : int = loop s = k for i < n do require (y > 0, 3)", "if n > 0 then require (y > 0, 3) else k"},
	} {
		p := loaded(t, c.before)
		q, _, err := simplify.Program(p, simplify.Options{})
		if err != nil {
			t.Fatal(c.name, err)
		}
		if err := sx.VerifyProgram(q); err != nil {
			t.Fatal(c.name, err)
		}
		if got := oneLine(sx.String(q.Lookup("f").Body)); got != c.after {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, got, c.after)
		}
	}
}
