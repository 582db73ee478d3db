package terms

import (
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/syntax"
)

// linArray emits the linear array terms as combinators.
func (h *emitter) linArray(t syntax.Term, env *linEnv) *code.Expr {
	switch t := t.(type) {
	case *syntax.Build:
		return code.Call("", "linear.Build", h.size(t.Len),
			h.family(t.Idx, h.lfun(env, t.Body.Type()), func() *code.Expr { return h.lin(t.Body, env) }))
	case *syntax.Sum:
		if b, ok := t.Arg.(*syntax.Build); ok {
			return code.Call("", "linear.Total", h.size(b.Len), h.monoid(t.Type()),
				h.family(b.Idx, h.lfun(env, t.Type()), func() *code.Expr { return h.lin(b.Body, env) }))
		}
		return then(h.lin(t.Arg, env), code.Call("", "linear.SumArray", h.monoid(t.Type())))
	case *syntax.Index:
		return then(h.lin(t.Arr, env), code.Call("", "linear.Index["+h.g.goType(t.Type())+"]", h.indexVal(t.Idx)))
	case *syntax.OneHot:
		return then(h.lin(t.Val, env), code.Call("", "linear.OneHot", h.size(t.Len), h.monoid(t.Val.Type()),
			h.indexVal(t.Idx)))
	case *syntax.Set:
		return h.linSet(t, env)
	case *syntax.ArrayLit:
		return h.linLit(t, env)
	case *syntax.Loop:
		return h.linLoop(t, env)
	}
	code.Failf("%s: %T is not linear in form", h.fn.Def.Name, t)
	return nil
}

// linSet clears one element and adds the new one.
func (h *emitter) linSet(t *syntax.Set, env *linEnv) *code.Expr {
	arr := t.Type().(*syntax.ArrayType)
	elem := h.g.goType(arr.Elem)
	n := h.size(arr.Len)
	at := h.atom(h.indexVal(t.Idx), "at")
	keep := h.literal("i", "int", "linear.LFun["+elem+", "+elem+"]", func(i *code.Expr) {
		h.out.Add(&code.Stmt{Kind: code.IfStmt, Exprs: h.one(code.Binary("==", i, at)), Body: []*code.Stmt{
			{Kind: code.ReturnStmt, Exprs: h.one(code.Call("", "linear.Zero["+elem+"]", h.monoid(arr.Elem)))},
		}})
		h.out.Add(&code.Stmt{Kind: code.ReturnStmt, Exprs: h.one(code.Call("", "linear.Id["+elem+"]"))})
	})
	return code.Call("", "linear.Plus", h.monoid(arr),
		then(h.lin(t.Arr, env), code.Call("", "linear.MapArray", n, keep)),
		then(h.lin(t.Val, env), code.Call("", "linear.OneHot", n, h.monoid(arr.Elem), at)))
}

func (h *emitter) linLit(t *syntax.ArrayLit, env *linEnv) *code.Expr {
	typ := h.lfun(env, t.Type().(*syntax.ArrayType).Elem)
	fs := make([]*code.Expr, len(t.Elems))
	for i, el := range t.Elems {
		fs[i] = h.lin(el, env)
	}
	table := h.declare("fs", code.Node(code.TypedExpr, "[]"+typ, fs...))
	return code.Call("", "linear.Build", code.IntLit(int64(len(fs))), h.literal("i", "int", typ, func(i *code.Expr) {
		h.out.Add(&code.Stmt{Kind: code.ReturnStmt, Exprs: h.one(code.Index(table, i))})
	}))
}

// linLoop carries the environment beside the state.
func (h *emitter) linLoop(t *syntax.Loop, env *linEnv) *code.Expr {
	order := &code.Expr{Kind: code.LitExpr, Text: "linear.Up", Size: 1}
	if t.Down {
		order = &code.Expr{Kind: code.LitExpr, Text: "linear.Down", Size: 1}
	}
	state := h.g.goType(t.State.Type)
	pair := "linear.Tuple2[" + state + ", " + env.typ + "]"
	inner := &linEnv{typ: pair, vars: map[*syntax.Var]*code.Expr{}, subs: env.subs}
	snd := code.Call("", "linear.Snd["+state+", "+env.typ+"]")
	fst := code.Call("", "linear.Fst["+state+", "+env.typ+"]")
	for v, f := range env.vars {
		inner.vars[v] = then(snd, f)
	}
	inner.vars[t.State] = fst
	start := code.Call("", "linear.Pair2", h.lin(t.Init, env), code.Call("", "linear.Id["+env.typ+"]"))
	n := h.size(t.Len)
	if t.Out == syntax.NoOutput {
		body := h.family(t.Idx, h.lfun(inner, t.State.Type), func() *code.Expr { return h.lin(t.Body, inner) })
		return then(start, code.Call("", "linear.LoopFeed", order, n, body))
	}
	elem := t.Body.Type().(*syntax.TupleType).Elems[1]
	out := h.g.goType(elem)
	// b : (S, E) ⊸ (S, O) becomes (S, E) ⊸ ((S, E), O).
	result := "linear.LFun[" + pair + ", linear.Tuple2[" + pair + ", " + out + "]]"
	body := h.family(t.Idx, result, func() *code.Expr {
		both := "linear.Tuple2[" + state + ", " + out + "]"
		old, now := "linear.Fst["+pair+", "+both+"]", code.Call("", "linear.Snd["+pair+", "+both+"]")
		carry := code.Call("", "linear.Pair2",
			code.Call("", "linear.Pair2", then(now, code.Call("", "linear.Fst["+state+", "+out+"]")),
				then(code.Call("", old), snd)),
			then(now, code.Call("", "linear.Snd["+state+", "+out+"]")))
		return code.Call("", "linear.Share", h.lin(t.Body, inner), carry)
	})
	run := code.Call("", "linear.ScanArray", order, n, body)
	last := out
	if t.Out == syntax.Collect {
		last = "[]" + out
	} else {
		run = code.Call("", "linear.LoopEmit", order, n, h.monoid(elem), body)
	}
	ends := code.Call("", "linear.Pair2",
		then(code.Call("", "linear.Fst["+pair+", "+last+"]"), fst), code.Call("", "linear.Snd["+pair+", "+last+"]"))
	return then(then(start, run), ends)
}
