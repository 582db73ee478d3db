package functor

import "github.com/seed-4b734f86/gochad/syntax"

// binomial is a loop of T iterations by the binomial schedule with c snapshots
// ([Revolve]). It is a call seg(0, T, c, init) of a new definition
//
//	seg(t, n, c, s) = if n ≤ c₀ then the n iterations from t, taped
//	                  else let h = split(n, c); s = checkpoint seg(t, h, c, s) in
//	                       seg(t + h, n - h, c - 1, s)
//
// where c₀ is the number of snapshots at the start. Reverse mode keeps the states s along the chain of second
// halves, at most c of them, and a tape of c₀ iterations; when it reaches a first
// half it runs it again, with the snapshots that have become free. The value of a first half
// is that of a plain loop.
func (f *Functor) binomial(l *syntax.Loop, snapshots int) syntax.Term {
	g := &segments{f: f, loop: l, leaf: snapshots}
	g.close()
	advance := g.header("advance")
	advance.Body = syntax.ANF(g.straight(advance))
	seg := g.header("segment")
	seg.Body = syntax.ANF(g.split(seg))
	f.out = append(f.out, advance, seg)
	f.plain[seg] = f.plainDef(advance)
	return g.call(seg, syntax.Refs(g.free), g.outer, num(0), syntax.NewSizeOf(l.Len), num(snapshots), l.Init)
}

// segments makes the definitions for stretches of one loop.
type segments struct {
	f     *Functor
	loop  *syntax.Loop
	leaf  int
	free  []*syntax.Var     // of the body
	sizes []*syntax.SizeVar // of the body and of all types
	outer []*syntax.Size    // sizes, as sizes
}

// close finds what the definitions need of the surroundings of the loop.
func (g *segments) close() {
	l := g.loop
	for _, x := range syntax.FreeVars(l.Body) {
		if x != l.Idx && x != l.State {
			g.free = append(g.free, x)
		}
	}
	sized := []syntax.Type{l.State.Type, l.Idx.Type, l.Type()}
	for _, x := range g.free {
		sized = append(sized, x.Type)
	}
	bound, seen := map[*syntax.SizeVar]bool{}, map[*syntax.SizeVar]bool{}
	size := func(n *syntax.SizeVar) {
		if !seen[n] && !bound[n] {
			seen[n] = true
			g.sizes = append(g.sizes, n)
			g.outer = append(g.outer, syntax.SizeOfVar(n))
		}
	}
	var m syntax.Mapper
	typ := func(t syntax.Type) syntax.Type { syntax.EachSizeVar(t, size); return t }
	m = syntax.Mapper{
		Term:       func(t syntax.Term) syntax.Term { return m.Map(t) },
		Binder:     func(x *syntax.Var) *syntax.Var { typ(x.Type); return x },
		SizeBinder: func(n *syntax.SizeVar) *syntax.SizeVar { bound[n] = true; return n },
		Type:       typ,
		Size:       func(n *syntax.Size) *syntax.Size { n.Vars(size); return n },
	}
	for _, t := range sized {
		typ(t)
	}
	m.Map(l.Body)
}

// header is a definition without a body: the free variables, the first iteration, how many there
// are, the snapshots, and the state.
func (g *segments) header(name string) *syntax.Def {
	d := &syntax.Def{Name: g.f.fresh(name)}
	env := map[*syntax.SizeVar]*syntax.Size{}
	for _, n := range g.sizes {
		m := syntax.NewSizeVar(n.Name)
		env[n] = syntax.SizeOfVar(m)
		d.Sizes = append(d.Sizes, m)
	}
	own := func(t syntax.Type) syntax.Type {
		return syntax.SubstSizes(t, func(n *syntax.SizeVar) *syntax.Size { return env[n] })
	}
	for _, x := range g.free {
		d.Params = append(d.Params, syntax.NewVar(x.Name, own(x.Type)))
	}
	for _, x := range []string{"t", "n", "c"} {
		d.Params = append(d.Params, syntax.NewVar(x, syntax.Int))
	}
	d.Params = append(d.Params, syntax.NewVar(g.loop.State.Name, own(g.loop.State.Type)))
	d.Result = own(g.loop.Type())
	return d
}

// arguments are the parameters of a definition, apart.
func (g *segments) arguments(d *syntax.Def) (free []syntax.Term, t, n, c, s syntax.Term) {
	k := len(g.free)
	for _, x := range d.Params[:k] {
		free = append(free, syntax.Ref(x))
	}
	at := func(i int) syntax.Term { return syntax.Ref(d.Params[k+i]) }
	return free, at(0), at(1), at(2), at(3)
}

func (g *segments) call(d *syntax.Def, free []syntax.Term, sizes []*syntax.Size, rest ...syntax.Term) syntax.Term {
	return syntax.NewCall(nil, d, sizes, append(append([]syntax.Term{}, free...), rest...)...)
}

