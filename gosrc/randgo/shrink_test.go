package randgo_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/randgo"
)

// What does not matter goes, blocks around what does too.
func TestShrink(t *testing.T) {
	const text = `func f(x []float64) float64 {
	s := 1.0
	for i := range x {
		if s > 0 {
			s += math.Sin(x[i]*2 + s)
		} else {
			s--
		}
	}
	return s
}
`
	got := randgo.Shrink(text, func(text string) bool { return strings.Contains(text, "x[i]") })
	if got = strings.Join(strings.Fields(got), " "); got != "func f(x []float64) float64 { s += x[i] }" {
		t.Errorf("got %s", got)
	}
}

// Nests, and functions over small arrays, are Go, and those of different seeds differ.
func TestNest(t *testing.T) {
	for _, make := range []func(r *rand.Rand, name string) string{randgo.Nest, randgo.Small} {
		seen := map[string]bool{}
		for s := range uint64(50) {
			text := randgo.Header + make(rand.New(rand.NewPCG(s, 1)), "F")
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, "", text, 0)
			if err == nil {
				_, err = (&types.Config{Importer: importer.ForCompiler(fset, "source", nil)}).Check("p", fset, []*ast.File{f}, nil)
			}
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			seen[text] = true
		}
		if len(seen) < 50 {
			t.Errorf("%d of 50 functions", len(seen))
		}
	}
}
