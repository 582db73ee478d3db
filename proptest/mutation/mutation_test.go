package mutation

import (
	"strings"; "time"
	"testing"
)

func runAll(t *testing.T, ms []*Mutant, n int) {
	t.Helper()
	var vs []Verdict
	for _, m := range ms {
		t0 := time.Now(); v := Run(m, n); if time.Since(t0) > 2*time.Second { println(m.String(), time.Since(t0).String()) }
		vs = append(vs, v)
		if !v.Caught() {
			t.Errorf("%s: survived (reached: %v)", m, v.Reached)
		}
	}
	var b strings.Builder
	if err := Table(&b, vs); err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + b.String())
}

func TestPrimitives(t *testing.T) { runAll(t, Primitives(), 1) }

func TestModes(t *testing.T) { runAll(t, Modes(), 300) }
