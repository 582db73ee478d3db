package functor

import "github.com/seed-4b734f86/gochad/syntax"

// build is D([ t | i < n ]): the bodies' linear functions form an array, or, in
// the paper's form (CHAD §10), are made again by the linear half.
func (r *rule) build(t *syntax.Build) (primal, lin syntax.Term) {
	n := r.size(t.Len)
	i := r.bind(t.Idx, false)
	body := r.half(t.Body, r.fr.vars, nil)
	var at func(j syntax.Term) syntax.Term
	if r.f.Recompute {
		y := r.sp.Let("f", syntax.NewLam(i, body))
		at = func(j syntax.Term) syntax.Term { return syntax.NewApp(y, j) }
	} else {
		ts := r.sp.Let("ts", syntax.NewBuild(n, i, body))
		at = func(j syntax.Term) syntax.Term { return syntax.NewIndex(ts, j) }
	}
	primal = syntax.BuildArray(n, func(j syntax.Term) syntax.Term { return syntax.NewProj(0, at(j)) })
	elem := r.tangent(t.Body.Type())
	lin = r.f.Mode.Build(r.fr.ctx, n, elem, func(j syntax.Term) syntax.Term { return syntax.NewProj(1, at(j)) })
	return primal, lin
}

// stateful is what loop and while share: the context of the body.
type stateful struct {
	state  *syntax.Var // primal
	active bool
	free   []*syntax.Var // of the body, primal, without the state
	ctx    []*syntax.Var // free, and the state when active
}

// enter binds the state of a loop, active when its type varies.
func (r *rule) enter(state *syntax.Var, bodies ...syntax.Term) stateful {
	st := stateful{active: r.tangent(state.Type) != syntax.Unit}
	seen := map[*syntax.Var]bool{}
	for _, b := range bodies {
		for _, x := range r.activeVars(b, state) {
			if !seen[x] {
				seen[x] = true
				st.free = append(st.free, x)
			}
		}
	}
	st.state = r.bind(state, st.active)
	st.ctx = append([]*syntax.Var{}, st.free...)
	if st.active {
		st.ctx = append(st.ctx, st.state)
	}
	return st
}

// freeOperands are the free variables of a body as operands of the whole.
func (r *rule) freeOperands(st stateful) []Operand {
	out := make([]Operand, len(st.free))
	for i, x := range st.free {
		out[i] = r.fr.primalOperand(syntax.Ref(x))
	}
	return out
}

// tangent is D₂ of the state.
func (st stateful) tangent(s *scope) syntax.Type { return s.varTangent(st.state) }

// loop is D of a counted loop: the forward pass collects the linear functions of
// the bodies (Futhark REVLOOP stores the states instead; what has to be
// stored is decided later).
func (r *rule) loop(t *syntax.Loop) (primal, lin syntax.Term) {
	n := r.size(t.Len)
	init := r.fr.operand(t.Init)
	i := r.bind(t.Idx, false)
	st := r.enter(t.State, t.Body)
	body := r.collecting(t.Out, r.half(t.Body, st.ctx, nil), len(st.ctx) > 0)
	ts := r.sp.Let("ts", syntax.NewLoop(n, t.Down, syntax.Collect, i, st.state, init.Atom, body))
	lins := r.sp.Let("ps", syntax.NewProj(1, ts))
	it := Iteration{Len: n, Down: t.Down, Out: t.Out, State: st.tangent(r.scope), Init: init, Output: syntax.Unit}
	primal, it.Output = r.loopResult(t, n, ts, lins)
	return primal, r.iterate(it, st, lins, t.Out)
}

// iterate is the linear half of a loop whose bodies' linear functions are in
// lins, beside their output when they have one.
func (r *rule) iterate(it Iteration, st stateful, lins syntax.Term, out syntax.Output) syntax.Term {
	it.Context = r.context(st.free)
	it.Free = r.freeOperands(st)
	it.Pull = func(j syntax.Term) syntax.Term {
		p := syntax.Term(syntax.NewIndex(lins, j))
		if out != syntax.NoOutput {
			p = syntax.NewProj(1, p)
		}
		return p
	}
	return r.f.Mode.Loop(r.fr.ctx, it)
}

