// Package scc finds which nodes of a graph reach each other: its strongly connected components.
package scc

import "slices"

// A Component is a largest set of nodes that reach each other, in the order in which they are found.
type Component[T comparable] struct {
	Nodes  []T
	Cyclic bool // there are edges between them: a single node has one to itself
}

// Components are the strongly connected components of what can be reached from some nodes, each after those that its
// edges lead to. It is Tarjan's algorithm, with a stack of its own, in time linear in the nodes and edges.
func Components[T comparable](roots []T, next func(T) []T) []Component[T] {
	type state struct {
		number, low int
		open        bool // on the path, so that its component is not known yet
		self        bool // there is an edge from the node to itself
	}
	type frame struct {
		node T
		of   *state
		next []T // edges that are left
	}
	known := map[T]*state{}
	var path []T
	var work []frame
	enter := func(v T) {
		s := &state{number: len(known), low: len(known), open: true}
		known[v] = s
		path = append(path, v)
		work = append(work, frame{v, s, next(v)})
	}
	var out []Component[T]
	for _, root := range roots {
		if known[root] != nil {
			continue
		}
		enter(root)
		for len(work) > 0 {
			top := &work[len(work)-1]
			if len(top.next) > 0 {
				w := top.next[0]
				top.next = top.next[1:]
				if s := known[w]; s == nil {
					enter(w)
				} else if s.open {
					top.of.low = min(top.of.low, s.number)
					top.of.self = top.of.self || s == top.of
				}
				continue
			}
			done := *top
			if work = work[:len(work)-1]; len(work) > 0 {
				up := work[len(work)-1].of
				up.low = min(up.low, done.of.low)
			}
			if done.of.low < done.of.number {
				continue
			}
			k := len(path)
			for done.of.open {
				k--
				known[path[k]].open = false
			}
			nodes := slices.Clone(path[k:])
			path = path[:k]
			out = append(out, Component[T]{nodes, len(nodes) > 1 || done.of.self})
		}
	}
	return out
}
