package proptest

import "testing"

// TestProperties runs every law on random programs.
func TestProperties(t *testing.T) {
	n := programs
	if testing.Short() {
		n = 50
	}
	for _, p := range Properties() {
		if p.Name == "primitives" {
			continue // TestEveryPrimitive
		}
		t.Run(p.Name, func(t *testing.T) { p.Run(t, Real(), n) })
	}
}
