package closure

import "github.com/seed-4b734f86/gochad/syntax"

// An instance copies the body of one definition of the result, with new binders.
type instance struct {
	*lifter
	vars  map[*syntax.Var]value
	sizes map[*syntax.SizeVar]*syntax.Size
	copy  syntax.Mapper
}

func newInstance(l *lifter) *instance {
	in := &instance{lifter: l, vars: map[*syntax.Var]value{}, sizes: map[*syntax.SizeVar]*syntax.Size{}}
	in.copy = syntax.Mapper{Term: in.term, Binder: in.binder, SizeBinder: in.sizeBinder, Type: in.typ, Size: in.size}
	return in
}

func (in *instance) env(n *syntax.SizeVar) *syntax.Size { return in.sizes[n] }

func (in *instance) typ(t syntax.Type) syntax.Type {
	if len(in.sizes) == 0 {
		return t
	}
	return syntax.SubstSizes(t, in.env)
}

func (in *instance) size(n *syntax.Size) *syntax.Size { return n.Subst(in.env) }

func (in *instance) binder(x *syntax.Var) *syntax.Var {
	y := syntax.NewVar(x.Name, in.typ(x.Type))
	in.vars[x] = value{atom: syntax.Ref(y)}
	return y
}

func (in *instance) sizeBinder(n *syntax.SizeVar) *syntax.SizeVar {
	m := syntax.NewSizeVar(n.Name)
	in.sizes[n] = syntax.SizeOfVar(m)
	return m
}

func (in *instance) block(t syntax.Term) syntax.Term {
	l, ok := t.(*syntax.Let)
	if !ok {
		return in.term(t)
	}
	var s syntax.Spine
	for _, b := range l.Binds {
		in.bind(&s, b)
	}
	return s.In(in.term(l.Body))
}

func (in *instance) term(t syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.VarRef:
		v := in.value(t)
		if v.fn != nil {
			return in.eta(v.fn)
		}
		return v.atom
	case *syntax.Let:
		return in.block(t)
	}
	return in.copy.Map(t)
}

// value is what is known of an atom.
func (in *instance) value(t syntax.Term) value {
	if r, ok := t.(*syntax.VarRef); ok {
		if v, ok := in.vars[r.Var]; ok {
			return v
		}
	}
	return value{atom: t}
}

// bind copies one binding; those of known functions go.
func (in *instance) bind(s *syntax.Spine, b syntax.Bind) {
	if b.Var == nil {
		rhs := in.term(b.Rhs)
		s.Binds = append(s.Binds, syntax.Bind{Size: in.sizeBinder(b.Size), Rhs: rhs, At: b.At, Sure: b.Sure})
		return
	}
	var rhs syntax.Term
	switch t := b.Rhs.(type) {
	case *syntax.Lam:
		if f := in.lift(t); f != nil {
			in.vars[b.Var] = value{fn: f}
			return
		}
	case *syntax.VarRef:
		if v := in.value(t); v.fn != nil {
			in.vars[b.Var] = v
			return
		}
	case *syntax.App:
		if f := in.value(t.Fun).fn; f != nil {
			v := in.apply(s, f, in.value(t.Arg))
			if v.fn != nil {
				in.vars[b.Var] = v
				return
			}
			rhs = v.atom
		}
	case *syntax.Call:
		rhs = in.call(s, t)
	}
	if rhs == nil {
		rhs = in.term(b.Rhs)
	}
	s.Binds = append(s.Binds, syntax.Bind{Var: in.binder(b.Var), Rhs: rhs, At: b.At})
}

// lift is a λ that is bound as a known function, or nil if it stays a λ.
func (in *instance) lift(t *syntax.Lam) *partial {
	c := in.lams[t]
	if c == nil {
		return nil
	}
	sizes := make([]*syntax.Size, len(c.sizes))
	for i, n := range c.sizes {
		sizes[i] = in.size(syntax.SizeOfVar(n))
	}
	vals := make([]value, c.caps)
	for i, y := range c.params[:c.caps] {
		vals[i] = in.value(syntax.Ref(y))
	}
	f := newPartial(c, sizes, vals)
	if f.depth > 0 && (f.depth > liftDepth || in.budget < 0) {
		return nil
	}
	return f
}

// apply is a known function with one more argument: a known function, or a call.
func (in *instance) apply(s *syntax.Spine, f *partial, arg value) value {
	if arg.fn != nil && arg.fn.depth >= liftDepth {
		arg = in.passed(s, arg)
	}
	g := f.with(arg)
	if len(g.vals) < len(g.code.params) {
		return value{fn: g}
	}
	if t := in.lifter.call(g.code, g.sizes, g.vals, nil, false); t != nil {
		return value{atom: t}
	}
	for i := g.code.caps; i < len(g.vals); i++ {
		g.vals[i] = in.passed(s, g.vals[i])
	}
	return value{atom: in.lifter.call(g.code, g.sizes, g.vals, nil, true)}
}

// passed is a value as an atom.
func (in *instance) passed(s *syntax.Spine, v value) value {
	if v.fn == nil {
		return v
	}
	return value{atom: s.Let("f", in.eta(v.fn))}
}

// call is a call of a definition, specialised to the known functions among its arguments.
func (in *instance) call(s *syntax.Spine, t *syntax.Call) syntax.Term {
	c := in.defs[t.Def]
	if c == nil {
		return in.copy.Map(t)
	}
	sizes := make([]*syntax.Size, len(t.Sizes))
	for i, n := range t.Sizes {
		sizes[i] = in.size(n)
	}
	vals := make([]value, len(t.Args))
	for i, a := range t.Args {
		vals[i] = in.value(a)
	}
	if r := in.lifter.call(c, sizes, vals, t.At, false); r != nil {
		return r
	}
	for i := range vals {
		vals[i] = in.passed(s, vals[i])
	}
	return in.lifter.call(c, sizes, vals, t.At, true)
}

// eta is a known function as a λ that calls its definition.
func (in *instance) eta(f *partial) syntax.Term {
	env := map[*syntax.SizeVar]*syntax.Size{}
	for i, n := range f.code.sizes {
		env[n] = f.sizes[i]
	}
	var xs []*syntax.Var
	for _, p := range f.code.params[len(f.vals):] {
		t := syntax.SubstSizes(p.Type, func(n *syntax.SizeVar) *syntax.Size { return env[n] })
		x := syntax.NewVar(p.Name, t)
		xs = append(xs, x)
		f = f.with(value{atom: syntax.Ref(x)})
	}
	t := in.lifter.call(f.code, f.sizes, f.vals, nil, true)
	for i := len(xs) - 1; i >= 0; i-- {
		t = syntax.NewLam(xs[i], syntax.ANF(t))
	}
	return t
}
