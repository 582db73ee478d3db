package dual

import "github.com/seed-4b734f86/gochad/syntax"

// made is a component of what holds what blocks keep: its arrays were made for it.
func (h *halves) made(t syntax.Term) syntax.Term {
	r := h.sp.Let("kept", t)
	h.d.made[r.Var] = true
	return r
}

// result is the pair of a value and a tangent of type t that a block ends in; the tangent is nil where it is zero.
func (h *halves) result(t syntax.Term) (value, tangent syntax.Term) {
	v := h.block(t)
	return v.p, v.d
}

// tangentBlock is the block of the tangents that ends in d.
func (h *halves) tangentBlock(d syntax.Term) syntax.Term { return h.lin.sp.In(d) }

// zeroOr is a tangent of a source type t.
func (h *halves) zeroOr(d syntax.Term, t syntax.Type) syntax.Term {
	return h.lin.sp.Atom("zero", dualVal{d: d}.tangent(h.source(t)))
}

// ifThen keeps what the branch that is taken keeps.
func (h *halves) ifThen(name string, t *syntax.If) (dualVal, bool) {
	c := h.value(t.Cond)
	return h.branches(name, t.Type(), []*syntax.Var{nil, nil}, []syntax.Term{t.Then, t.Else},
		func(vars []*syntax.Var, arms []syntax.Term) syntax.Term { return syntax.NewIf(c, arms[0], arms[1]) })
}

// caseOf is ifThen for values that do not vary.
func (h *halves) caseOf(name string, t *syntax.Case) (dualVal, bool) {
	scrut := h.value(t.Scrut)
	vars, arms := make([]*syntax.Var, len(t.Arms)), make([]syntax.Term, len(t.Arms))
	for i, a := range t.Arms {
		vars[i], arms[i] = a.Var, a.Body
	}
	return h.branches(name, t.Type(), vars, arms, func(vars []*syntax.Var, blocks []syntax.Term) syntax.Term {
		arms := make([]syntax.Arm, len(blocks))
		for i, b := range blocks {
			arms[i] = syntax.Arm{Var: vars[i], Body: b}
		}
		return syntax.NewCase(scrut, arms...)
	})
}

// branches are the halves of what branch makes of blocks under variables, which may be nil.
func (h *halves) branches(name string, ty syntax.Type, vars []*syntax.Var, blocks []syntax.Term,
	branch func(vars []*syntax.Var, blocks []syntax.Term) syntax.Term) (dualVal, bool) {
	n := len(blocks)
	bound, ins, ks := make([]*syntax.Var, n), make([]*halves, n), make([]*kept, n)
	values, variants := make([]syntax.Term, n), make([]syntax.Type, n)
	none, moves := true, false
	for i, b := range blocks {
		ins[i] = h.under()
		if x := vars[i]; x != nil {
			bound[i] = syntax.NewVar(x.Name, h.source(x.Type))
			ins[i].binders = []*syntax.Var{bound[i]}
			h.env[x] = dualVal{p: syntax.Ref(bound[i])}
		}
		var d syntax.Term
		values[i], d = ins[i].result(b)
		moves = moves || d != nil
		k, ok := ins[i].keep(ins[i].tangentBlock(ins[i].zeroOr(d, b.Type())))
		if !ok {
			return dualVal{}, false
		}
		ks[i], variants[i] = k, k.values().Type()
		none = none && k.none()
	}
	bare := none && vars[0] == nil
	sum := syntax.NewSumType(variants...)
	out := make([]syntax.Term, n)
	for i := range blocks {
		v := values[i]
		if moves && !bare {
			tag := ins[i].sp.Let("kept", syntax.NewInj(sum, i, ins[i].sp.Atom("kept", ks[i].values())))
			v = ins[i].sp.Let(name, syntax.NewTuple(v, tag))
		}
		out[i] = ins[i].sp.In(v)
	}
	z := h.sp.Let(name, branch(bound, out))
	switch {
	case !moves:
		return dualVal{p: z}, true
	case bare:
		tangents := []syntax.Term{ks[0].tangent(nil), ks[1].tangent(nil)}
		return dualVal{p: z, d: h.lin.sp.Let(name+"'", branch(nil, tangents))}, true
	}
	v := dualVal{p: h.sp.Let(name, syntax.NewProj(0, z))}
	arms := make([]syntax.Arm, n)
	for i, k := range ks {
		r := syntax.NewVar("kept", variants[i])
		arms[i] = syntax.Arm{Var: r, Body: k.tangent(syntax.Ref(r))}
	}
	v.d = h.lin.sp.Let(name+"'", syntax.NewCase(h.made(syntax.NewProj(1, z)), arms...))
	return v, true
}

