package dual

import (
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/syntax"
)

// rhs emits one right-hand side.
func (s *scope) rhs(name string, t syntax.Term) dualVal {
	switch t := t.(type) {
	case *syntax.VarRef, *syntax.Const:
		return s.atom(t)
	case *syntax.Prim:
		return s.prim(name, t)
	case *syntax.Tuple, *syntax.Proj, *syntax.Inj, *syntax.ArrayLit, *syntax.Index, *syntax.OneHot, *syntax.Set,
		*syntax.Sum, *syntax.Plus, *syntax.Zero, *syntax.Coerce, *syntax.Pack:
		return s.structural(name, t)
	case *syntax.SizeOf, *syntax.ToIdx, *syntax.FromIdx:
		return dualVal{p: s.sp.Let(name, s.copied(t))}
	case *syntax.DynLen:
		v := s.atom(t.Arg)
		if v.w != nil {
			return dualVal{p: s.sp.Let(name, syntax.NewDynLen(v.w))}
		}
		return dualVal{p: s.sp.Let(name, syntax.NewDynLen(v.p))}
	case *syntax.Lam:
		x := s.param(t.Param)
		in := s.inner()
		in.env[t.Param] = in.reflect(t.Param.Name, syntax.Ref(x), in.source(t.Param.Type))
		v := in.block(t.Body)
		return dualVal{w: s.sp.Let(name, syntax.NewLam(x, in.sp.In(in.reify(v, in.source(t.Body.Type())))))}
	case *syntax.App:
		arg := s.reify(s.atom(t.Arg), s.source(t.Arg.Type()))
		return s.reflect(name, syntax.NewApp(s.atom(t.Fun).w, arg), s.source(t.Type()))
	case *syntax.If:
		return s.ifThen(name, t)
	case *syntax.Case:
		return s.caseOf(name, t)
	case *syntax.Call:
		return s.call(name, t)
	case *syntax.Build:
		return s.build(name, t)
	case *syntax.Loop:
		return s.loop(name, t)
	case *syntax.While:
		return s.while(name, t)
	case *syntax.FilterIdx:
		n := s.size(t.Len)
		i := s.index(t.Idx, n)
		return dualVal{p: s.sp.Let(name, syntax.NewFilterIdx(n, i, s.plain(t.Body)))}
	case *syntax.Deriv:
		return s.deriv(name, t)
	case *syntax.Checkpoint: // the tangent is computed beside the value and needs no tape
		body, active := s.closed(t.Body)
		c := syntax.NewCheckpoint(t.By, body)
		if !active {
			return dualVal{p: s.sp.Let(name, c)}
		}
		return s.reflect(name, c, s.source(t.Type()))
	default:
		fail("only source programs have dual numbers")
	}
	panic("dual: unexpected term")
}

// copied is a node without binders over the primals of its atoms.
func (s *scope) copied(t syntax.Term) syntax.Term {
	m := syntax.Mapper{Term: s.primal, Type: s.source, Size: s.size}
	return m.Map(t)
}

// index makes the index variable of a loop.
func (s *scope) index(i *syntax.Var, n *syntax.Size) *syntax.Var {
	j := syntax.NewVar(i.Name, syntax.NewIdxType(n))
	s.env[i] = dualVal{p: syntax.Ref(j)}
	return j
}

// prim is the chain rule at a primitive: Σ ∂op/∂xᵢ · xᵢ′.
func (s *scope) prim(name string, t *syntax.Prim) dualVal {
	args := make([]syntax.Term, len(t.Args))
	active := false
	for i, a := range t.Args {
		v := s.atom(a)
		args[i] = v.p
		active = active || v.d != nil
	}
	y := s.sp.Let(name, syntax.NewPrimAt(t.At, t.Op, args...))
	if !active || t.Op.Partials == nil {
		return dualVal{p: y}
	}
	return dualVal{p: y, d: s.slopes(name, t, args, y, func(d syntax.Term, _ bool) syntax.Term { return d })}
}

// slopes is the sum of what the tangents of the arguments come to at slopes, over the values args and y, as hold has
// them; nil where there is nothing to add.
func (s *scope) slopes(name string, t *syntax.Prim, args []syntax.Term, y syntax.Term,
	hold func(slope syntax.Term, factors bool) syntax.Term) syntax.Term {
	var terms []syntax.Term
	for i, d := range t.Op.Slopes(args, y) {
		dx := s.atom(t.Args[i]).d
		if d == nil || dx == nil {
			continue
		}
		terms = append(terms, functor.Scale(functor.Partial{D: hold(d, t.Op.Factors), Guarded: t.Op.Singular,
			Factors: t.Op.Factors}, dx))
	}
	if len(terms) == 0 {
		return nil
	}
	s.sp.Binds = append(s.sp.Binds, normal(name+"'", syntax.NewPlus(terms...))...)
	return syntax.Ref(s.sp.Binds[len(s.sp.Binds)-1].Var)
}

// normal is name = t as a spine in A-normal form whose last binding is name.
func normal(name string, t syntax.Term) []syntax.Bind {
	x := syntax.NewVar(name, t.Type())
	l := syntax.ANF(syntax.NewLet([]syntax.Bind{{Var: x, Rhs: t}}, syntax.Ref(x))).(*syntax.Let)
	return l.Binds
}

