package proptest

import "testing"

// TestProperties runs every law on random programs.
func TestProperties(t *testing.T) {
	n := programs / 2
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
