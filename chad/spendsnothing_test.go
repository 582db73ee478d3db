package chad_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
)

// An array that a definition does nothing with but read, and hand on to itself, is left to its caller: each loop of
// calls hands over the same, and makes none.
func TestRecursionSpendsNothing(t *testing.T) {
	m, err := chad.Parse("spends.chad", []byte(`
def f [n] (k : int, a : [n][n]real, i : idx n) : real =
  if k < 1 then a[i][i] else sin (f (k - 1, a, i))
def main [n] (x : [n]real) : real = sum [f (3, set [x | j < n] i [0.5 | j < n], i) | i < n]
`))
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func("main")
	if err != nil {
		t.Fatal(err)
	}
	along, err := chad.JVP(f)
	if err != nil {
		t.Fatal(err)
	}
	l, err := chad.NewLoops(along, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text := l.String(); strings.Contains(text, "inout") {
		t.Errorf("f changes what it is given:\n%s", text)
	}
}