// structural is a node that acts on primals and tangents alike: linear in the
// operands that vary, with the indices held fixed.
func (s *scope) structural(name string, t syntax.Term) dualVal {
	ty := s.source(t.Type())
	if p, ok := t.(*syntax.Proj); ok {
		if v := s.atom(p.Arg); v.w != nil {
			return s.reflect(name, syntax.NewProj(p.Index, v.w), ty)
		}
	}
	if ix, ok := t.(*syntax.Index); ok {
		if v := s.atom(ix.Arr); v.w != nil {
			return s.reflect(name, syntax.NewIndex(v.w, s.primal(ix.Idx)), ty)
		}
	}
	if !flat(ty) {
		m := syntax.Mapper{Type: func(t syntax.Type) syntax.Type { return s.d.Type(s.source(t)) }, Size: s.size}
		m.Term = func(a syntax.Term) syntax.Term { return s.reify(s.atom(a), s.source(a.Type())) }
		return dualVal{w: s.sp.Let(name, m.Map(t))}
	}
	return dualVal{p: s.sp.Let(name, s.copied(t)), d: s.structuralTangent(name, t)}
}

// structuralTangent is the tangent of a node of a flat type; nil where it is zero.
func (s *scope) structuralTangent(name string, t syntax.Term) syntax.Term {
	ty := s.source(t.Type())
	if constant(ty) || !s.anyActive(t) {
		return nil
	}
	if p, ok := t.(*syntax.Plus); ok {
		return s.plusTangent(name, p)
	}
	if tt, ok := t.(*syntax.Tuple); ok { // an index in it is a part that does not vary
		ds := make([]syntax.Term, len(tt.Elems))
		for i, a := range tt.Elems {
			ds[i] = s.sp.Atom("dx", s.atom(a).tangent(s.source(a.Type())))
		}
		return s.sp.Let(name+"'", syntax.NewTupleOf(syntax.TangentType(ty).(*syntax.TupleType), ds...))
	}
	m := syntax.Mapper{Term: s.tangentAtom, Size: s.size,
		Type: func(t syntax.Type) syntax.Type { return syntax.TangentType(s.source(t)) }}
	d := m.Map(t)
	if c, ok := d.(*syntax.Coerce); ok {
		d = syntax.NewLinearCoerce(c.At, c.Arg, c.Type().(*syntax.ArrayType))
	}
	return s.sp.Let(name+"'", d)
}

func (s *scope) anyActive(t syntax.Term) bool {
	active := false
	syntax.Children(t, func(c syntax.Term) { active = active || s.atom(c).active() })
	return active
}

// plusTangent adds the tangents that are not zero.
func (s *scope) plusTangent(name string, t *syntax.Plus) syntax.Term {
	var ds []syntax.Term
	for _, a := range t.Terms {
		if v := s.atom(a); v.d != nil {
			ds = append(ds, v.d)
		}
	}
	return s.sp.Atom(name+"'", syntax.NewPlus(ds...))
}

// tangentAtom is the tangent of an operand; an index stands for itself.
func (s *scope) tangentAtom(a syntax.Term) syntax.Term {
	if _, ok := a.Type().(*syntax.IdxType); ok {
		return s.primal(a)
	}
	return s.sp.Atom("dx", s.atom(a).tangent(s.source(a.Type())))
}

// joined reads a term that is R(τ) when active, τ otherwise.
func (s *scope) joined(name string, t syntax.Term, src syntax.Type, active bool) dualVal {
	if active {
		return s.reflect(name, t, src)
	}
	return dualVal{p: s.sp.Atom(name, t)}
}

func (s *scope) ifThen(name string, t *syntax.If) dualVal {
	c := s.primal(t.Cond)
	if a, one := s.closed(t.Then); !one {
		if b, two := s.closed(t.Else); !two {
			return dualVal{p: s.sp.Let(name, syntax.NewIf(c, a, b))}
		}
	}
	return s.reflect(name, syntax.NewIf(c, s.whole(t.Then), s.whole(t.Else)), s.source(t.Type()))
}

func (s *scope) caseOf(name string, t *syntax.Case) dualVal {
	scrut := s.reify(s.atom(t.Scrut), s.source(t.Scrut.Type()))
	arms := make([]syntax.Arm, len(t.Arms))
	for i, a := range t.Arms {
		x := s.param(a.Var)
		in := s.inner()
		in.env[a.Var] = in.reflect(a.Var.Name, syntax.Ref(x), in.source(a.Var.Type))
		v := in.block(a.Body)
		arms[i] = syntax.Arm{Var: x, Body: in.sp.In(in.reify(v, in.source(a.Body.Type())))}
	}
	return s.reflect(name, syntax.NewCase(scrut, arms...), s.source(t.Type()))
}

func (s *scope) build(name string, t *syntax.Build) dualVal {
	n := s.size(t.Len)
	i := s.index(t.Idx, n)
	body, active := s.closed(t.Body)
	if !active || !flat(t.Body.Type()) {
		arr := s.sp.Let(name, syntax.NewBuild(n, i, body))
		if flat(t.Body.Type()) {
			return dualVal{p: arr}
		}
		return dualVal{w: arr}
	}
	return s.unzip(name, n, s.sp.Let(name, syntax.NewBuild(n, i, body)))
}

// unzip is an array of ⟨primal, tangent⟩ as an array of primals and one of tangents.
func (s *scope) unzip(name string, n *syntax.Size, z syntax.Term) dualVal {
	part := func(k int) syntax.Term {
		return syntax.BuildArray(n, func(j syntax.Term) syntax.Term { return syntax.NewProj(k, syntax.NewIndex(z, j)) })
	}
	v := dualVal{p: s.let(name, part(0))}
	v.d = s.let(name+"'", part(1))
	return v
}

// let binds name to t in A-normal form.
func (s *scope) let(name string, t syntax.Term) syntax.Term {
	s.sp.Binds = append(s.sp.Binds, normal(name, t)...)
	return syntax.Ref(s.sp.Binds[len(s.sp.Binds)-1].Var)
}
