package remat

import (
	"math/rand/v2"
	"testing"
)

// A cut of a network is as cheap as the cheapest of all.
func TestCut(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		n := newNetwork()
		nodes := 2 + r.IntN(5)
		for range nodes - 2 {
			n.node()
		}
		type edge struct {
			a, b     int32
			capacity int64
		}
		var edges []edge
		for range r.IntN(14) {
			e := edge{int32(r.IntN(nodes)), int32(r.IntN(nodes)), int64(r.IntN(9))}
			edges = append(edges, e)
			n.edge(e.a, e.b, e.capacity)
		}
		cost := func(side func(v int32) bool) (c int64) {
			for _, e := range edges {
				if side(e.a) && !side(e.b) {
					c += e.capacity
				}
			}
			return c
		}
		least := int64(cutForever)
		for set := range 1 << nodes {
			if set>>cutSource&1 == 1 && set>>cutSink&1 == 0 {
				least = min(least, cost(func(v int32) bool { return set>>v&1 == 1 }))
			}
		}
		side := n.cut()
		if got := cost(func(v int32) bool { return side[v] }); got != least || !side[cutSource] || side[cutSink] {
			t.Errorf("seed %d: a cut of %d, want %d", seed, got, least)
		}
	}
}