// straight is the iterations t, …, t + n - 1 of the loop one after the other, with the
// parameters of d.
func (g *segments) straight(d *syntax.Def) syntax.Term {
	free, t, n, _, s := g.arguments(d)
	l := g.loop
	sub1 := syntax.Substitution{Fresh: true, Vars: map[*syntax.Var]syntax.Term{},
		Sizes: map[*syntax.SizeVar]*syntax.Size{}}
	for i, x := range g.free {
		sub1.Vars[x] = free[i]
	}
	for i, v := range g.sizes {
		sub1.Sizes[v] = syntax.SizeOfVar(d.Sizes[i])
	}
	own := func(t syntax.Type) syntax.Type {
		return syntax.SubstSizes(t, func(v *syntax.SizeVar) *syntax.Size { return sub1.Sizes[v] })
	}
	i, state := syntax.NewVar(l.Idx.Name, own(l.Idx.Type)), syntax.NewVar(l.State.Name, own(l.State.Type))
	sub1.Vars[l.Idx], sub1.Vars[l.State] = syntax.Ref(i), syntax.Ref(state)
	total := i.Type.(*syntax.IdxType).Bound
	var sp, in syntax.Spine
	length := size(&sp, "l", prim("imax", num(0), n))
	j := syntax.NewVar("j", syntax.NewIdxType(length))
	step := add(t, syntax.NewFromIdx(syntax.Ref(j)))
	if l.Down {
		step = sub(sub(syntax.NewSizeOf(total), num(1)), step)
	}
	in.Bind(i, syntax.NewToIdx(nil, total, step))
	return sp.In(syntax.NewLoop(length, false, l.Out, j, state, s, in.In(sub1.Apply(l.Body))))
}

// split is the body of the definition d.
func (g *segments) split(d *syntax.Def) syntax.Term {
	free, t, n, c, s := g.arguments(d)
	leaf := num(g.leaf)
	sizes := syntax.SizesOf(d.Sizes)
	var sp syntax.Spine
	blocks := div(sub(add(n, leaf), num(1)), leaf)
	h := sp.Let("h", mul(syntax.NewCall(nil, g.f.firstPart(), nil, blocks, c), leaf))
	z := sp.Let("z", whole(g.call(d, free, sizes, t, h, c, s)))
	second := func(s syntax.Term) syntax.Term {
		return g.call(d, free, sizes, add(t, h), sub(n, h), sub(c, num(1)), s)
	}
	var both syntax.Term
	if g.loop.Out == syntax.NoOutput {
		both = sp.In(second(z))
	} else { // the outputs of both parts add up
		w := sp.Let("w", second(syntax.NewProj(0, z)))
		both = sp.In(syntax.NewTuple(syntax.NewProj(0, w), syntax.NewPlus(syntax.NewProj(1, z), syntax.NewProj(1, w))))
	}
	return syntax.NewIf(prim("ile", n, leaf), g.straight(d), both)
}

// firstPart is the definition split(n, c): of n ≥ 2 steps with c ≥ 1 snapshots, how many come
// before the first one. With β(c, r) = (c + r)! / (c! r!), let r be the least number with
// β(c, r) ≥ n: no step need run more than r times again, and with
//
//	max(1, β(c, r - 2), n - β(c - 1, r))
//
// steps first the total is the least possible, r n - β(c + 1, r - 1) ([Revolve]).
func (f *Functor) firstPart() *syntax.Def {
	if f.splitter != nil {
		return f.splitter
	}
	n, c := syntax.NewVar("n", syntax.Int), syntax.NewVar("c", syntax.Int)
	w := syntax.NewVar("w", syntax.NewTupleType(syntax.Int, syntax.Int))
	r, b := syntax.NewProj(0, syntax.Ref(w)), syntax.NewProj(1, syntax.Ref(w))
	next := add(r, num(1))
	grow := syntax.NewTuple(next, div(mul(b, add(syntax.Ref(c), next)), next))
	var sp syntax.Spine
	z := sp.Let("z", syntax.NewWhile(nil, w, syntax.NewTuple(num(1), add(syntax.Ref(c), num(1))),
		prim("ilt", b, syntax.Ref(n)), grow))
	rr, bb := sp.Let("r", syntax.NewProj(0, z)), sp.Let("b", syntax.NewProj(1, z))
	b1 := sp.Let("b1", div(mul(bb, rr), add(syntax.Ref(c), rr)))
	b2 := sp.Let("b2", div(mul(b1, sub(rr, num(1))), sub(add(syntax.Ref(c), rr), num(1))))
	bc := sp.Let("bc", div(mul(bb, syntax.Ref(c)), add(syntax.Ref(c), rr)))
	body := sp.In(prim("imax", num(1), prim("imax", b2, sub(syntax.Ref(n), bc))))
	f.splitter = &syntax.Def{Name: f.fresh("split"), Params: []*syntax.Var{n, c}, Result: syntax.Int,
		Body: syntax.ANF(body)}
	f.out = append(f.out, f.splitter)
	return f.splitter
}
