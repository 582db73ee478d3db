package text

import (
	"github.com/seed-4b734f86/gochad/syntax"
)

// builtinIndexed is set, gather, scatter, scatterAdd or histogram.
func (e *elab) builtinIndexed(name string, s Span, args []Expr, want *ty) gen {
	if name == "histogram" {
		n := e.sizeArg(args[0])
		is := e.indices(args[1], n)
		return e.result(s, func() syntax.Term {
			var b block
			size := e.sized(&b, n)
			return b.in(syntax.Histogram(size, e.indexed(&b, is)))
		}, arrayTy(n.n, realTy), want, n, is.arrayArg)
	}
	a := e.arrayArg(args[0])
	if name == "set" {
		i := e.idxArg(args[1], a)
		v := e.expr(args[2], a.elem)
		return e.result(s, func() syntax.Term {
			var b block
			arr := e.array(&b, a)
			at := i()
			return b.in(syntax.NewSet(arr, at, v()))
		}, arrayTy(a.n, a.elem), want, a)
	}
	is := e.indices(args[1], a)
	if name == "gather" {
		return e.result(s, func() syntax.Term {
			var b block
			arr := e.array(&b, a)
			return b.in(syntax.Gather(arr, e.indexed(&b, is)))
		}, arrayTy(is.n, a.elem), want, a, is.arrayArg)
	}
	vs := e.arrayArg(args[2])
	e.want(args[2].Range(), vs.elem, a.elem)
	e.sameLength(args[2].Range(), &is.arrayArg, &vs)
	form := syntax.Scatter
	if name == "scatterAdd" {
		form = syntax.ScatterAdd
		e.additive(s, a.elem)
	}
	return e.result(s, func() syntax.Term {
		var b block
		arr := e.array(&b, a)
		at := e.indexed(&b, is)
		return b.in(form(arr, at, e.array(&b, vs)))
	}, arrayTy(a.n, a.elem), want, a, is.arrayArg, vs)
}

// toIdx is an int as an index below n, checked at run time.
func (e *elab) toIdx(s Span, x Expr, n *syntax.Size, want *ty) gen {
	i := e.expr(x, intTy)
	at := e.pos(s)
	return e.convert(s, func() syntax.Term { return syntax.NewToIdx(at, e.norm(n), i()) }, idxTy(n), want)
}

// builtinOneHot is oneHot n i x, zero everywhere but at i.
func (e *elab) builtinOneHot(s Span, args []Expr, want *ty) gen {
	n := e.sizeArg(args[0])
	i := e.idxArg(args[1], n)
	v, t := e.any(args[2])
	e.additive(s, t)
	return e.result(s, func() syntax.Term {
		var b block
		size := e.sized(&b, n)
		at := i()
		return b.in(syntax.NewOneHot(size, at, v()))
	}, arrayTy(n.n, t), want, n)
}

// indexArray is an array of indices of another array; ints are checked at run time, as in idxArg.
type indexArray struct {
	arrayArg
	checked func(b *block, is syntax.Term) syntax.Term
}

func (e *elab) indices(x Expr, of arrayArg) indexArray {
	a, n := e.arrayArg(x), of.n
	checked := false
	answer := func(last bool) bool {
		r := a.elem.repr()
		switch {
		case r.kind == kMeta && !r.num && !last:
			return false
		case r.done == syntax.Int || r.kind == kMeta && r.num:
			checked = true
			e.want(x.Range(), r, intTy)
		case r.kind == kIdx && of.opened != nil:
			checked = true
		default:
			e.want(x.Range(), r, idxTy(n))
		}
		return true
	}
	if !answer(false) {
		e.later = append(e.later, answer)
	}
	return indexArray{a, func(b *block, is syntax.Term) syntax.Term {
		if !checked {
			return is
		}
		return b.atom("is", syntax.MapArray(func(i syntax.Term) syntax.Term { return e.checkedIdx(x.Range(), i, n) },
			is))
	}}
}

// indexed gives an array of indices as an atom.
func (e *elab) indexed(b *block, is indexArray) syntax.Term {
	return is.checked(b, e.array(b, is.arrayArg))
}

// derivative is grad f x, jvp f x dx or vjp f x u. The types of tangents follow from those of f
// once they are known.
func (e *elab) derivative(name string, s Span, args []Expr, want *ty) gen {
	at, t := e.any(args[1])
	out := newMeta()
	if name == "grad" {
		out = realTy
	}
	var before func(*block)
	var f syntax.Fn
	before, f = e.fn1(args[0], t, out)
	dir := gen(func() syntax.Term { return syntax.RealLit(1) })
	result := newMeta()
	switch name {
	case "jvp":
		dt := newMeta()
		e.tangent(args[1].Range(), t, dt)
		dir = e.expr(args[2], dt)
		e.tangent(s, out, result)
	case "vjp":
		du := newMeta()
		e.tangent(args[0].Range(), out, du)
		dir = e.expr(args[2], du)
		e.tangent(s, t, result)
	default:
		e.tangent(s, t, result)
	}
	op := syntax.VJP
	if name == "jvp" {
		op = syntax.JVP
	}
	return e.convert(s, func() syntax.Term {
		var b block
		before(&b)
		x := at()
		v := syntax.NewVar(paramName(args[0]), x.Type())
		body := f(syntax.Ref(v))
		return b.in(syntax.NewDeriv(op, v, body, x, dir()))
	}, result, want)
}

// paramName is the name of the parameter of a λ, for the reader of the core term.
func paramName(f Expr) string {
	if l, ok := f.(*Lambda); ok {
		if p, ok := l.Params[0].(*NamePattern); ok {
			return p.Name
		}
	}
	return "x"
}

// tangent makes dt the type of tangents of t, as soon as t is known.
func (e *elab) tangent(s Span, t, dt *ty) {
	answer := func(last bool) bool {
		if t.repr().kind == kBad {
			return e.unify(dt, badTy)
		}
		if last && t.repr().num {
			e.want(s, t, realTy) // grad f 3: what is differentiated is real
		}
		if !settled(t) {
			if last {
				e.errorf(s, CodeAmbiguous, "write the type of the parameter: \\(x : type). …",
					"cannot find the type to differentiate, %s", e.show(t))
				e.unify(dt, badTy)
			}
			return last
		}
		u := syntax.TangentType(e.partly(t))
		if u == nil {
			e.errorf(s, CodeMismatch, "differentiate at reals, tuples, arrays, sums or data",
				"a value that holds functions, %s, has no tangent here", e.show(t))
			return e.unify(dt, badTy)
		}
		e.want(s, e.fromSyntax(u), dt)
		return true
	}
	if !answer(false) {
		e.later = append(e.later, answer)
	}
}

// partly is a settled type as a type of the core; its sizes may still be unknowns.
func (e *elab) partly(t *ty) syntax.Type {
	t = t.repr()
	if t.done != nil {
		return t.done
	}
	var args []syntax.Type
	for _, a := range t.args {
		args = append(args, e.partly(a))
	}
	switch t.kind {
	case kTuple:
		if t.names != nil {
			return syntax.NewRecordType(t.names, args)
		}
		return syntax.NewTupleType(args...)
	case kSum:
		return syntax.NewSumType(args...)
	case kFunc:
		return syntax.NewFuncType(args[0], args[1])
	case kArray:
		return syntax.NewArrayType(e.norm(t.size), args[0])
	case kDyn:
		return syntax.NewDynType(args[0])
	case kIdx:
		return syntax.NewIdxType(e.norm(t.size))
	case kMeta, kBad, kScalar, kData, kOther:
	}
	return syntax.Unit
}
