package wasmbackend_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/internal/cputime"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// A long sum that both sides of a vector are in takes time in proportion to its length, about: not 16 times as long for four times as many terms, and more, as it did.
func TestLanesLongSum(t *testing.T) {
	once := func(terms int) time.Duration {
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
		begin := cputime.Now()
		if _, err := wasmbackend.CompileLoops(wasmbackend.Options{Yield: true, Jam: true}, p); err != nil {
			t.Fatal(err)
		}
		return cputime.Now() - begin
	}
	short, long := time.Hour, time.Hour
	for i := range 40 { // the least of five, or of more until it is so: other programs run meanwhile
		if short, long = min(short, once(400)), min(long, once(1600)); i >= 4 && long <= 14*short {
			return
		}
	}
	t.Errorf("400 terms take %s, 1600 %s", short, long)
}
