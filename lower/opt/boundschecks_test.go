package opt

import (
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Pass bounds looks at functions with a check, a minimum or a maximum, wherever it stands.
func TestChecks(t *testing.T) {
	for body, want := range map[string]bool{
		"return x[0] + 1.0":                            false,
		"var k int = imin(n, 3)\n\treturn x[k]":        true,
		"return 2.0":                                   false,
		"var y real = 1.0 + x[imax(n, 0)]\n\treturn y": true,
		"var y real = 0.0\n\tfor i < n {\n\t\ty += x[imin(i, 1)]\n\t}\n\treturn y": true,
		"var y real = 0.0\n\tfor i < n {\n\t\ty += x[i + 1]\n\t}\n\treturn y":      false,
		"check n < 3, \"f\"\n\treturn 1.0":                                         true,
	} {
		p, err := loop.Read("f", "func f(x []real, n int) {\n\t"+body+"\n}\n")
		if err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		if got := contentsOf(p.Funcs[0]).parts&Bounded != 0; got != want {
			t.Errorf("%s: %v", body, got)
		}
	}
}