// collecting turns the pair ⟨next, linear⟩ of a body into the ⟨state, output⟩ of a
// collecting loop: ⟨next, linear⟩ itself, or ⟨state, ⟨y, linear⟩⟩ for a body with output.
func (r *rule) collecting(out syntax.Output, body syntax.Term, paired bool) syntax.Term {
	if !paired {
		panic("functor: a loop whose body has no active variables is not active")
	}
	if out == syntax.NoOutput {
		return body
	}
	var sp syntax.Spine
	z := openPair(&sp, body)
	p := sp.Atom("p", z.Elems[0])
	return sp.In(syntax.NewTuple(syntax.NewProj(0, p), syntax.NewTuple(syntax.NewProj(1, p), z.Elems[1])))
}

// openPair takes apart a block that ends in a pair.
func openPair(sp *syntax.Spine, t syntax.Term) *syntax.Tuple {
	if l, ok := t.(*syntax.Let); ok {
		sp.Binds = append(sp.Binds, l.Binds...)
		t = l.Body
	}
	return t.(*syntax.Tuple)
}

// loopResult is the primal result of the source loop from the collecting one,
// and D₂ of its output.
func (r *rule) loopResult(t *syntax.Loop, n *syntax.Size, ts, lins syntax.Term) (primal syntax.Term,
	output syntax.Type) {
	state := syntax.NewProj(0, ts)
	if t.Out == syntax.NoOutput {
		return state, syntax.Unit
	}
	ys := r.outputs(n, lins)
	output = r.tangent(t.Body.Type().(*syntax.TupleType).Elems[1])
	if t.Out == syntax.Accumulate {
		ys = syntax.NewSum(r.sp.Let("ys", ys))
	}
	return syntax.NewTuple(state, ys), output
}

// outputs are those of the bodies whose linear functions are beside them.
func (r *rule) outputs(n *syntax.Size, lins syntax.Term) syntax.Term {
	return syntax.BuildArray(n, func(j syntax.Term) syntax.Term {
		return syntax.NewProj(0, syntax.NewIndex(lins, j))
	})
}

// while is D of a while loop: the forward pass collects the linear functions of
// as many bodies as ran, and from then on it is a counted loop.
func (r *rule) while(t *syntax.While) (primal, lin syntax.Term) {
	init := r.fr.operand(t.Init)
	st := r.enter(t.State, t.Body)
	cond := r.plain(t.Cond)
	body := r.collecting(t.Out, r.half(t.Body, st.ctx, nil), len(st.ctx) > 0)
	ts := r.sp.Let("ts", syntax.NewWhileCollect(t.At, st.state, init.Atom, cond, body))
	dyn := r.sp.Let("ps", syntax.NewProj(1, ts))
	m := syntax.NewSizeVar("m")
	r.sp.Binds = append(r.sp.Binds, syntax.Bind{Size: m, Rhs: r.sp.Let("k", syntax.NewDynLen(dyn))})
	n := syntax.SizeOfVar(m)
	lins := r.sp.Let("ps", syntax.NewCoerce(nil, dyn, syntax.NewArrayType(n, dyn.Type().(*syntax.DynType).Elem)))
	it := Iteration{Len: n, Dyn: true, Out: t.Out, State: st.tangent(r.scope), Init: init, Output: syntax.Unit}
	primal = syntax.NewProj(0, ts)
	if t.Out != syntax.NoOutput {
		ys := r.sp.Let("ys", r.outputs(n, lins))
		primal = syntax.NewTuple(r.sp.Let("s", primal), r.sp.Let("ys", syntax.NewPack(ys)))
		it.Output = r.tangent(t.Body.Type().(*syntax.TupleType).Elems[1])
	}
	return primal, r.iterate(it, st, lins, t.Out)
}
