package own

import (
	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// local sees to it that what is written is not memory of a package variable, of which v would be a copy.
func (c *checker) local(v *flow.Var) {
	if v.Global {
		c.problem(problem{global: v, at: c.at})
	}
}
