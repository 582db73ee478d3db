package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/frontend/gosrc/flow"
)

// funcValue notes that a function is used as a value: whoever calls it knows nothing of what it writes.
func (c *checker) funcValue(s *summary, name string) {
	if len(s.writes) > 0 || len(s.pairs) > 0 {
		c.problem(problem{fun: name, at: c.at})
	}
}

// literal checks a function literal that is a value, and pins what it captures. Inside, captured variables are
// parameters that it only reads.
func (c *checker) literal(st *state, l *flow.Func) {
	inside := *l
	captured := captured(l, c.fn)
	inside.Params = append(slices.Clone(l.Params), captured...)
	in := &checker{
		fn: &inside, uses: c.uses, defines: c.defines, views: c.views, out: newSummary(), summary: c.summary, problem: c.problem,
	}
	at := c.at
	in.run()
	c.at = at
	c.funcValue(in.out, l.Name)
	assigned := stored(l.Body)
	for _, v := range captured {
		if assigned[v] {
			c.problem(problem{cell: v, at: c.at})
		}
		st.pinned[v] = true
		c.useAll(st, load(v))
	}
}

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

// kept sees to it that what a function value captured does not change.
func (c *checker) kept(st *state, v *flow.Var) {
	if st.pinned[v] {
		c.problem(problem{cell: v, at: c.at})
	}
}
