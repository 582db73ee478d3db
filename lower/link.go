package lower

import "github.com/seed-4b734f86/gochad/syntax"

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

func (k *linker) count(t syntax.Term, times int) {
	syntax.EachCall(t, func(c *syntax.Call) {
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
			if b.Var != nil && syntax.IsAtom(rhs) {
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
