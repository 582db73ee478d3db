package term

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// call calls a function and stores its results. What it requires is required of the caller.
func (t *tr) call(s *flow.Call) {
	args := make([][]val, len(s.Args))
	for i, a := range s.Args {
		args[i] = t.expr(a)
		for j := range args[i] {
			if !t.takesRoom(s.Func, i, args[i][j]) {
				args[i][j] = t.settled("t", args[i][j])
			}
			args[i][j] = t.atom("t", args[i][j])
		}
	}
	var fun syntax.Term
	if s.Func == nil {
		fun = t.let("f", t.scalar(s.Fun).t)
	}
	ds := make([]dest, len(s.Dst))
	for i, p := range s.Dst {
		ds[i] = t.dest(p)
	}
	var results [][]val
	var status syntax.Term
	if s.Func != nil {
		results, status = t.callDef(s.Func, args, s.At, names(s.Dst))
	} else {
		results, status = t.callValue(fun, s.Fun.Type().(*flow.FuncType), args, s.At)
	}
	for i, d := range ds {
		t.store(d, results[i], s.At)
	}
	if status == nil {
		return
	}
	if c, ok := status.(*syntax.Const); ok && c.I == 0 {
		return
	}
	k := t.sl.of(t.facts.stops.of[s])
	if old := t.env[k].t; !isZeroConst(old) {
		status = syntax.NewPrim(syntax.OpIntAdd, old, t.let("status", status))
	}
	t.set(k, scalarVal(t.let("stop", status)))
}

func names(ps []flow.Place) []string {
	out := make([]string, len(ps))
	for i, p := range ps {
		out[i] = "t"
		if p.Var != nil && len(p.Path) == 0 {
			out[i] = p.Var.Name
		}
	}
	return out
}

// callDef calls a definition. Where the rows of what is passed may differ in length, it calls a version of the function
// for such rows; of functions that have none, the rows must have one length each.
func (t *tr) callDef(f *flow.Func, args [][]val, at *syntax.Pos, names []string) (results [][]val, status syntax.Term) {
	if f.Derived != nil {
		return t.derived(f, args, at), nil
	}
	args, room, lengths := t.withRoom(args)
	f, loose := t.version(f, args, room)
	sig := t.p.signature(f)
	terms := make([]syntax.Term, len(args), len(args)+len(lengths))
	var sizes []*syntax.Size
	known := map[*syntax.SizeVar]*syntax.Size{}
	for i, vs := range args {
		ft := f.Params[i].Type
		sh := t.rectangular(vs, ft, loose)
		terms[i] = t.implode(f.Params[i].Name, vs, ft, sh, at)
		sh.eachSize(func(p *syntax.Size) {
			known[sig.def.Sizes[len(sizes)]] = p
			sizes = append(sizes, t.real(p))
		})
		for j, v := range vs {
			if g := sig.ints[i][j]; g != nil {
				if p := t.polyOf(v); p != nil {
					known[g] = p
				}
			}
		}
	}
	subst := func(p *syntax.Size) *syntax.Size {
		return t.shrink(p.Subst(func(g *syntax.SizeVar) *syntax.Size { return known[g] }))
	}
	for _, p := range sig.extra {
		sizes = append(sizes, t.bindSize(subst(p), true, at))
	}
	e := syntax.NewCall(at, sig.def, sizes, append(terms, lengths...)...)
	return t.unpackCall(e, f, sig, subst, names)
}

// unpackCall takes the result of a call apart.
func (t *tr) unpackCall(e syntax.Term, f *flow.Func, sig *signature, subst func(*syntax.Size) *syntax.Size,
	names []string) ([][]val, syntax.Term) {
	n := len(f.Results)
	if sig.fails {
		n++
	}
	hint := f.Name
	if n == 1 && len(names) == 1 {
		hint = names[0]
	}
	if n > 1 {
		hint = "t"
	}
	parts := []syntax.Term{t.let(hint, e)}
	if n != 1 {
		r := parts[0]
		parts = make([]syntax.Term, n)
		for i := range parts {
			parts[i] = syntax.NewProj(i, r)
		}
	}
	out := make([][]val, len(f.Results))
	for i, r := range f.Results {
		name := r.Name
		if i < len(names) {
			name = names[i]
		}
		out[i] = t.result(name, parts[i], r.Type, substShape(sig.results[i], subst))
	}
	if sig.fails {
		return out, parts[n-1]
	}
	return out, nil
}