// indexes is the block under an index, which the tangents have, too.
func (h *halves) indexes(x *syntax.Var, n *syntax.Size, more ...*syntax.Var) (in *halves, i, j *syntax.Var) {
	i = h.scope.index(x, n)
	j = syntax.NewVar(x.Name, i.Type)
	in = h.under(append(more, i)...)
	in.index = map[*syntax.Var]*syntax.Var{i: j}
	return in, i, j
}

// with is a value beside what is kept.
func (h *halves) with(name string, v syntax.Term, k *kept) syntax.Term {
	if k.none() {
		return v
	}
	return h.sp.Let(name, syntax.NewTuple(v, h.sp.Atom("kept", k.values())))
}

// at is what is kept at index j of the array that holds it.
func (k *kept) at(kepts syntax.Term, j *syntax.Var) syntax.Term {
	if k.none() {
		return nil
	}
	return syntax.NewIndex(kepts, syntax.Ref(j))
}

// parts is the array of components i of an array of pairs.
func (h *halves) parts(name string, n *syntax.Size, z syntax.Term, i int) syntax.Term {
	return h.let(name, syntax.BuildArray(n, func(j syntax.Term) syntax.Term {
		return syntax.NewProj(i, syntax.NewIndex(z, j))
	}))
}

// apart is an array of values, each beside what is kept with it.
func (h *halves) apart(name string, n *syntax.Size, z syntax.Term, k *kept) (values, kepts syntax.Term) {
	if k.none() {
		return z, nil
	}
	values, kepts = h.parts(name, n, z, 0), h.parts("kept", n, z, 1)
	h.d.made[kepts.(*syntax.VarRef).Var] = true
	return values, kepts
}

func (h *halves) build(name string, t *syntax.Build) (dualVal, bool) {
	n := h.size(t.Len)
	in, i, j := h.indexes(t.Idx, n)
	v, d := in.result(t.Body)
	if d == nil {
		return dualVal{p: h.sp.Let(name, syntax.NewBuild(n, i, in.sp.In(v)))}, true
	}
	k, ok := in.keep(in.tangentBlock(d))
	if !ok {
		return dualVal{}, false
	}
	z := h.sp.Let(name, syntax.NewBuild(n, i, in.sp.In(in.with(name, v, k))))
	values, kepts := h.apart(name, n, z, k)
	return dualVal{p: values, d: h.lin.sp.Let(name+"'", syntax.NewBuild(n, j, k.tangent(k.at(kepts, j))))}, true
}

// state binds the state of a loop to a value, and to a tangent, nil where it is zero.
func (h *halves) state(x *syntax.Var, init dualVal, body syntax.Term) (y, dy *syntax.Var) {
	ty := h.source(x.Type)
	y = syntax.NewVar(x.Name, ty)
	v := dualVal{p: syntax.Ref(y)}
	if !constant(ty) && (init.d != nil || h.touches(body)) {
		dy = syntax.NewVar(x.Name+"'", syntax.TangentType(ty))
		v.d = syntax.Ref(dy)
	}
	h.env[x] = v
	return y, dy
}

