package lower

import (
	"strconv"

	"github.com/seed-4b734f86/gochad/syntax"
)

// finish assembles the program.
func (g *program) finish(p *syntax.Program) *Result {
	k := newLinker()
	for _, c := range g.codes {
		k.code[c] = true
	}
	for _, d := range p.Defs {
		if s := g.done[d]; s != nil {
			k.count(s.def.Body, 1)
			for _, pull := range s.pulls {
				k.count(pull.Body, 1)
			}
		}
	}
	// Code calls only code made before it.
	for i := len(g.codes) - 1; i >= 0; i-- {
		k.decide(g.codes[i])
	}
	out := &Result{Program: &syntax.Program{Data: append([]*syntax.Data(nil), p.Data...)}}
	old := g.oldInUse(p)
	k.called = g.newInUse(p, old)
	parts := map[*syntax.Def][]*syntax.Def{}
	for _, c := range g.codes {
		if k.keep[c] {
			d := g.owner[c]
			parts[d] = append(parts[d], c)
			c.Name = d.Name + "_part" + strconv.Itoa(len(parts[d]))
		}
	}
	for _, d := range p.Defs {
		g.place(out, k, d, parts[d], old[d])
	}
	return out
}

// oldInUse finds the rewritten definitions whose old form is still called by definitions left as they are.
func (g *program) oldInUse(p *syntax.Program) map[*syntax.Def]bool {
	old := map[*syntax.Def]bool{}
	var visit func(d *syntax.Def)
	visit = func(d *syntax.Def) {
		syntax.EachCall(d.Body, func(c *syntax.Call) {
			if g.done[c.Def] != nil && !old[c.Def] {
				old[c.Def] = true
				visit(c.Def)
			}
		})
	}
	for _, d := range p.Defs {
		if g.done[d] == nil {
			visit(d)
		}
	}
	return old
}

// newInUse finds the definitions whose new form is wanted: those that stand for
// the old one, and what they call.
func (g *program) newInUse(p *syntax.Program, old map[*syntax.Def]bool) map[*syntax.Def]bool {
	from, bodies := map[*syntax.Def]*syntax.Def{}, map[*syntax.Def][]syntax.Term{}
	for d, s := range g.done {
		for _, c := range append([]*syntax.Def{s.def}, s.pulls...) {
			from[c] = d
			bodies[d] = append(bodies[d], c.Body)
		}
	}
	for _, c := range g.codes {
		bodies[g.owner[c]] = append(bodies[g.owner[c]], c.Body)
	}
	used := map[*syntax.Def]bool{}
	var visit func(d *syntax.Def)
	visit = func(d *syntax.Def) {
		used[d] = true
		for _, b := range bodies[d] {
			syntax.EachCall(b, func(c *syntax.Call) {
				if e := from[c.Def]; e != nil && !used[e] {
					visit(e)
				}
			})
		}
	}
	for _, d := range p.Defs {
		if g.done[d] != nil && !old[d] && !used[d] {
			visit(d)
		}
	}
	return used
}

// place adds what d has become to the program.
func (g *program) place(out *Result, k *linker, d *syntax.Def, parts []*syntax.Def, old bool) {
	if reason, kept := g.kept[d]; kept {
		out.Kept = append(out.Kept, Kept{d, reason})
	}
	s := g.done[d]
	if s == nil || old {
		out.Program.Defs = append(out.Program.Defs, d)
	}
	if s == nil || old && !k.called[d] {
		return
	}
	if box := s.boxed(); box != nil {
		out.Program.Data = append(out.Program.Data, box)
	}
	defs := append(append([]*syntax.Def{s.def}, s.pulls...), parts...)
	for i, c := range defs {
		if i > 0 {
			fresh(c) // parameters and sizes are shared with the scope that it came from
		}
		c.Body = k.in(&frame{}, c.Body)
	}
	if old {
		for _, c := range defs {
			copyDef(c)
		}
		s.def.Name += "_tapes"
	}
	if len(s.pulls) > 0 {
		out.Halves = append(out.Halves, defs[:1+len(s.pulls)]...)
	}
	out.Program.Defs = append(out.Program.Defs, defs...)
}

// fresh gives d parameters and sizes of its own.
func fresh(d *syntax.Def) { rebind(d, false) }

// copyDef gives d binders of its own throughout.
func copyDef(d *syntax.Def) { rebind(d, true) }

func rebind(d *syntax.Def, all bool) {
	r := newRenaming()
	r.Fresh = all
	sizes := make([]*syntax.SizeVar, len(d.Sizes))
	for i, n := range d.Sizes {
		sizes[i] = syntax.NewSizeVar(n.Name)
		r.Sizes[n] = syntax.SizeOfVar(sizes[i])
	}
	params := make([]*syntax.Var, len(d.Params))
	for i, x := range d.Params {
		params[i] = syntax.NewVar(x.Name, r.typ(x.Type))
		r.Vars[x] = syntax.Ref(params[i])
	}
	d.Result = r.typ(d.Result)
	d.Sizes, d.Params, d.Body = sizes, params, r.Apply(d.Body)
}
