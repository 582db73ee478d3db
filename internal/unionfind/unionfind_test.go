package unionfind

import (
	"math/rand/v2"
	"testing"
)

// Elements are in one set if and only if a chain of unions connects them, and the last union says what stands for it.
func TestSets(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 1 + r.IntN(20)
		of := make([]int, n)
		for i := range of {
			of[i] = i
		}
		var s Sets[int]
		for range n {
			a, b := r.IntN(n), r.IntN(n)
			x, y := of[a], of[b]
			s.Union(a, b)
			for i := range of {
				if of[i] == x {
					of[i] = y
				}
			}
			for i := range of {
				if got := s.Find(i); got != of[i] {
					t.Fatalf("seed %d: %d stands for %d, not %d", seed, got, i, of[i])
				}
			}
		}
	}
}
