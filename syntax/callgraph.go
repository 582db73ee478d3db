package syntax

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/scc"
	"github.com/seed-4b734f86/gochad/internal/set"
)

// Called is a definition in the order of [CalleesFirst].
type Called struct {
	Def       *Def
	Recursive bool
}

// CalleesFirst orders definitions so that callees come before callers, except for recursion, and says which are on a cycle
// of calls.
func CalleesFirst(defs []*Def, callees map[*Def][]*Def) (out []Called) {
	in := set.Of(defs)
	for _, c := range scc.Components(defs, func(d *Def) []*Def { return callees[d] }) {
		for _, d := range c.Nodes {
			if in[d] {
				out = append(out, Called{d, c.Cyclic})
			}
		}
	}
	return out
}

// CallGraph finds the definitions that each of defs, and each that these call, calls, with repeats. The calls in rules
// attached to definitions count if rules is true.
func CallGraph(defs []*Def, rules bool) map[*Def][]*Def {
	out := make(map[*Def][]*Def, len(defs))
	var visit func(d *Def)
	visit = func(d *Def) {
		if _, ok := out[d]; ok {
			return
		}
		list := Callees(d.Body)
		if attached := d.Attached(); rules && len(attached) > 0 {
			list = slices.Clone(list)
			for _, r := range attached {
				list = append(list, Callees(r.Body)...)
			}
		}
		out[d] = list
		for _, c := range list {
			visit(c)
		}
	}
	for _, d := range defs {
		visit(d)
	}
	return out
}
