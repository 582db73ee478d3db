package closure

import (
	"context"
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Convert is p with data in the place of functions, as far as those do not reach the signature of root. It
// takes p, a source program, over: definitions keep their identity and order, and
// what it adds stands after them. If p has no functions it is p itself, and changed false; else the result is in
// A-normal form.
//
// Convert takes time near-linear in the size of p times the nesting depth of the functions left in it.
//
// The error is a failed invariant.
// It is that of the context, which may be nil, where that has ended.
func Convert(ctx context.Context, p *syntax.Program, root *syntax.Def) (q *syntax.Program, changed bool, err error) {
	defer times.Begin("closure")()
	if !Needed(p) {
		return p, false, nil
	}
	defer func() {
		if r := recover(); r != nil {
			q, changed = nil, false
			if e, ok := stop.Error(r); ok {
				err = e
				return
			}
			err = fmt.Errorf("closure: %v", r)
		}
	}()
	writtenZeros(p)
	syntax.ANFProgram(p)
	stop.Check(ctx)
	early(p)
	stop.Check(ctx)
	a := analyse(p, findNests(p, root), false)
	a.keep(root)
	u := a.collect(p)
	for u.capture(); u.keepHolders(); u.capture() {
		stop.Check(ctx)
		u = a.collect(p)
	}
	u.represent()
	for _, c := range u.classes {
		if !c.kept {
			u.generalise(c)
		}
	}
	u.captureSizes()
	return u.program(p), true, nil
}

// program rewrites p.
func (u *uses) program(p *syntax.Program) *syntax.Program {
	u.names(p)
	frames := make([]*frame, len(p.Defs))
	for i, d := range p.Defs {
		frames[i] = u.frame()
		n := u.nests[d]
		if n != nil {
			for v, own := range n.sizes {
				frames[i].sizes[v] = syntax.SizeOfVar(own)
			}
		}
		frames[i].signature(d)
		if n != nil {
			n.inside(frames[i])
		}
	}
	var applied []*class
	for _, c := range u.classes {
		if !c.kept && c.applied {
			u.declare(c)
			applied = append(applied, c)
		}
	}
	out := &syntax.Program{Defs: p.Defs}
	for i, d := range p.Defs {
		frames[i].definition(d)
	}
	for _, c := range applied {
		u.define(c)
		out.Defs = append(out.Defs, c.apply.def)
	}
	for _, d := range p.Data {
		if e := u.datasNew[d]; e != nil {
			d = e
		}
		out.Data = append(out.Data, d)
	}
	out.Data = append(out.Data, u.made...)
	syntax.ANFProgram(out)
	return out
}

// names gives the classes names after their first λ, and notes which are taken.
func (u *uses) names(p *syntax.Program) {
	u.taken, u.takenDefs, u.datasNew = map[string]bool{}, map[string]bool{}, map[*syntax.Data]*syntax.Data{}
	for _, d := range p.Data {
		u.taken[d.Name] = true
	}
	for _, d := range p.Defs {
		u.takenDefs[d.Name] = true
	}
	for _, c := range u.classes {
		c.name = "fn"
		if len(c.lams) > 0 {
			c.name = c.lams[0].owner + "_" + c.lams[0].name
		}
	}
}

// defName is a name for the apply definition of a class.
func (u *uses) defName(c *class) string {
	base := c.name
	if len(c.lams) != 1 {
		base += "_apply"
	}
	name := base
	for k := 2; u.takenDefs[name]; k++ {
		name = fmt.Sprintf("%s%d", base, k)
	}
	u.takenDefs[name] = true
	return name
}

// Needed reports whether a λ or an application stands in p.
func Needed(p *syntax.Program) bool {
	return slices.ContainsFunc(p.Defs, func(d *syntax.Def) bool {
		return syntax.NodesOf(d.Body)&(syntax.Lams|syntax.Apps) != 0
	})
}
