package chad_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
)

// Functions emitted together share what they call, as far as that is equal.
func TestMerge(t *testing.T) {
	text := `
def steps (x : real) : int = loop n = 0 while real n < ` + strings.Repeat("sin (", 200) + "x" + strings.Repeat(")", 200) + ` do n + 1
def f (x : real) : real = x * real (steps x)
def g (x : real) : real = x * x * real (steps (2.0 * x))
`
	p, err := chad.Parse("steps.chad", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var exports []chad.Export
	for _, name := range []string{"f", "g"} {
		f, err := p.Func(name)
		if err != nil {
			t.Fatal(err)
		}
		grad, err := chad.ValueAndGrad(f)
		if err != nil {
			t.Fatal(err)
		}
		exports = append(exports, chad.Export{Func: grad})
	}
	src, err := chad.Emit("p", "steps.chad", exports...)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(src), "\nfunc steps"); n != 1 {
		t.Errorf("%d functions for steps:\n%s", n, src)
	}
}
