package proptest

import (
	"flag"
	"testing"
)

// laws is the number of random programs of each law; those about loops, which take longer, look at a quarter.
var laws = flag.Int("laws", 30, "how many programs TestProperties takes for each law; those about loops take a quarter")

// TestProperties runs every law on random programs.
func TestProperties(t *testing.T) {
	n := *laws
	if testing.Short() {
		n = 50
	}
	for _, p := range Properties() {
		switch p.Name {
		case "primitives": // TestEveryPrimitive
			continue
		case "simplified": // cheaper looks at the same and more
			continue
		}
		t.Run(p.Name, func(t *testing.T) { p.Run(t, Real(), n) })
	}
}
