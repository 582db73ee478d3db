package closure

import "github.com/seed-4b734f86/gochad/syntax"

// An apply is the definition that applies the functions of a class: its size parameters are those of the shared
// sizes and of the holes, its parameters the shared variables, the closure and the argument.
type apply struct {
	def  *syntax.Def
	in   *frame // for the shared variables and sizes
	hole []*syntax.Size
}

// declare makes the signature of the apply definition of a class.
func (u *uses) declare(c *class) {
	f := u.frame()
	a := &apply{def: &syntax.Def{Name: u.defName(c)}, in: f}
	c.apply = a
	size := func(name string) *syntax.Size {
		n := syntax.NewSizeVar(name)
		a.def.Sizes = append(a.def.Sizes, n)
		return syntax.SizeOfVar(n)
	}
	for _, n := range c.sizes.List {
		f.sizes[n] = size(n.Name)
	}
	for range c.general.holes {
		a.hole = append(a.hole, size("n"))
	}
	for _, x := range c.shared.List {
		y := syntax.NewVar(x.Name, f.typ(x.Type, u.marks[x]))
		f.vars[x] = syntax.Ref(y)
		a.def.Params = append(a.def.Params, y)
	}
	t := c.types[0]
	param, result := c.instance(t, a.hole)
	name := "x"
	if len(c.lams) > 0 {
		name = c.lams[0].term.Param.Name
	}
	a.def.Params = append(a.def.Params, syntax.NewVar("f", f.subst(u.record(c))),
		syntax.NewVar(name, f.typ(param, c.param)))
	a.def.Result = f.typ(result, c.result)
}

// define makes the body of the apply definition.
func (u *uses) define(c *class) {
	a := c.apply
	ps := a.def.Params
	clo, arg := ps[len(ps)-2], ps[len(ps)-1]
	switch {
	case len(c.lams) == 0:
		a.def.Body = a.unreachable()
	case len(c.lams) == 1 && !c.cell:
		a.def.Body = u.arm(c, c.lams[0], clo, arg)
	default:
		vs, _ := syntax.Variants(clo.Type)
		arms := make([]syntax.Arm, len(c.lams))
		for i, l := range c.lams {
			env := syntax.NewVar("env", vs[i])
			arms[i] = syntax.Arm{Var: env, Body: u.arm(c, l, env, arg)}
		}
		a.def.Body = syntax.NewCase(syntax.Ref(clo), arms...)
	}
}

// unreachable is the body where no function can be, so that nothing is ever applied: some value of the type of the
// result, or, if none is at hand, the same call again.
func (a *apply) unreachable() syntax.Term {
	if v := valueOf(a.def.Result); v != nil {
		return v
	}
	sizes, args := syntax.SizesOf(a.def.Sizes), syntax.Refs(a.def.Params)
	return syntax.NewCall(nil, a.def, sizes, args...)
}

// arm is the body of a λ, with what it captures taken from its record.
func (u *uses) arm(c *class, l *lambda, env, arg *syntax.Var) syntax.Term {
	f := u.frame()
	for n, k := range c.apply.in.sizes {
		f.sizes[n] = k
	}
	for x, t := range c.apply.in.vars {
		f.vars[x] = t
	}
	var s syntax.Spine
	fields := len(l.env.List) + len(l.ints.List)
	field := func(i int) syntax.Term {
		if fields == 1 {
			return syntax.Ref(env)
		}
		return syntax.NewProj(i, syntax.Ref(env))
	}
	for n, h := range l.solved {
		f.sizes[n] = c.apply.hole[h]
	}
	for i, n := range l.ints.List {
		m := syntax.NewSizeVar(n.Name)
		s.Binds = append(s.Binds, syntax.Bind{Size: m, Rhs: field(len(l.env.List) + i)})
		f.sizes[n] = syntax.SizeOfVar(m)
	}
	for i, x := range l.env.List {
		f.vars[x] = s.Atom(x.Name, adapt(&s, field(i), f.typ(x.Type, u.marks[x])))
	}
	p := l.term.Param
	f.vars[p] = s.Atom(p.Name, adapt(&s, syntax.Ref(arg), f.typ(p.Type, c.param)))
	return s.In(adapt(&s, s.Atom("y", f.term(l.term.Body)), c.apply.def.Result))
}
