package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// captured are the variables of a literal that occur outside as well.
func captured(l, f *flow.Func) []*flow.Var {
	total, used := mentions(f.Body), mentions(l.Body)
	for _, v := range append(slices.Clone(f.Params), f.Results...) {
		total[v] = -1
	}
	for _, v := range append(slices.Clone(l.Params), l.Results...) {
		total[v] = used[v]
	}
	var out []*flow.Var
	for _, v := range ordered(l.Body) {
		if total[v] != used[v] {
			out = append(out, v)
		}
	}
	return out
}

// local sees to it that what is written is not memory of a package variable, of which v would be a copy.
func (c *checker) local(v *flow.Var) {
	if v.Global {
		c.problem(problem{global: v, at: c.at})
	}
}
