package functor

import "github.com/seed-4b734f86/gochad/syntax"

// A rule transforms one active right-hand side: bindings that it needs go to
// sp, and it returns the primal and the linear half over the frame fr.
type rule struct {
	*scope
	sp *syntax.Spine
	fr *frame
	x  *syntax.Var // the source variable that is bound
}

// bindLin binds the linear half of y under the name y'. It stands before its
// only use, in the linear half of the spine.
func (r *rule) bindLin(y *syntax.Var, lin syntax.Term) *syntax.Var {
	l := syntax.NewVar(y.Name+"'", lin.Type())
	r.sp.Bind(l, lin)
	return l
}

// apply is the case analysis of CHAD §7.4–7.5, extended to sums, arrays, loops and calls.
func (r *rule) apply(t syntax.Term) (primal, lin syntax.Term) {
	m, ctx := r.f.Mode, r.fr.ctx
	switch t := t.(type) {
	case *syntax.Tuple:
		return r.same(t), m.Tuple(ctx, r.tangent(t.Type()), r.fr.operands(t.Elems))
	case *syntax.Proj:
		return r.same(t), m.Proj(ctx, t.Index, r.tangent(t.Type()), r.fr.operand(t.Arg))
	case *syntax.Lam:
		return r.lam(t)
	case *syntax.App:
		return r.app(t)
	case *syntax.Inj:
		return r.same(t), m.Inj(ctx, r.tangent(t.Type()), t.Tag, r.fr.operand(t.Arg))
	case *syntax.Case:
		return r.caseOf(t)
	case *syntax.If:
		return r.ifThen(t)
	case *syntax.Call:
		return r.call(t)
	case *syntax.Prim:
		return r.prim(t)
	case *syntax.Build:
		return r.build(t)
	case *syntax.Loop:
		return r.loop(t)
	case *syntax.While:
		return r.while(t)
	case *syntax.Deriv:
		return r.deriv(t)
	case *syntax.Checkpoint:
		return r.checkpoint(t)
	case *syntax.Plus:
		return r.same(t), m.Plus(ctx, r.tangent(t.Type()), r.fr.operands(t.Terms))
	case *syntax.Sum:
		return r.same(t), m.Sum(ctx, r.fr.operand(t.Arg))
	case *syntax.ArrayLit:
		elem := r.tangent(t.Type()).(*syntax.ArrayType).Elem
		return r.same(t), m.ArrayLit(ctx, elem, r.fr.operands(t.Elems))
	case *syntax.Index:
		return r.same(t), m.Index(ctx, r.fr.operand(t.Arr), r.atom(t.Idx))
	case *syntax.OneHot:
		return r.same(t), m.OneHot(ctx, r.size(t.Len), r.atom(t.Idx), r.fr.operand(t.Val))
	case *syntax.Set:
		return r.same(t), m.Set(ctx, r.fr.operand(t.Arr), r.atom(t.Idx), r.fr.operand(t.Val))
	case *syntax.Coerce:
		return r.same(t), m.Cast(ctx, r.fr.operand(t.Arg), r.tangent(t.Type()))
	case *syntax.Pack:
		return r.same(t), m.Cast(ctx, r.fr.operand(t.Arg), r.tangent(t.Type()))
	case *syntax.VarRef, *syntax.Const, *syntax.Let, *syntax.Zero, *syntax.SizeOf, *syntax.ToIdx, *syntax.FromIdx, *syntax.DynLen, *syntax.FilterIdx:
		panic("functor: not an active right-hand side in A-normal form")
	case *syntax.LinLam, *syntax.LinApp, *syntax.Coproj, *syntax.Uninj, *syntax.Singleton, *syntax.CopowerCase:
		fail(nil, "only source programs can be differentiated")
	}
	panic("functor: unexpected term")
}

// same is the primal of a node without binders: itself over the primal atoms.
func (s *scope) same(t syntax.Term) syntax.Term { return s.atoms.Map(t) }

// prim is D(op(t₁, …, tₖ)) of CHAD §7.3.
func (r *rule) prim(t *syntax.Prim) (primal, lin syntax.Term) {
	primal, ps := r.primPartials(t)
	return primal, r.f.Mode.Prim(r.fr.ctx, r.tangent(t.Type()), ps)
}

