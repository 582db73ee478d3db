package text

import (
	"github.com/seed-4b734f86/gochad/syntax"
)

// fn1 elaborates a function that a builtin applies to one value. A λ is applied in place; the
// name of a definition becomes its call. The first result runs before the builtin.
func (e *elab) fn1(f Expr, arg, result *ty) (before func(b *block), apply syntax.Fn) {
	if n, ok := f.(*Name); ok && e.env[n.Name] == nil && e.functionName(n.Name) {
		f = e.eta(n, 1)
	}
	l, ok := f.(*Lambda)
	if !ok {
		g := e.expr(f, funcTy(arg, result))
		var fun syntax.Term
		return func(b *block) { fun = b.atom("f", g()) },
			func(x syntax.Term) syntax.Term { return syntax.NewApp(fun, x) }
	}
	p := e.pattern(l.Params[0], arg)
	restore := e.scope(p.vars...)
	body := e.lambda(l, l.Params[1:], result)
	restore()
	e.mustDecide(l.Params[0].Range(), arg)
	return func(*block) {}, func(x syntax.Term) syntax.Term {
		binds := e.bind1(p.root, x, nil)
		return syntax.NewLet(binds, body())
	}
}

// fn2 elaborates a function of two values: \x y. e, \(x, y). e, or the name of a definition or
// primitive with two parameters.
func (e *elab) fn2(f Expr, a, b, result *ty) (before func(*block), apply func(x, y syntax.Term) syntax.Term) {
	if n, ok := f.(*Name); ok && e.env[n.Name] == nil && e.functionName(n.Name) {
		f = e.eta(n, 2)
	}
	l, ok := f.(*Lambda)
	if !ok {
		return e.fnValue2(f, a, b, result)
	}
	first, rest := l.Params[0], l.Params[1:]
	var second Pattern
	if len(rest) > 0 {
		second, rest = rest[0], rest[1:]
	} else if t, ok := first.(*TuplePattern); ok && len(t.Elems) == 2 {
		first, second = t.Elems[0], t.Elems[1]
	} else {
		// \x. e, where e is a function or x a pair: leave it to the types.
		return e.fnValue2(f, a, b, result)
	}
	p, q := e.pattern(first, a), e.pattern(second, b)
	restore := e.scope(append(append([]*entity(nil), p.vars...), q.vars...)...)
	body := e.lambda(l, rest, result)
	restore()
	return func(*block) {}, func(x, y syntax.Term) syntax.Term {
		binds := e.bind1(q.root, y, e.bind1(p.root, x, nil))
		return syntax.NewLet(binds, body())
	}
}

// fnValue2 is a function value of two arguments, curried or of a pair.
func (e *elab) fnValue2(f Expr, a, b, result *ty) (before func(*block), apply func(x, y syntax.Term) syntax.Term) {
	g, t := e.any(f)
	paired := t.kind == kFunc && t.args[0].repr().kind == kTuple && a.repr().kind != kTuple
	if paired {
		e.want(f.Range(), t, funcTy(tupleTy(a, b), result))
	} else {
		e.want(f.Range(), t, funcTy(a, funcTy(b, result)))
	}
	var fun syntax.Term
	return func(bl *block) { fun = bl.atom("f", g()) }, func(x, y syntax.Term) syntax.Term {
		if paired {
			return syntax.NewApp(fun, syntax.NewTuple(x, y))
		}
		return syntax.NewApp(syntax.NewApp(fun, x), y)
	}
}

// functionName reports whether a name that is no local variable can be applied directly.
func (e *elab) functionName(name string) bool {
	if d := e.defs[name]; d != nil {
		return d.def.HasArg
	}
	return e.callable(name)
}

// eta is \x1 … xn. f (x1, …, xn), or f x1 … xn where f takes its arguments so.
func (e *elab) eta(f *Name, n int) Expr {
	l := &Lambda{Span: f.Span}
	var args []Expr
	for i := range n {
		// A space keeps the parameter from being the name of anything in the file.
		v := Ident{f.Span, "x " + string(rune('1'+i))}
		l.Params = append(l.Params, &NamePattern{v})
		args = append(args, &Name{v})
	}
	if d := e.defs[f.Name]; n > 1 && builtinArity[f.Name] != n && (d == nil || len(d.def.Params) != 1) {
		args = []Expr{&Tuple{Span: f.Span, Elems: args}}
	}
	l.Body = &Apply{Span: f.Span, Fun: f, Args: args}
	return l
}

