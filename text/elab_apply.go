package text

import (
	"github.com/seed-4b734f86/gochad/syntax"
)

// primitive finds a primitive of the table that programs may name.
func primitive(name string) *syntax.Op {
	op := syntax.OpByName(name)
	if op == nil || op == syntax.OpGMul {
		return nil
	}
	return op
}

// apply elaborates an application. What a name stands for is looked up in this order: local
// variables, definitions, constructors, builtins, primitives.
func (e *elab) apply(x *Apply, want *ty) gen {
	n, ok := x.Fun.(*Name)
	if !ok || e.env[n.Name] != nil {
		return e.applyValue(x, want)
	}
	arity := 1
	var head func(*ty) gen
	switch {
	case e.defs[n.Name] != nil:
		d := e.defs[n.Name]
		if !d.def.HasArg {
			return e.applyValue(x, want)
		}
		x = paired(x, d)
		head = func(t *ty) gen { return e.applyDef(x, d, t) }
	case e.ctors[n.Name] != nil:
		c := e.ctors[n.Name]
		if c.bare {
			e.errorf(x.Args[0].Range(), CodeArity, "", "%s has no argument", n.Name)
			return e.badOf(want)
		}
		head = func(t *ty) gen {
			arg := e.expr(x.Args[0], c.arg)
			return e.convert(x.Span, func() syntax.Term { return syntax.NewInj(c.data, c.tag, arg()) }, e.dataTy(c), t)
		}
	case sumTag(n.Name) >= 0:
		head = func(t *ty) gen { return e.inject(x, n.Name, t) }
	case builtinArity[n.Name] > 0:
		arity, x = builtinArity[n.Name], curried(n.Name, x)
		if len(x.Args) < arity {
			e.errorf(x.Span, CodeArity, "write "+usage(n.Name), "%s takes %d arguments, found %d", n.Name, arity,
				len(x.Args))
			return e.badOf(want)
		}
		head = func(t *ty) gen { return e.builtin(n.Name, x, x.Args[:arity], t) }
	case primitive(n.Name) != nil:
		op := primitive(n.Name)
		if len(x.Args) == len(op.Params) {
			arity = len(op.Params)
		}
		head = func(t *ty) gen { return e.applyPrim(x, op, x.Args[:arity], t) }
	default:
		e.unknown(n.Ident)
		for _, a := range x.Args {
			e.any(a)
		}
		return e.badOf(want)
	}
	if len(x.Args) == arity {
		return head(want)
	}
	t := newMeta()
	f := head(t)
	return e.applyTo(x, f, t, x.Args[arity:], want)
}

func (e *elab) applyValue(x *Apply, want *ty) gen {
	f, t := e.any(x.Fun)
	return e.applyTo(x, f, t, x.Args, want)
}

// applyTo applies a function of type t to arguments, one after the other.
func (e *elab) applyTo(x *Apply, f gen, t *ty, args []Expr, want *ty) gen {
	for _, a := range args {
		t = t.repr()
		if t.kind == kMeta {
			fn := funcTy(newMeta(), newMeta())
			e.want(x.Fun.Range(), t, fn)
			t = fn
		}
		if t.kind != kFunc {
			if t.kind != kBad {
				e.errorf(x.Fun.Range(), CodeMismatch,
					"a product is written a * b; a[i] has no space before its bracket",
					"found %s, wanted a function", e.show(t))
			}
			e.any(a)
			return e.badOf(want)
		}
		arg, fun := e.expr(a, t.args[0]), f
		f = func() syntax.Term {
			g := fun()
			return syntax.NewApp(g, arg())
		}
		t = t.args[1]
	}
	return e.convert(x.Span, f, t, want)
}

