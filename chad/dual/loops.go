package dual

import "github.com/seed-4b734f86/gochad/syntax"

// touches reports whether a block mentions an active variable.
func (s *scope) touches(ts ...syntax.Term) bool {
	for _, t := range ts {
		for _, x := range syntax.FreeVars(t) {
			if v, ok := s.env[x]; ok && v.active() || !ok && !flat(x.Type) {
				return true
			}
		}
	}
	return false
}

// state binds the state of a loop: R(τ) when anything that feeds it is active.
func (s *scope) state(x *syntax.Var, init dualVal, bodies ...syntax.Term) (y *syntax.Var, active bool,
	start syntax.Term, enter func(in *scope)) {
	src := s.source(x.Type)
	if flat(src) && (constant(src) || init.d == nil && !s.touches(bodies...)) {
		y = syntax.NewVar(x.Name, src)
		return y, false, init.p, func(in *scope) { in.env[x] = dualVal{p: syntax.Ref(y)} }
	}
	y = syntax.NewVar(x.Name, s.d.Type(src))
	return y, true, s.reify(init, src), func(in *scope) { in.env[x] = in.reflect(x.Name, syntax.Ref(y), src) }
}

// next is the next state as the state variable carries it.
func (s *scope) next(v dualVal, src syntax.Type, active bool) syntax.Term {
	if !active {
		return v.p
	}
	return s.reify(v, src)
}

func (s *scope) loop(name string, t *syntax.Loop) dualVal {
	n := s.size(t.Len)
	y, active, start, enter := s.state(t.State, s.atom(t.Init), t.Body)
	i := s.index(t.Idx, n)
	in := s.inner()
	enter(in)
	v := in.block(t.Body)
	src := s.source(t.State.Type)
	if t.Out == syntax.NoOutput {
		l := syntax.NewLoop(n, t.Down, t.Out, i, y, start, in.sp.In(in.next(v, src, active)))
		return s.joined(name, l, src, active)
	}
	pair := s.source(t.Body.Type()).(*syntax.TupleType)
	st, out := in.component(v, 0, pair.Elems[0]), in.component(v, 1, pair.Elems[1])
	varies := !flat(pair.Elems[1]) || out.d != nil
	body := syntax.NewTuple(in.next(st, src, active), in.next(out, pair.Elems[1], varies))
	l := s.sp.Let(name, syntax.NewLoop(n, t.Down, t.Out, i, y, start, in.sp.In(body)))
	last := s.joined(name, s.sp.Let(name, syntax.NewProj(0, l)), src, active)
	ys := s.sp.Let(name, syntax.NewProj(1, l))
	return s.pairUp(name, s.source(t.Type()), last, s.outputs(name, n, ys, t.Out, pair.Elems[1], varies))
}

// outputs is the dual of the collected or accumulated outputs.
func (s *scope) outputs(name string, n *syntax.Size, ys syntax.Term, out syntax.Output, elem syntax.Type,
	varies bool) dualVal {
	switch {
	case !flat(elem):
		return dualVal{w: ys}
	case !varies:
		return dualVal{p: ys}
	case out == syntax.Accumulate:
		return s.reflect(name, ys, elem)
	}
	return s.unzip(name, n, ys)
}

// component is part i of a pair.
func (s *scope) component(v dualVal, i int, src syntax.Type) dualVal {
	if v.w != nil {
		return s.reflect("c", syntax.NewProj(i, v.w), src)
	}
	out := dualVal{p: s.sp.Let("c", syntax.NewProj(i, v.p))}
	if v.d != nil && !constant(src) {
		out.d = s.sp.Let("c'", syntax.NewProj(i, v.d))
	}
	return out
}

// pairUp is the dual of a pair of duals, of source type t.
func (s *scope) pairUp(name string, t syntax.Type, a, b dualVal) dualVal {
	tt := t.(*syntax.TupleType)
	if !flat(t) {
		return dualVal{w: s.sp.Let(name, syntax.NewTuple(s.reify(a, tt.Elems[0]), s.reify(b, tt.Elems[1])))}
	}
	v := dualVal{p: s.sp.Let(name, syntax.NewTuple(a.p, b.p))}
	if a.d != nil || b.d != nil {
		v.d = s.sp.Let(name+"'", syntax.NewTuple(
			s.sp.Atom("dx", a.tangent(tt.Elems[0])), s.sp.Atom("dx", b.tangent(tt.Elems[1]))))
	}
	return v
}

func (s *scope) while(name string, t *syntax.While) dualVal {
	y, active, start, enter := s.state(t.State, s.atom(t.Init), t.Body)
	src := s.source(t.State.Type)
	c := s.inner()
	enter(c)
	cond := c.sp.In(c.block(t.Cond).p)
	in := s.inner()
	enter(in)
	v := in.block(t.Body)
	if t.Out == syntax.NoOutput {
		w := syntax.NewWhile(t.At, y, start, cond, in.sp.In(in.next(v, src, active)))
		return s.joined(name, w, src, active)
	}
	pair := s.source(t.Body.Type()).(*syntax.TupleType)
	st, out := in.component(v, 0, pair.Elems[0]), in.component(v, 1, pair.Elems[1])
	varies := !flat(pair.Elems[1]) || out.d != nil
	body := syntax.NewTuple(in.next(st, src, active), in.next(out, pair.Elems[1], varies))
	w := s.sp.Let(name, syntax.NewWhileCollect(t.At, y, start, cond, in.sp.In(body)))
	last := s.joined(name, s.sp.Let(name, syntax.NewProj(0, w)), src, active)
	ys := dualVal{p: s.sp.Let(name, syntax.NewProj(1, w))}
	switch {
	case !flat(pair.Elems[1]):
		ys = dualVal{w: ys.p}
	case varies:
		part := func(i int) func(*scope, syntax.Term) syntax.Term {
			return func(_ *scope, e syntax.Term) syntax.Term { return syntax.NewProj(i, e) }
		}
		ys = dualVal{p: s.sp.Let(name, s.eachElement(ys.p, part(0))), d: s.sp.Let(name+"'", s.eachElement(ys.p, part(1)))}
	}
	return s.pairUp(name, s.source(t.Type()), last, ys)
}
