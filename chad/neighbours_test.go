package chad_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/testkit/samecode"
)

// What is emitted for a function does not depend on functions beside it of which much has to be found out: a chain of
// recursive ones, each with rows of run-time length, which takes as many rounds to look through as it is long.
func TestNeighbours(t *testing.T) {
	var b strings.Builder
	last := "r"
	for i := range 20 {
		f := fmt.Sprintf("g%d", i)
		fmt.Fprintf(&b, "def %s [n] (k : int, x : [n]real, r : [?]real) : [?]real =\n  if k > 0 then %s (k - 1, x, pack [sin x[j] | j < n]) else %s\n", f, f, last)
		last = f + " (2, x, r)"
	}
	fmt.Fprintf(&b, "def long [n] (x : [n]real) : real = let r = pack x in let size m = length (%s) in sum ((%s) :> [m]real)\n", last, last)
	long := gradient(t, b.String(), "long")
	for seed := uint64(1); seed <= 6; seed++ {
		f := gradient(t, presentProgram(seed), "main")
		alone, err := chad.Emit("beside", "", f)
		if err != nil {
			t.Fatal(err)
		}
		both, err := chad.Emit("beside", "", f, long)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := samecode.Of(both, "Main"), samecode.Of(alone, "Main"); got != want {
			t.Errorf("seed %d: beside others: %s", seed, samecode.Difference(got, want))
		}
	}
}

// gradient is one of a definition, under the name of that.
func gradient(t *testing.T, text, name string) chad.Export {
	t.Helper()
	m, err := chad.Parse("beside.chad", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func(name)
	if err != nil {
		t.Fatal(err)
	}
	if f, err = chad.ValueAndGrad(f); err != nil {
		t.Fatal(err)
	}
	return chad.Export{Func: f, Name: strings.ToUpper(name[:1]) + name[1:]}
}