// result takes one result apart.
func (t *tr) result(name string, e syntax.Term, ft flow.Type, sh *shape) []val {
	vs := t.explode(name, e, ft, sh)
	for i := range vs {
		vs[i] = t.atom(name, vs[i])
	}
	return vs
}

// shrink is a length as it is, or as a ghost of its own when it has become a large polynomial.
func (t *tr) shrink(p *syntax.Size) *syntax.Size {
	if small(p) {
		return p
	}
	return t.lengthFresh(t.intOf(p))
}

// substShape is a shape in terms of the caller.
func substShape(sh *shape, subst func(*syntax.Size) *syntax.Size) *shape {
	out := *sh
	if sh.kind == sized {
		out.n = subst(sh.n)
	}
	if sh.elem != nil {
		out.elem = substShape(sh.elem, subst)
	}
	out.parts = nil
	for _, p := range sh.parts {
		out.parts = append(out.parts, substShape(p, subst))
	}
	return &out
}

// rectangular is the shape of a value whose rows have one length each: that of the first row where it is not known.
// With loose, rows of lengths that are not known keep them.
func (t *tr) rectangular(vs []val, ft flow.Type, loose bool) *shape {
	sh, _ := t.rectFrom(vs, ft, loose)
	return sh
}

func (t *tr) rectFrom(vs []val, ft flow.Type, loose bool) (*shape, []val) {
	if st, ok := ft.(*flow.Struct); ok {
		out := &shape{kind: product}
		for _, f := range st.Fields {
			var p *shape
			p, vs = t.rectFrom(vs, f.Type, loose)
			out.parts = append(out.parts, p)
		}
		return out, vs
	}
	if ft == flow.Type(flow.OpaqueT) {
		return scalarShape, vs
	}
	v := vs[0]
	if loose {
		return t.loosened(ft, v.sh), vs[1:]
	}
	return t.rect(v.sh, ft, func(get func(syntax.Term) syntax.Term) syntax.Term { return get(v.t) }), vs[1:]
}

// rect makes the lengths of a shape known; pick makes an int from one value of the shape, 0 when there is none.
func (t *tr) rect(sh *shape, ft flow.Type, pick func(get func(syntax.Term) syntax.Term) syntax.Term) *shape {
	switch ft := ft.(type) {
	case *flow.Struct:
		out := &shape{kind: product}
		for i, f := range ft.Fields {
			out.parts = append(out.parts, t.rect(sh.parts[i], f.Type,
				func(get func(syntax.Term) syntax.Term) syntax.Term {
					return pick(func(e syntax.Term) syntax.Term { return get(part(e, len(ft.Fields), i)) })
				}))
		}
		return out
	case *flow.Array:
		return &shape{kind: fixed, elem: t.rect(sh.elem, ft.Elem, firstOf(pick))}
	case *flow.Slice:
		out := &shape{kind: sized, n: sh.n}
		switch sh.kind {
		case blank:
			out.n = syntax.SizeLit(0)
		case dyn:
			k := pick(func(e syntax.Term) syntax.Term { return syntax.NewDynLen(e) })
			out.n = t.sizeVar("m", k, nil)
			inner := pick
			pick = func(get func(syntax.Term) syntax.Term) syntax.Term {
				return inner(func(e syntax.Term) syntax.Term {
					elem := e.Type().(*syntax.DynType).Elem
					return get(syntax.NewCoerce(nil, e, syntax.NewArrayType(out.n, elem)))
				})
			}
		}
		out.elem = t.rect(sh.elem, ft.Elem, firstOf(pick))
		return out
	}
	return sh
}

// firstOf picks from the first element of an array.
func firstOf(pick func(get func(syntax.Term) syntax.Term) syntax.Term) func(get func(syntax.Term) syntax.Term) syntax.Term {
	return func(get func(syntax.Term) syntax.Term) syntax.Term {
		return pick(func(e syntax.Term) syntax.Term {
			n := e.Type().(*syntax.ArrayType).Len
			if n == syntax.SizeLit(0) {
				return syntax.IntLit(0)
			}
			some := syntax.NewPrim(syntax.MustOp("ilt"), syntax.IntLit(0), syntax.NewSizeOf(n))
			return syntax.NewIf(some, get(syntax.NewIndex(e, syntax.NewToIdx(nil, n, syntax.IntLit(0)))),
				syntax.IntLit(0))
		})
	}
}

