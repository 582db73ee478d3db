package text

import (
	"github.com/seed-4b734f86/gochad/syntax"
)

// loop elaborates a counted loop or a while loop. With collect the body is a pair of the next state
// and an element of the array that is collected; with sum, of a value that is added up.
func (e *elab) loop(x *Loop, want *ty) gen {
	state := newMeta()
	if typed, ok := x.State.(*TypedPattern); ok {
		state = e.surface(typed.Type)
	}
	init := e.expr(x.Init, state)
	body, out := state, (*ty)(nil)
	if x.Out != "" {
		out = newMeta()
		body = tupleTy(state, out)
	}
	if x.For == nil {
		return e.while(x, init, state, body, out, want)
	}
	n := e.sizeArg(x.For.Bound)
	i := &entity{name: x.For.Var.Name, ty: idxTy(n.n)}
	p := e.pattern(x.State, state)
	restore := e.scope(append([]*entity{i}, p.vars...)...)
	step := e.expr(x.Body, body)
	restore()
	form, result := syntax.NoOutput, state
	switch x.Out {
	case "collect":
		form, result = syntax.Collect, tupleTy(state, arrayTy(n.n, out))
	case "sum":
		form, result = syntax.Accumulate, tupleTy(state, out)
		e.additive(x.Body.Range(), out)
	}
	return e.result(x.Span, func() syntax.Term {
		var b block
		start := init()
		size := e.sized(&b, n)
		i.v = syntax.NewVar(i.name, syntax.NewIdxType(size))
		v, binds := e.param(p)
		return b.in(syntax.NewLoop(size, x.Down, form, i.v, v, start, syntax.NewLet(binds, step())))
	}, result, want, n)
}

func (e *elab) while(x *Loop, init gen, state, body, out, want *ty) gen {
	p := e.pattern(x.State, state)
	restore := e.scope(p.vars...)
	cond, step := e.expr(x.While, boolTy), e.expr(x.Body, body)
	restore()
	result := state
	if out != nil {
		result = tupleTy(state, dynTy(out))
	}
	return e.convert(x.Span, func() syntax.Term {
		start := init()
		v := e.binder(p.root, e.resolve(state))
		// The state is taken apart once for the condition and once for the body.
		binds := e.bindParts(p.root, v, nil)
		c := syntax.NewLet(binds, cond())
		binds = e.bindParts(p.root, v, nil)
		b := syntax.NewLet(binds, step())
		if out != nil {
			return syntax.NewWhileCollect(e.pos(x.Span), v, start, c, b)
		}
		return syntax.NewWhile(e.pos(x.Span), v, start, c, b)
	}, result, want)
}