// arguments elaborates the argument of something with a fixed number of parameters: a tuple of
// that many components, written out or not. The terms are given through the block.
func (e *elab) arguments(name string, arg Expr, params []*ty) func(b *block) []syntax.Term {
	tuple, ok := arg.(*Tuple)
	switch {
	case len(params) == 0:
		g := e.expr(arg, unitTy)
		return func(b *block) []syntax.Term {
			if t := g(); !simple(t) && t != syntax.UnitTerm() {
				if _, unit := t.(*syntax.Tuple); !unit {
					b.atom("u", t)
				}
			}
			return nil
		}
	case len(params) == 1:
		g := e.expr(arg, params[0])
		return func(*block) []syntax.Term { return []syntax.Term{g()} }
	case ok && len(tuple.Elems) != len(params):
		e.errorf(arg.Range(), CodeArity, "", "%s takes %d arguments, found %d", name, len(params), len(tuple.Elems))
		for _, y := range tuple.Elems {
			e.any(y)
		}
		return func(*block) []syntax.Term { return nil }
	case ok:
		gens := make([]gen, len(params))
		for i, y := range tuple.Elems {
			gens[i] = e.expr(y, params[i])
		}
		return func(*block) []syntax.Term { return run(gens) }
	}
	g := e.expr(arg, tupleTy(params...))
	return func(b *block) []syntax.Term {
		t := b.atom("p", g())
		out := make([]syntax.Term, len(params))
		for i := range out {
			out[i] = syntax.NewProj(i, t)
		}
		return out
	}
}

func (e *elab) applyDef(x *Apply, d *defInfo, want *ty) gen {
	params, result, sizes := e.instantiate(d)
	args := e.arguments(d.core.Name, x.Args[0], params)
	var terms []gen
	for range params {
		terms = append(terms, nil)
	}
	call := e.call(x.Span, d, sizes, terms)
	return e.convert(x.Span, func() syntax.Term {
		var b block
		for i, t := range args(&b) {
			terms[i] = func() syntax.Term { return t }
		}
		return b.in(call())
	}, result, want)
}

// inject elaborates inl e, inr e, in3 e, ….
func (e *elab) inject(x *Apply, name string, want *ty) gen {
	tag := sumTag(name)
	w := want.repr()
	if w.kind == kMeta && (name == "inl" || name == "inr") {
		w = &ty{kind: kSum, args: []*ty{newMeta(), newMeta()}}
		e.want(x.Span, w, want)
	}
	if w.kind != kSum || tag >= len(w.args) {
		if w.kind == kMeta {
			e.errorf(x.Span, CodeAmbiguous, "write it: ("+name+" e : t + u + v)", "cannot find the sum type of %s",
				name)
		} else if w.kind != kBad {
			e.errorf(x.Span, CodeMismatch, "", "%s gives a sum, wanted %s", name, e.show(w))
		}
		e.any(x.Args[0])
		return badGen
	}
	arg := e.expr(x.Args[0], w.args[tag])
	e.checks = append(e.checks, func() {
		if e.undecided(w) {
			e.errorf(x.Span, CodeAmbiguous, "write it: ("+name+" e : t + u)",
				"cannot find the other type of the sum, %s", e.show(w))
		}
	})
	return func() syntax.Term { return syntax.NewInj(e.resolve(w), tag, arg()) }
}

// intVersion names the primitives that serve ints under the name of one for reals.
var intVersion = map[string]string{"max": "imax", "min": "imin", "fmod": "imod"}

func (e *elab) applyPrim(x *Apply, op *syntax.Op, args []Expr, want *ty) gen {
	params := make([]*ty, len(op.Params))
	for i, p := range op.Params {
		params[i] = e.fromSyntax(p)
	}
	result := e.fromSyntax(op.Result)
	if intVersion[op.Name] != "" {
		result = newNum()
		if w := want.repr(); w.done == syntax.Real || w.done == syntax.Int {
			result = w
		}
		params = []*ty{result, result}
	}
	var terms func(b *block) []syntax.Term
	if len(args) == 1 {
		terms = e.arguments(op.Name, args[0], params)
	} else {
		gens := make([]gen, len(args))
		for i, a := range args {
			gens[i] = e.operand(a, params[i])
		}
		terms = func(*block) []syntax.Term { return run(gens) }
	}
	return e.convert(x.Span, func() syntax.Term {
		var b block
		o := op
		if name := intVersion[op.Name]; name != "" && e.resolve(result) == syntax.Int {
			o = syntax.MustOp(name)
		}
		args := terms(&b)
		return b.in(syntax.NewPrimAt(e.posIf(o.Result == syntax.Int, x.Span), o, args...))
	}, result, want)
}