// loop is a loop over values, which collects what is kept, and a loop over tangents.
func (h *halves) loop(name string, t *syntax.Loop) (dualVal, bool) {
	n := h.size(t.Len)
	init := h.atom(t.Init)
	y, dy := h.state(t.State, init, t.Body)
	in, i, j := h.indexes(t.Idx, n, y)
	v := in.block(t.Body)
	b := in.loopBody(t.Body.Type(), t.Out, v, dy != nil)
	if b.nothing() {
		return dualVal{p: h.sp.Let(name, h.plain(t))}, true
	}
	k, ok := in.keep(in.tangentBlock(b.tangent))
	if !ok {
		return dualVal{}, false
	}
	out := t.Out
	if !k.none() {
		out = syntax.Collect
	}
	z := h.sp.Let(name, syntax.NewLoop(n, t.Down, out, i, y, init.p, in.sp.In(in.loopResult(b, k))))
	state, outs, kepts := h.collected(name, b, k, z, func(name string, z syntax.Term, part int) syntax.Term {
		return h.parts(name, n, z, part)
	})
	if t.Out == syntax.Accumulate && !k.none() {
		outs = h.sp.Let(name, syntax.NewSum(outs))
	}
	dout := t.Out
	if !b.varies {
		dout = syntax.NoOutput
	}
	dstate, dinit := h.tangentState(t.State, dy, init)
	dz := syntax.NewLoop(n, t.Down, dout, j, dstate, dinit, k.tangent(k.at(kepts, j)))
	return h.loopValue(name, t.Type(), b, state, outs, h.lin.sp.Let(name+"'", dz)), true
}

// tangentState is the state of a loop of tangents; that of nothing is unit.
func (h *halves) tangentState(x, dy *syntax.Var, init dualVal) (*syntax.Var, syntax.Term) {
	if dy == nil {
		return syntax.NewVar(x.Name+"'", syntax.Unit), syntax.UnitTerm()
	}
	return dy, h.zeroOr(init.d, x.Type)
}

// loopBody is what the body of a loop ends in.
type loopBody struct {
	out          syntax.Output
	state, value syntax.Term // the value nil for loops without output
	moves        bool        // the state has a tangent
	varies       bool        // the output has one
	tangent      syntax.Term // of both, as the loop of tangents has it
}

func (b loopBody) nothing() bool { return !b.moves && !b.varies }

func (h *halves) loopBody(ty syntax.Type, out syntax.Output, v dualVal, moves bool) loopBody {
	b := loopBody{out: out, state: v.p, moves: moves}
	state, output := dualVal{d: v.d}, dualVal{}
	src := ty
	if out != syntax.NoOutput {
		pair := h.source(ty).(*syntax.TupleType)
		src = pair.Elems[0]
		b.state, b.value = h.sp.Let("c", syntax.NewProj(0, v.p)), h.sp.Let("c", syntax.NewProj(1, v.p))
		state.d = nil
		if v.d != nil {
			if moves {
				state.d = h.lin.sp.Let("c'", syntax.NewProj(0, v.d))
			}
			if b.varies = !constant(pair.Elems[1]); b.varies {
				output.d = h.lin.sp.Let("c'", syntax.NewProj(1, v.d))
			}
		}
	}
	b.tangent = syntax.UnitTerm()
	if moves {
		b.tangent = h.zeroOr(state.d, src)
	}
	if b.varies {
		b.tangent = h.lin.sp.Let("c'", syntax.NewTuple(b.tangent, output.d))
	}
	return b
}

// loopResult is what the body of the loop of values ends in.
func (h *halves) loopResult(b loopBody, k *kept) syntax.Term {
	switch {
	case b.out == syntax.NoOutput && k.none():
		return b.state
	case b.out == syntax.NoOutput:
		return h.sp.Let("c", syntax.NewTuple(b.state, h.sp.Atom("kept", k.values())))
	default:
		return h.sp.Let("c", syntax.NewTuple(b.state, h.with("c", b.value, k)))
	}
}

// collected takes apart what the loop of values gives.
func (h *halves) collected(name string, b loopBody, k *kept, z syntax.Term,
	parts func(name string, z syntax.Term, part int) syntax.Term) (state, outs, kepts syntax.Term) {
	if b.out == syntax.NoOutput && k.none() {
		return z, nil, nil
	}
	state = h.sp.Let(name, syntax.NewProj(0, z))
	rest := h.sp.Let("kept", syntax.NewProj(1, z))
	switch {
	case k.none():
		return state, rest, nil
	case b.out == syntax.NoOutput:
		kepts = rest
	default:
		outs, kepts = parts(name, rest, 0), parts("kept", rest, 1)
	}
	h.d.made[kepts.(*syntax.VarRef).Var] = true
	return state, outs, kepts
}

