package facts

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/scc"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Cycles sorts functions, callees first, and finds those on cycles of calls.
func Cycles(funcs []*loop.Func, calls func(*loop.Func) []*loop.Func) (sorted []*loop.Func,
	recursive map[*loop.Func]bool) {
	recursive = map[*loop.Func]bool{}
	for _, c := range scc.Components(funcs, calls) {
		slices.Reverse(c.Nodes) // what is called by what was found first
		sorted = append(sorted, c.Nodes...)
		for _, f := range c.Nodes {
			if c.Cyclic {
				recursive[f] = true
			}
		}
	}
	return sorted, recursive
}
