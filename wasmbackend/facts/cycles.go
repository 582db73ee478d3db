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
		sorted = append(sorted, c...)
		for _, f := range c {
			if len(c) > 1 || slices.Contains(calls(f), f) {
				recursive[f] = true
			}
		}
	}
	return sorted, recursive
}
