package closure_test

import (
	"context"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/closure"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// An array that is made behind the first function, and captured, is passed along, unless it depends on what functions
// give.
func TestEarly(t *testing.T) {
	for _, row := range []struct {
		name, array string
		held        bool // by the records
	}{
		{"of a parameter", "[sin x[i] | i < n]", false},
		{"of numbers behind the function", "let k = n - 1 in [x[k - int i] | i < n]", false},
		{"of what the function gives", "let k = h 2.0 in [k * x[i] | i < n]", true},
	} {
		t.Run(row.name, func(t *testing.T) {
			p, root := load(t, `def f [n] (x : [n]real) : real =
  let h = if x[0] > 0.0 then \y. y else \y. y * 0.5
      a = `+row.array+`
      g = loop g = h for i < n do \y. g (y * a[i]) + a[0] in g 0.7`)
			call := func(d *syntax.Def) semantics.Value {
				var ev semantics.Evaluator
				v, err := ev.CallSized(d, []int64{3}, semantics.Reals(0.3, -1.1, 0.8))
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			want := call(root)
			q, _, err := closure.Convert(context.Background(), p, root)
			if err != nil {
				t.Fatal(err)
			}
			if err := syntax.VerifyProgram(q); err != nil {
				t.Fatal(err)
			}
			if got := call(root); !semantics.Close(want, got, 1e-15) {
				t.Errorf("%s, want %s", semantics.Format(got), semantics.Format(want))
			}
			if held := strings.Contains(syntax.ProgramString(q), "[?]"); held != row.held {
				t.Errorf("the records hold the array: %v, want %v\n%s", held, row.held, syntax.ProgramString(q))
			}
		})
	}
}