func (r *rule) primPartials(t *syntax.Prim) (primal syntax.Term, ps []Partial) {
	p := r.same(t)
	y := r.sp.Let(r.x.Name, p)
	ps = make([]Partial, 0, len(t.Args))
	for i, d := range t.Op.Slopes(p.(*syntax.Prim).Args, y) {
		x := r.fr.operand(t.Args[i])
		if x.Active() && x.Tan != syntax.Unit {
			if r.f.Direct && d != nil {
				d = r.beside(t.Op, d)
			}
			ps = append(ps, Partial{X: x, D: d, Guarded: t.Op.Singular, Factors: t.Op.Factors})
		}
	}
	return y, ps
}

// beside has what a slope of op computes in a pair with op bound beside it: both together cost little more than one, and
// the linear half would compute it alone.
func (r *rule) beside(op *syntax.Op, d syntax.Term) syntax.Term {
	t, ok := d.(*syntax.Prim)
	if !ok {
		return d
	}
	for _, p := range syntax.GoPairs() {
		if p.Ops == [2]string{op.Name, t.Op.Name} || p.Ops == [2]string{t.Op.Name, op.Name} {
			return r.sp.Let("t", t)
		}
	}
	return syntax.MapChildren(t, func(c syntax.Term) syntax.Term { return r.beside(op, c) })
}

// lam is D(λx. t), CHAD §7.4–7.5.
func (r *rule) lam(t *syntax.Lam) (primal, lin syntax.Term) {
	x, body, active := r.lamBody(t, r.fr.vars)
	y := r.sp.Let(r.x.Name, syntax.NewLam(x, body))
	arg, result := r.tangent(t.Param.Type), r.tangent(t.Body.Type())
	x1 := syntax.NewVar(t.Param.Name, x.Type)
	var in syntax.Spine
	z := in.Let("z", syntax.NewApp(y, syntax.Ref(x1)))
	primal = syntax.NewLam(x1, in.In(syntax.NewTuple(syntax.NewProj(0, z),
		r.f.Mode.Argument(r.fr.ctx, arg, result, active, syntax.NewProj(1, z)))))
	lin = r.f.Mode.Captured(r.fr.ctx, x.Type, arg, result, active, func(a syntax.Term) syntax.Term {
		return syntax.NewProj(1, syntax.NewApp(y, a))
	})
	return primal, lin
}

// lamBody transforms the body of a λ over the context vars and its parameter.
func (s *scope) lamBody(t *syntax.Lam, vars []*syntax.Var) (x *syntax.Var, body syntax.Term, active bool) {
	defer func(depth int) { s.depth = depth }(s.depth)
	s.depth++
	active = s.tangent(t.Param.Type) != syntax.Unit
	x = s.bind(t.Param, active)
	ctx := append([]*syntax.Var{}, vars...)
	if active {
		ctx = append(ctx, x)
	}
	return x, s.pair(t.Body, ctx), active
}

// app is D(t s), CHAD §7.4–7.5.
func (r *rule) app(t *syntax.App) (primal, lin syntax.Term) {
	z := r.sp.Let("z", syntax.NewApp(r.atom(t.Fun), r.atom(t.Arg)))
	arg := r.sp.Let("z'", syntax.NewProj(1, z))
	return syntax.NewProj(0, z),
		r.f.Mode.App(r.fr.ctx, r.fr.operand(t.Fun), r.fr.operand(t.Arg), r.tangent(t.Type()), arg)
}

// ifThen gives both branches the context of the whole.
func (r *rule) ifThen(t *syntax.If) (primal, lin syntax.Term) {
	z := r.sp.Let("z", syntax.NewIf(r.atom(t.Cond), r.half(t.Then, r.fr.vars, nil), r.half(t.Else, r.fr.vars, nil)))
	return r.unpair(z)
}

func (r *rule) unpair(z syntax.Term) (primal, lin syntax.Term) {
	return syntax.NewProj(0, z), syntax.NewProj(1, z)
}

