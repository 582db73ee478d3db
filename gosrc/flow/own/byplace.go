package own

import (
	"cmp"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// byPlace are the variables of a function for which something holds, by where they stand.
func byPlace(f *flow.Func, is func(*flow.Var) bool) []*flow.Var {
	all := mentions(f.Body)
	for _, v := range slices.Concat(f.Params, f.Results) {
		all[v] = 1
	}
	vars := make([]*flow.Var, 0, len(all))
	for v := range all {
		if is(v) {
			vars = append(vars, v)
		}
	}
	slices.SortFunc(vars, func(a, b *flow.Var) int { return compareAt(a.At, b.At) })
	return vars
}

func compareAt(a, b *syntax.Pos) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	}
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}