// builtinMap is map f a, filter f a or build n f.
func (e *elab) builtinMap(name string, s Span, args []Expr, want *ty) gen {
	out := newMeta()
	if w := want.repr(); name != "filter" && (w.kind == kArray || w.kind == kDyn) {
		out = w.args[0]
	}
	if name == "build" {
		n := e.sizeArg(args[0])
		before, f := e.fn1(args[1], idxTy(n.n), out)
		return e.result(s, func() syntax.Term {
			var b block
			size := e.sized(&b, n)
			before(&b)
			return b.in(syntax.BuildArray(size, f))
		}, arrayTy(n.n, out), want, n)
	}
	if name == "filterIdx" {
		n := e.sizeArg(args[0])
		before, f := e.fn1(args[1], idxTy(n.n), boolTy)
		return e.result(s, func() syntax.Term {
			var b block
			size := e.sized(&b, n)
			before(&b)
			i := syntax.NewVar(paramName(args[1]), syntax.NewIdxType(size))
			return b.in(syntax.NewFilterIdx(size, i, f(syntax.Ref(i))))
		}, dynTy(idxTy(n.n)), want, n)
	}
	a := e.arrayArg(args[1])
	if name == "filter" {
		before, f := e.fn1(args[0], a.elem, boolTy)
		return e.convert(s, func() syntax.Term {
			var b block
			before(&b)
			return b.in(syntax.Filter(f, e.array(&b, a)))
		}, dynTy(a.elem), want)
	}
	before, f := e.fn1(args[0], a.elem, out)
	return e.result(s, func() syntax.Term {
		var b block
		before(&b)
		return b.in(syntax.MapArray(f, e.array(&b, a)))
	}, arrayTy(a.n, out), want, a)
}

func (e *elab) builtinZip(s Span, args []Expr, want *ty) gen {
	a, c := e.arrayArg(args[1]), e.arrayArg(args[2])
	e.sameLength(args[2].Range(), &a, &c)
	out := newMeta()
	if w := want.repr(); w.kind == kArray || w.kind == kDyn {
		out = w.args[0]
	}
	before, f := e.fn2(args[0], a.elem, c.elem, out)
	return e.result(s, func() syntax.Term {
		var b block
		before(&b)
		x := e.array(&b, a)
		return b.in(syntax.ZipWith(f, x, e.array(&b, c)))
	}, arrayTy(a.n, out), want, a, c)
}

// sameLength wants the second array to have the length of the first. Where one has a run-time length, that is looked at
// then.
func (e *elab) sameLength(s Span, a, c *arrayArg) {
	e.at = s
	switch {
	case c.opened != nil:
		c.coerce(a.n)
	case a.opened != nil:
		a.coerce(c.n)
	case !e.unifySize(a.n, c.n):
		e.errorf(s, CodeMismatch, "equate them at run time: e :> ["+e.showSize(a.n)+"]t",
			"found an array of length %s, wanted %s", e.showSize(c.n), e.showSize(a.n))
	}
}

// builtinFold is fold f z a, scan f z a or reduce f z a.
func (e *elab) builtinFold(name string, s Span, args []Expr, want *ty) gen {
	a := e.arrayArg(args[2])
	acc := newMeta()
	w := want.repr()
	switch {
	case name == "scan" && (w.kind == kArray || w.kind == kDyn):
		acc = w.args[0]
	case name != "scan" && w.kind != kDyn:
		acc = w
	}
	z := e.expr(args[1], acc)
	before, f := e.fn2(args[0], acc, a.elem, acc)
	result := acc
	if name == "scan" {
		result = arrayTy(a.n, acc)
	}
	return e.result(s, func() syntax.Term {
		var b block
		before(&b)
		start := b.atom("z", z())
		arr := e.array(&b, a)
		if name == "scan" {
			return b.in(syntax.Scan(f, start, arr))
		}
		return b.in(syntax.Fold(f, start, arr))
	}, result, want, a)
}

// builtinReduce is the product, the greatest or the least of an array of reals.
func (e *elab) builtinReduce(name string, s Span, args []Expr, want *ty) gen {
	a := e.arrayArg(args[0])
	e.want(args[0].Range(), a.elem, realTy)
	at := e.pos(s)
	return e.result(s, func() syntax.Term {
		var b block
		arr := e.array(&b, a)
		switch name {
		case "maximum":
			return b.in(syntax.Maximum(at, arr))
		case "minimum":
			return b.in(syntax.Minimum(at, arr))
		}
		times := func(acc, x syntax.Term) syntax.Term { return syntax.NewPrim(syntax.OpMul, acc, x) }
		return b.in(syntax.Fold(times, syntax.RealLit(1), arr))
	}, realTy, want, a)
}
