package randgo_test

import (
	"go/parser"
	"go/token"
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

// Nests are Go, and those of different seeds differ.
func TestNest(t *testing.T) {
	seen := map[string]bool{}
	for s := range uint64(50) {
		text := randgo.Nest(rand.New(rand.NewPCG(s, 1)), "F")
		if _, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+text, 0); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		seen[text] = true
	}
	if len(seen) < 50 {
		t.Errorf("%d of 50 functions", len(seen))
	}
}
