package gen

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// withoutCheckpoints is the program and the options with all checkpoints opened. They keep passes
// from sharing what is to be computed again, and this is the last one.
func withoutCheckpoints(p *syntax.Program, opt Options) (*syntax.Program, Options) {
	if !slices.ContainsFunc(p.Defs, func(d *syntax.Def) bool { return syntax.HasCheckpoints(d.Body) }) {
		return p, opt
	}
	p, copies := p.Copy()
	for _, d := range p.Defs {
		d.Body = syntax.OpenCheckpoints(d.Body)
	}
	opt.Exports = slices.Clone(opt.Exports)
	for i, e := range opt.Exports {
		if d := copies[e.Def]; d != nil {
			opt.Exports[i].Def = d
		}
	}
	return p, opt
}