// caseOf gives all arms the context of the whole; the variable of an arm is a
// step of its own, from the scrutinee.
func (r *rule) caseOf(t *syntax.Case) (primal, lin syntax.Term) {
	scrut := r.atom(t.Scrut)
	sum := r.tangent(t.Scrut.Type())
	arms := make([]syntax.Arm, len(t.Arms))
	for i, a := range t.Arms {
		var steps []armStep
		from, _ := scrut.(*syntax.VarRef)
		active := from != nil && r.isActive(from.Var) && r.tangent(a.Var.Type) != syntax.Unit
		x := r.bind(a.Var, active)
		if active {
			steps = []armStep{{x, from.Var, r.f.Mode.Arm(sum, i)}}
		}
		arms[i] = syntax.Arm{Var: x, Body: r.half(a.Body, r.fr.vars, steps)}
	}
	return r.unpair(r.sp.Let("z", syntax.NewCase(scrut, arms...)))
}

// call uses the derivative of the definition with respect to the active arguments.
func (r *rule) call(t *syntax.Call) (primal, lin syntax.Term) {
	active := make([]bool, len(t.Args))
	var xs []Operand
	for i, a := range t.Args {
		o := r.fr.operand(a)
		if active[i] = o.Active() && o.Tan != syntax.Unit; active[i] {
			xs = append(xs, o)
		}
	}
	z := r.sp.Let("z", r.callDef(r.f.definition(t.Def, active).Def, t))
	if r.f.Direct && r.inOrder(xs) {
		return syntax.NewProj(0, z), r.sp.Let(r.x.Name+"'", syntax.NewProj(1, z))
	}
	zl := r.sp.Let("z'", syntax.NewProj(1, z))
	return syntax.NewProj(0, z), r.f.Mode.Call(r.fr.ctx, xs, r.tangent(t.Type()), zl)
}

func (s *scope) callDef(d *syntax.Def, t *syntax.Call) syntax.Term {
	args := make([]syntax.Term, len(t.Args))
	for i, a := range t.Args {
		args[i] = s.atom(a)
	}
	sizes := make([]*syntax.Size, len(t.Sizes))
	for i, n := range t.Sizes {
		sizes[i] = s.size(n)
	}
	return syntax.NewCall(t.At, d, sizes, args...)
}

// constant is the primal of a right-hand side whose linear half is not wanted.
func (s *scope) constant(sp *syntax.Spine, t syntax.Term) syntax.Term {
	defer func(floor, depth int) { s.floor, s.depth = floor, depth }(s.floor, s.depth)
	s.floor = s.depth
	s.depth++
	switch t := t.(type) {
	case *syntax.Lam:
		x, body, _ := s.lamBody(t, nil)
		return syntax.NewLam(x, body)
	case *syntax.App:
		z := sp.Let("z", syntax.NewApp(s.atom(t.Fun), s.atom(t.Arg)))
		return syntax.NewProj(0, z)
	case *syntax.Call:
		return s.constantCall(sp, t)
	case *syntax.Deriv:
		return s.derivValue(sp, t)
	default:
		return s.constantBinder(t)
	}
}

// constantBinder keeps a node, with its blocks transformed to their primals.
func (s *scope) constantBinder(t syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.Case:
		arms := make([]syntax.Arm, len(t.Arms))
		for i, a := range t.Arms {
			x := s.bind(a.Var, false)
			arms[i] = syntax.Arm{Var: x, Body: s.plain(a.Body)}
		}
		return syntax.NewCase(s.atom(t.Scrut), arms...)
	case *syntax.If, *syntax.Build, *syntax.Loop, *syntax.While, *syntax.FilterIdx, *syntax.Checkpoint:
		m := syntax.Mapper{
			Term: s.plain, Size: s.size, Type: s.primal,
			Binder: func(x *syntax.Var) *syntax.Var { return s.bind(x, false) },
		}
		return m.Map(t)
	default:
		return s.same(t)
	}
}

// constantCall calls the source definition where primals are the values
// themselves, and takes the primal half of the derivative otherwise.
func (s *scope) constantCall(sp *syntax.Spine, t *syntax.Call) syntax.Term {
	if !holdsFuncs(t.Def) {
		return s.callDef(s.f.plainDef(t.Def), t)
	}
	d := s.f.definition(t.Def, make([]bool, len(t.Args)))
	return syntax.NewProj(0, sp.Let("z", s.callDef(d.Def, t)))
}

// holdsFuncs reports whether a definition takes or returns functions.
func holdsFuncs(d *syntax.Def) bool {
	for _, p := range d.Params {
		if syntax.HoldsFunc(p.Type) {
			return true
		}
	}
	return syntax.HoldsFunc(d.Result)
}
