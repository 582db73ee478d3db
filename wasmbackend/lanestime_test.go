package wasmbackend_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/testkit/growth"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// A long sum that both sides of a vector are in takes work in proportion to its length, about: not 16 times as much for
// four times as many terms, and more, as it did.
func lanesLongSum(t testing.TB) growth.Work {
	return func(terms int) func() {
		var sum strings.Builder
		for k := range terms {
			fmt.Fprintf(&sum, " + (s * x[%d] + t * x[%d])", 2*k, 5*k)
		}
		p, err := loop.Read("sum", `export func f(x []real, m int) {
	var sum real = 0.0
	var y []real = new(4 * m)
	for o < m {
		var s real = y[o * 2] * 0.5
		var t real = y[o * 2 + 1] * 0.5
		sum = sum + (s + t)`+sum.String()+`
	}
	return sum
}
`)
		if err != nil {
			t.Fatal(err)
		}
		return func() {
			if _, err := wasmbackend.CompileLoops(wasmbackend.Options{Yield: true, Jam: true}, p); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestLanesLongSum(t *testing.T) { growth.Linear(t, "a long sum", 400, 3200, lanesLongSum(t)) }

func BenchmarkLanesLongSum(b *testing.B) { growth.Bench(b, 400, 1600, lanesLongSum(b)) }
