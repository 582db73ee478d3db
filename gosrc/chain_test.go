package gosrc_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc"
)

// A chain of so many conditions, of which some arms return, leave the loop around it, or go on with it.
func chain(arms int) string {
	var b strings.Builder
	b.WriteString("func Chain(x []float64, k int) float64 {\n\ts := x[0]\n\tfor i, v := range x {\n\t\t")
	for arm := range arms {
		act := []string{"s = s*v + %d", "s += v * v * %d", "s -= v / %d\n\t\t\tcontinue", "return s * v * %d", "s *= v + %d\n\t\t\tbreak"}[arm*arm%5]
		fmt.Fprintf(&b, "if j := (k & 1023 + i*3) %% %d; j == %d {\n\t\t\t"+act+"\n\t\t} else ", arms+1, arm, arm+1)
	}
	b.WriteString("{\n\t\t\ts += v\n\t\t}\n\t\ts *= 1.25\n\t}\n\treturn s + x[1]\n}\n")
	return b.String()
}

// Long chains of conditions mean what they mean in Go.
func TestChain(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte("package corpus\n\n// Chain goes through a chain.\n"+chain(100)), 0o644); err != nil {
		t.Fatal(err)
	}
	agree(t, dir, 1, 0)
}

// What is generated for a chain is as long as the chain, not as its square.
func TestLongChains(t *testing.T) {
	size := func(arms int) int {
		dir := module(t, "-- go.mod --\nmodule example.com/m\n\ngo 1.26\n-- m.go --\npackage m\n\n//chad:grad wrt=x\n"+chain(arms))
		return len(plan(t, dir, gosrc.Options{})[0].New)
	}
	small, large := size(300), size(1200)
	if large > 6*small {
		t.Errorf("%d bytes for 300 conditions, %d for 1,200", small, large)
	}
}
