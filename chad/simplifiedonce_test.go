package chad_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// What is differentiated is simplified, and so is its derivative: before linear functions become tapes, where
// definitions with derivatives of their own are inlined at once if there are no loops and nobody but the compiler asks
// for the derivative, and after.
func TestSimplifiedOnce(t *testing.T) {
	for name, c := range map[string]struct {
		src  string
		want int
	}{
		"no linear functions":   {"def root (x : real) : real = sqrt x\nderivative root (x, dx) = dx * (0.5 / max 1.0e-5 (sqrt x))\ndef f (x : real) : real = root x * x", 3},
		"an array of pullbacks": {"def root (x : real) : real = sqrt x\nderivative root (x, dx) = dx * (0.5 / max 1.0e-5 (sqrt x))\ndef f [n] (x : [n]real) : real = loop s = 1.0 for i < n do root (s * x[i])", 4},
	} {
		m, err := chad.Parse("f.chad", []byte(c.src))
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Func("f")
		if err != nil {
			t.Fatal(err)
		}
		r := new(times.Record)
		stop := times.Start(r)
		g, err := chad.ValueAndGrad(f)
		if err != nil {
			t.Fatal(err)
		}
		_, err = chad.CompileWasm(wasmbackend.Options{}, chad.Export{Func: g})
		stop()
		if err != nil {
			t.Fatal(err)
		}
		runs := 0
		for _, s := range r.Steps {
			if s.Name == "simplify" {
				runs = s.Runs
			}
		}
		if runs != c.want {
			t.Errorf("%s: simplified %d times, want %d", name, runs, c.want)
		}
	}
}
