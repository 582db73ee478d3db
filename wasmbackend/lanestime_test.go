package wasmbackend_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// A long sum that both sides of a vector are in takes time in proportion to its length, about: not 16 times as long for four times as many terms, and more, as it did.
func TestLanesLongSum(t *testing.T) {
	least := func(terms int) time.Duration {
		var sum strings.Builder
		for k := range terms {
			fmt.Fprintf(&sum, " + (s * x[%d] + t * x[%d])", 2*k, 5*k)
		}
		best := time.Hour
		for range 5 {
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
			begin := time.Now()
			if _, err := wasmbackend.CompileLoops(wasmbackend.Options{Yield: true, Jam: true}, p); err != nil {
				t.Fatal(err)
			}
			best = min(best, time.Since(begin))
		}
		return best
	}
	short, long := least(400), least(1600)
	if long > 14*short {
		t.Errorf("400 terms take %s, 1600 %s", short, long)
	}
	t.Log(short, long)
}
