package program_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/simplify/program"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// A branch that sets elements of small arrays gives these, and not the others.
func TestSmallArraysBranches(t *testing.T) {
	for _, c := range []struct{ name, body, after string }{
		{
			"one element", "b = if a[0 :> idx 3] > x then set a (1 :> idx 3) x else a in b[0 :> idx 3] + b[1 :> idx 3]",
			"b = if a.1 > x then x else a.2 b2 = ⟨a.1, b, a.3⟩ in b2.1 + b2.2",
		},
		{
			"two, one after the other",
			"b = if x > 0 then let c = set a (1 :> idx 3) x in set c (2 :> idx 3) (c[1 :> idx 3] * x) else a in b[0 :> idx 3] + b[1 :> idx 3]",
			"b = if x > 0 then let c = ⟨a.1, x, a.3⟩ in ⟨x, c.2 * x⟩ else ⟨a.2, a.3⟩ b2 = fst b b3 = snd b b4 = ⟨a.1, b2, b3⟩ " +
				"in b4.1 + b4.2",
		},
		{
			"a branch in a branch, and another value",
			"s = if x > 0 then (if x > 1 then (set a (1 :> idx 3) x, 2.0) else (a, x)) else (a, 0.5) in s.1[1 :> idx 3] * s.2",
			"b = if x > 0 then let b = if x > 1 then ⟨x, 2.0⟩ else ⟨a.2, x⟩ b2 = fst b b3 = snd b in ⟨b2, b3⟩ else ⟨a.2, 0.5⟩ " +
				"b2 = fst b b3 = snd b s = ⟨⟨a.1, b2, a.3⟩, b3⟩ in (fst s).2 * snd s",
		},
		{
			"two elements that change places", "b = if x > 0 then set (set a (0 :> idx 3) a[1 :> idx 3]) (1 :> idx 3) a[0 :> idx 3] else a in b[0 :> idx 3]",
			"b = if x > 0 then let a2 = ⟨a.2, a.2, a.3⟩ in ⟨a.2, a.1⟩ else ⟨a.1, a.2⟩ b2 = fst b b3 = snd b b4 = ⟨b2, b3, a.3⟩ in b4.1",
		},
	} {
		p := loaded(t, "def f (y : real, x : real) : real = let a = [y, x, 1.0]; "+c.body)
		f := p.Lookup("f")
		program.SmallArrays(p, f)
		if err := sx.VerifyProgram(p); err != nil {
			t.Fatal(c.name, err)
		}
		if got := oneLine(sx.String(f.Body)); got != "let a = ⟨y, x, 1.0⟩ "+c.after {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, got, c.after)
		}
	}
}
