package gen

import "github.com/seed-4b734f86/gochad/syntax"

// linArray emits the linear array terms as combinators.
func (h *closures) linArray(t syntax.Term, env *linEnv) *expr {
	switch t := t.(type) {
	case *syntax.Build:
		return call("", "linear.Build", h.size(t.Len),
			h.family(t.Idx, h.lfun(env, t.Body.Type()), func() *expr { return h.lin(t.Body, env) }))
	case *syntax.Sum:
		if b, ok := t.Arg.(*syntax.Build); ok {
			return call("", "linear.Total", h.size(b.Len), h.monoid(t.Type()),
				h.family(b.Idx, h.lfun(env, t.Type()), func() *expr { return h.lin(b.Body, env) }))
		}
		return then(h.lin(t.Arg, env), call("", "linear.SumArray", h.monoid(t.Type())))
	case *syntax.Index:
		return then(h.lin(t.Arr, env), call("", "linear.Index["+h.g.goType(t.Type())+"]", h.indexVal(t.Idx)))
	case *syntax.OneHot:
		return then(h.lin(t.Val, env), call("", "linear.OneHot", h.size(t.Len), h.monoid(t.Val.Type()),
			h.indexVal(t.Idx)))
	case *syntax.Set:
		return h.linSet(t, env)
	case *syntax.ArrayLit:
		return h.linLit(t, env)
	case *syntax.Loop:
		return h.linLoop(t, env)
	}
	failf("%s: %T is not linear in form", h.fn.def.Name, t)
	return nil
}

// linSet clears one element and adds the new one.
func (h *closures) linSet(t *syntax.Set, env *linEnv) *expr {
	arr := t.Type().(*syntax.ArrayType)
	elem := h.g.goType(arr.Elem)
	n := h.size(arr.Len)
	at := h.atom(h.indexVal(t.Idx), "at")
	keep := h.literal("i", "int", "linear.LFun["+elem+", "+elem+"]", func(i *expr) {
		h.out.add(&stmt{kind: ifStmt, exprs: h.one(binary("==", i, at)), body: []*stmt{
			{kind: returnStmt, exprs: h.one(call("", "linear.Zero["+elem+"]", h.monoid(arr.Elem)))},
		}})
		h.out.add(&stmt{kind: returnStmt, exprs: h.one(call("", "linear.Id["+elem+"]"))})
	})
	return call("", "linear.Plus", h.monoid(arr),
		then(h.lin(t.Arr, env), call("", "linear.MapArray", n, keep)),
		then(h.lin(t.Val, env), call("", "linear.OneHot", n, h.monoid(arr.Elem), at)))
}

func (h *closures) linLit(t *syntax.ArrayLit, env *linEnv) *expr {
	typ := h.lfun(env, t.Type().(*syntax.ArrayType).Elem)
	fs := make([]*expr, len(t.Elems))
	for i, el := range t.Elems {
		fs[i] = h.lin(el, env)
	}
	table := h.declare("fs", node(typedExpr, "[]"+typ, fs...))
	return call("", "linear.Build", intLit(int64(len(fs))), h.literal("i", "int", typ, func(i *expr) {
		h.out.add(&stmt{kind: returnStmt, exprs: h.one(index(table, i))})
	}))
}

// linLoop carries the environment beside the state.
func (h *closures) linLoop(t *syntax.Loop, env *linEnv) *expr {
	order := &expr{kind: litExpr, text: "linear.Up", size: 1}
	if t.Down {
		order = &expr{kind: litExpr, text: "linear.Down", size: 1}
	}
	state := h.g.goType(t.State.Type)
	pair := "linear.Tuple2[" + state + ", " + env.typ + "]"
	inner := &linEnv{typ: pair, vars: map[*syntax.Var]*expr{}, subs: env.subs}
	snd := call("", "linear.Snd["+state+", "+env.typ+"]")
	fst := call("", "linear.Fst["+state+", "+env.typ+"]")
	for v, f := range env.vars {
		inner.vars[v] = then(snd, f)
	}
	inner.vars[t.State] = fst
	start := call("", "linear.Pair2", h.lin(t.Init, env), call("", "linear.Id["+env.typ+"]"))
	n := h.size(t.Len)
	if t.Out == syntax.NoOutput {
		body := h.family(t.Idx, h.lfun(inner, t.State.Type), func() *expr { return h.lin(t.Body, inner) })
		return then(start, call("", "linear.LoopFeed", order, n, body))
	}
	elem := t.Body.Type().(*syntax.TupleType).Elems[1]
	out := h.g.goType(elem)
	// b : (S, E) ⊸ (S, O) becomes (S, E) ⊸ ((S, E), O).
	result := "linear.LFun[" + pair + ", linear.Tuple2[" + pair + ", " + out + "]]"
	body := h.family(t.Idx, result, func() *expr {
		both := "linear.Tuple2[" + state + ", " + out + "]"
		old, now := "linear.Fst["+pair+", "+both+"]", call("", "linear.Snd["+pair+", "+both+"]")
		carry := call("", "linear.Pair2",
			call("", "linear.Pair2", then(now, call("", "linear.Fst["+state+", "+out+"]")), then(call("", old), snd)),
			then(now, call("", "linear.Snd["+state+", "+out+"]")))
		return call("", "linear.Share", h.lin(t.Body, inner), carry)
	})
	run := call("", "linear.ScanArray", order, n, body)
	last := out
	if t.Out == syntax.Collect {
		last = "[]" + out
	} else {
		run = call("", "linear.LoopEmit", order, n, h.monoid(elem), body)
	}
	ends := call("", "linear.Pair2",
		then(call("", "linear.Fst["+pair+", "+last+"]"), fst), call("", "linear.Snd["+pair+", "+last+"]"))
	return then(then(start, run), ends)
}