// loopValue is the value and the tangent of a loop, of source type ty; dz is what the loop of tangents gives.
func (h *halves) loopValue(name string, ty syntax.Type, b loopBody, state, outs, dz syntax.Term) dualVal {
	if b.out == syntax.NoOutput {
		return dualVal{p: state, d: dz}
	}
	pair := h.source(ty).(*syntax.TupleType)
	v := dualVal{p: h.sp.Let(name, syntax.NewTuple(state, outs))}
	var dstate, douts syntax.Term
	switch {
	case b.varies:
		douts = h.lin.sp.Let(name+"'", syntax.NewProj(1, dz))
		if b.moves {
			dstate = h.lin.sp.Let(name+"'", syntax.NewProj(0, dz))
		}
	default:
		dstate = dz
	}
	v.d = h.lin.sp.Let(name+"'", syntax.NewTuple(h.zeroOr(dstate, pair.Elems[0]), h.zeroOr(douts, pair.Elems[1])))
	return v
}

// while has a loop over tangents with as many iterations as that over values had.
func (h *halves) while(name string, t *syntax.While) (dualVal, bool) {
	init := h.atom(t.Init)
	y, dy := h.state(t.State, init, t.Body)
	cond := h.plain(t.Cond)
	m := syntax.NewSizeVar("m")
	n := syntax.SizeOfVar(m)
	j := syntax.NewVar("j", syntax.NewIdxType(n))
	in := h.under(y)
	v := in.block(t.Body)
	b := in.loopBody(t.Body.Type(), t.Out, v, dy != nil)
	if b.nothing() {
		return dualVal{p: h.sp.Let(name, h.plain(t))}, true
	}
	k, ok := in.keep(in.tangentBlock(b.tangent))
	if !ok {
		return dualVal{}, false
	}
	if b.out == syntax.NoOutput && k.none() { // the tangents still need the number of iterations
		k.tuple = append(k.tuple, syntax.UnitTerm())
	}
	z := h.sp.Let(name, syntax.NewWhileCollect(t.At, y, init.p, cond, in.sp.In(in.loopResult(b, k))))
	state := h.sp.Let(name, syntax.NewProj(0, z))
	dyn := h.sp.Let("kept", syntax.NewProj(1, z))
	h.sp.Binds = append(h.sp.Binds, syntax.Bind{Size: m, Rhs: h.sp.Let("m", syntax.NewDynLen(dyn))})
	all := h.sp.Let("kept", syntax.NewCoerce(nil, dyn, syntax.NewArrayType(n, dyn.Type().(*syntax.DynType).Elem)))
	h.d.made[dyn.Var], h.d.made[all.Var] = true, true
	var outs, kepts syntax.Term
	switch {
	case b.out == syntax.NoOutput:
		kepts = all
	case k.none():
		outs = dyn
	default:
		outs = h.sp.Let(name, syntax.NewPack(h.parts(name, n, all, 0)))
		kepts = h.parts("kept", n, all, 1)
		h.d.made[kepts.(*syntax.VarRef).Var] = true
	}
	dstate, dinit := h.tangentState(t.State, dy, init)
	dout := syntax.NoOutput
	if b.varies {
		dout = syntax.Collect
	}
	dz := syntax.Term(h.lin.sp.Let(name+"'",
		syntax.NewLoop(n, false, dout, j, dstate, dinit, k.tangent(k.at(kepts, j)))))
	if b.varies {
		ys := h.lin.sp.Let(name+"'", syntax.NewPack(h.lin.sp.Let(name+"'", syntax.NewProj(1, dz))))
		dz = h.lin.sp.Let(name+"'", syntax.NewTuple(h.lin.sp.Let(name+"'", syntax.NewProj(0, dz)), ys))
	}
	return h.loopValue(name, t.Type(), b, state, outs, dz), true
}