// callValue applies a function value; slices go in and out without their lengths.
func (t *tr) callValue(f syntax.Term, ft *flow.FuncType, args [][]val, at *syntax.Pos) ([][]val, syntax.Term) {
	terms := make([]syntax.Term, len(args))
	for i, vs := range args {
		terms[i] = t.implode("t", vs, ft.Params[i], dynShape(ft.Params[i]), at)
	}
	e := syntax.NewApp(f, syntax.NewTuple(terms...))
	fails := t.p.failing[ft.String()]
	n := len(ft.Results)
	if fails {
		n++
	}
	parts := t.unpackAll("t", t.let("t", e), n)
	out := make([][]val, len(ft.Results))
	for i, r := range ft.Results {
		out[i] = t.explode("t", parts[i], r, dynShape(r))
		for j := range out[i] {
			out[i][j] = t.atom("t", out[i][j])
		}
	}
	if fails {
		return out, parts[n-1]
	}
	return out, nil
}

func (t *tr) unpackAll(name string, e syntax.Term, n int) []syntax.Term {
	if n == 0 {
		return nil
	}
	return t.unpack(name, e, n)
}

// closure is a function literal: a λ. What it captures is not assigned to again.
func (t *tr) closure(f *flow.Func) syntax.Term {
	ft := f.Type().(*flow.FuncType)
	ty := t.p.funcType(ft).(*syntax.FuncType)
	x := syntax.NewVar("x", ty.Param)
	if len(f.Params) == 1 {
		x = syntax.NewVar(f.Params[0].Name, ty.Param)
	}
	cur, loops, exits := t.cur, t.loops, t.exits
	t.loops, t.exits = nil, false
	fails := t.p.failing[ft.String()]
	stop := t.facts.stops.in(f)
	own := slotSet{}
	for _, k := range t.facts.vars(append(slices.Clip(f.Results), stop)) {
		own[k] = struct{}{}
	}
	t.results = append(t.results, own)
	body := t.apart(func() syntax.Term {
		t.set(exitSlot, exitVal(0))
		t.set(t.sl.of(stop), exitVal(0))
		parts := make([]syntax.Term, len(f.Params))
		for i := range parts {
			parts[i] = part(syntax.Ref(x), len(parts), i)
		}
		for i, p := range f.Params {
			vs := t.explode(p.Name, parts[i], p.Type, dynShape(p.Type))
			t.store(dest{slot: t.sl.of(p)}, vs, f.At)
		}
		t.declareResults(f)
		t.list(t.facts.lits[f])
		var out []syntax.Term
		for _, r := range f.Results {
			vs := t.load(flow.Place{Var: r})
			out = append(out, t.implode(r.Name, vs, r.Type, dynShape(r.Type), f.At))
		}
		if fails {
			out = append(out, t.status(f))
		}
		return syntax.NewTuple(out...)
	})
	t.results = t.results[:len(t.results)-1]
	t.cur, t.loops, t.exits = cur, loops, exits
	return t.let(f.Name, syntax.NewLam(x, body))
}

// declareResults gives the results of a function their zero values.
func (t *tr) declareResults(f *flow.Func) {
	for _, r := range f.Results {
		t.store(dest{slot: t.sl.of(r)}, t.zeroValue(r.Name, r.Type, true), f.At)
	}
}

// status is 0 at the end of a function, or of a literal in it, and depends on all that is required there.
func (t *tr) status(lit *flow.Func) syntax.Term { return t.env[t.sl.of(t.facts.stops.in(lit))].t }

// funcRef is a declared function as a value: a λ around a call.
func (t *tr) funcRef(f *flow.Func) syntax.Term {
	ft := f.Type().(*flow.FuncType)
	ty := t.p.funcType(ft).(*syntax.FuncType)
	x := syntax.NewVar("x", ty.Param)
	body := t.apart(func() syntax.Term {
		args := make([][]val, len(f.Params))
		for i, p := range f.Params {
			args[i] = t.explode(p.Name, part(syntax.Ref(x), len(args), i), p.Type, dynShape(p.Type))
			for j := range args[i] {
				args[i][j] = t.atom(p.Name, args[i][j])
			}
		}
		results, status := t.callDef(f, args, f.At, nil)
		var out []syntax.Term
		for i, r := range f.Results {
			out = append(out, t.implode(r.Name, results[i], r.Type, dynShape(r.Type), f.At))
		}
		if t.p.failing[ft.String()] {
			if status == nil {
				status = syntax.IntLit(0)
			}
			out = append(out, status)
		}
		return syntax.NewTuple(out...)
	})
	return t.let(f.Name, syntax.NewLam(x, body))
}
