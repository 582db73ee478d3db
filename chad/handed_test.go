package chad

import (
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
)

// A derivative is handed to the compiler as it stands only once, so that all that is compiled of it may stand in one
// program; and what the compiler does with it is not seen in it.
func TestCompiledTwice(t *testing.T) {
	m, err := Parse("twice.chad", []byte("def f(x : real, y : real) : real =\n  let s = sin (x * y); t = s * s + x in\n  if s < t then t * exp y else s / t\n"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func("f")
	if err != nil {
		t.Fatal(err)
	}
	g, err := ValueAndGrad(f)
	if err != nil {
		t.Fatal(err)
	}
	before := g.String()
	var all syntax.Program
	var printed [3]string
	for i, name := range []string{"first", "second", "third"} {
		_, d, err := g.compiled()
		if err != nil {
			t.Fatal(err)
		}
		printed[i] = syntax.String(d.Body)
		d.Name = name
		all.Defs = append(all.Defs, d)
	}
	if !g.given.Load() {
		t.Error("it was copied the first time")
	}
	if err := syntax.VerifyProgram(&all); err != nil {
		t.Error(err)
	}
	if printed[0] != printed[1] || printed[1] != printed[2] {
		t.Errorf("compiled to\n%s\nand then to\n%s\nand\n%s", printed[0], printed[1], printed[2])
	}
	if after := g.String(); after != before || g.Name() != "f_grad" {
		t.Errorf("%s\nbecame %s\n%s", before, g.Name(), after)
	}
}
