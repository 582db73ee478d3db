package scc

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestComponents(t *testing.T) {
	edges := map[string][]string{"a": {"b"}, "b": {"c", "d"}, "c": {"b"}, "d": {"d"}, "e": {"a"}}
	got := Components([]string{"a", "e"}, func(v string) []string { return edges[v] })
	if s := fmt.Sprint(got); s != "[{[d] true} {[b c] true} {[a] false} {[e] false}]" {
		t.Error(s)
	}
}

// Nodes are in one component if and only if they reach each other, and edges lead to the same or to an earlier one.
func TestRandom(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 1 + r.IntN(12)
		edges, reach := make([][]int, n), make([][]bool, n)
		var nodes []int
		for i := range n {
			nodes = append(nodes, i)
			reach[i] = make([]bool, n)
			reach[i][i] = true
			for range r.IntN(3) {
				j := r.IntN(n)
				edges[i] = append(edges[i], j)
				reach[i][j] = true
			}
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		of := make([]int, n)
		seen := 0
		components := Components(nodes, func(v int) []int { return edges[v] })
		for c, vs := range components {
			if len(vs.Nodes) == 1 && vs.Cyclic != slices.Contains(edges[vs.Nodes[0]], vs.Nodes[0]) {
				t.Fatalf("seed %d: node %d is taken for a cycle, or not for one", seed, vs.Nodes[0])
			}
			for _, v := range vs.Nodes {
				of[v] = c
				seen++
			}
		}
		if seen != n {
			t.Fatalf("seed %d: %d of %d nodes", seed, seen, n)
		}
		for i := range n {
			for j := range n {
				if (of[i] == of[j]) != (reach[i][j] && reach[j][i]) {
					t.Fatalf("seed %d: nodes %d and %d", seed, i, j)
				}
			}
			if slices.ContainsFunc(edges[i], func(j int) bool { return of[j] > of[i] }) {
				t.Fatalf("seed %d: an edge of node %d leads on", seed, i)
			}
		}
	}
}
