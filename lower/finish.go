package lower

import (
	"strconv"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Static code that is called more often than once is inlined as well when it is
// no larger than smallCode nodes and called at most smallSites times.
const (
	smallCode  = 10
	smallSites = 4
)

// linker puts static code in its place: inlined, or as a definition of its own.
type linker struct {
	code  map[*syntax.Def]bool // static code
	sites map[*syntax.Def]int  // places of the final program from which code is called
	keep  map[*syntax.Def]bool

	mapper syntax.Mapper
	cur    *frame
	called map[*syntax.Def]bool // old definitions whose new form is called
}

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
		eachCall(d.Body, func(c *syntax.Call) {
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
			eachCall(b, func(c *syntax.Call) {
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
	if s.data != nil {
		out.Program.Data = append(out.Program.Data, s.data)
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

func (k *linker) count(t syntax.Term, times int) {
	eachCall(t, func(c *syntax.Call) {
		if k.code[c.Def] {
			k.sites[c.Def] += times
		}
	})
}

func (k *linker) decide(c *syntax.Def) {
	n := k.sites[c]
	if n == 0 {
		return
	}
	times := n
	if n > 1 && (n > smallSites || syntax.CountNodes(c.Body) > smallCode) {
		k.keep[c], times = true, 1
	}
	k.count(c.Body, times)
}

// frame is what the variables and sizes of one piece of static code stand for at the
// place where it is inlined.
type frame struct {
	vars  small[*syntax.Var, syntax.Term]
	sizes small[*syntax.SizeVar, *syntax.Size]
	types small[syntax.Type, syntax.Type]
}

func (f *frame) sizeOf(v *syntax.SizeVar) *syntax.Size {
	n, _ := f.sizes.get(v)
	return n
}

func (f *frame) size(n *syntax.Size) *syntax.Size {
	if f.sizes.empty() {
		return n
	}
	return n.Subst(f.sizeOf)
}

func (f *frame) typ(t syntax.Type) syntax.Type {
	if f.sizes.empty() {
		return t
	}
	if r, ok := f.types.get(t); ok {
		return r
	}
	r := syntax.SubstSizes(t, f.sizeOf)
	f.types.put(t, r)
	return r
}

func (f *frame) binder(x *syntax.Var) *syntax.Var {
	ty := f.typ(x.Type)
	if ty == x.Type {
		return x
	}
	y := syntax.NewVar(x.Name, ty)
	f.vars.put(x, syntax.Ref(y))
	return y
}

func newLinker() *linker {
	k := &linker{code: map[*syntax.Def]bool{}, sites: map[*syntax.Def]int{}, keep: map[*syntax.Def]bool{}}
	k.mapper = syntax.Mapper{
		Term:   k.link,
		Binder: func(x *syntax.Var) *syntax.Var { return k.cur.binder(x) },
		Type:   func(t syntax.Type) syntax.Type { return k.cur.typ(t) },
		Size:   func(n *syntax.Size) *syntax.Size { return k.cur.size(n) },
	}
	return k
}

// in links t in the frame f.
func (k *linker) in(f *frame, t syntax.Term) syntax.Term {
	saved := k.cur
	k.cur = f
	t = k.link(t)
	k.cur = saved
	return t
}

// link rewrites t in the current frame, with static code inlined.
func (k *linker) link(t syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.Const:
		return t
	case *syntax.VarRef:
		if u, ok := k.cur.vars.get(t.Var); ok {
			return u
		}
		return t
	case *syntax.Let:
		return k.linkLet(t)
	case *syntax.Call:
		if k.code[t.Def] && !k.keep[t.Def] {
			return k.inline(t)
		}
	}
	return k.mapper.Map(t)
}

// linkLet keeps the spine flat: the spine of inlined code is joined to it.
func (k *linker) linkLet(t *syntax.Let) syntax.Term {
	f := k.cur
	out, changed := make([]syntax.Bind, 0, len(t.Binds)), false
	for _, b := range t.Binds {
		rhs := k.link(b.Rhs)
		if rhs != b.Rhs {
			changed = true
			if in, ok := rhs.(*syntax.Let); ok {
				out, rhs = append(out, in.Binds...), in.Body
			}
			if b.Var != nil && isAtom(rhs) {
				f.vars.put(b.Var, rhs)
				continue
			}
		}
		n := b
		n.Rhs = rhs
		if b.Var != nil {
			n.Var = f.binder(b.Var)
			changed = changed || n.Var != b.Var
		}
		out = append(out, n)
	}
	body := k.link(t.Body)
	if !changed && body == t.Body {
		return t
	}
	return syntax.NewLet(out, body)
}

// inline is the body of the code that t calls, at the arguments of t.
func (k *linker) inline(t *syntax.Call) syntax.Term {
	d, g := t.Def, &frame{}
	for i, n := range d.Sizes {
		s := k.cur.size(t.Sizes[i])
		if v, ok := s.IsVar(); !ok || v != n {
			g.sizes.put(n, s)
		}
	}
	for i, x := range d.Params {
		a := k.link(t.Args[i])
		if r, ok := a.(*syntax.VarRef); !ok || r.Var != x {
			g.vars.put(x, a)
		}
	}
	body := d.Body
	if k.sites[d] > 1 {
		k.sites[d]-- // the last one gets the original
		body = syntax.Refresh(body)
	}
	return k.in(g, body)
}
