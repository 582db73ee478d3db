package text

import (
	"github.com/seed-4b734f86/gochad/syntax"
)

// block collects the bindings that stand before a core term.
type block struct{ binds []syntax.Bind }

// atom names a term, unless it is a variable or a literal already.
func (b *block) atom(name string, t syntax.Term) syntax.Term {
	switch t.(type) {
	case *syntax.VarRef, *syntax.Const:
		return t
	}
	v := syntax.NewVar(name, t.Type())
	b.binds = append(b.binds, syntax.Bind{Var: v, Rhs: t})
	return syntax.Ref(v)
}

func (b *block) in(t syntax.Term) syntax.Term { return syntax.NewLet(b.binds, t) }

// arrayArg is an array that is an operand. An array of run-time length is opened: its length gets
// a size variable of its own.
type arrayArg struct {
	g      gen
	t      *ty
	n      *syntax.Size
	elem   *ty
	opened *syntax.SizeVar
	at     Span
}

func (e *elab) arrayArg(x Expr) arrayArg {
	g, t := e.any(x)
	a := arrayArg{g: g, t: t, at: x.Range()}
	switch t.kind {
	case kArray:
		a.n, a.elem = t.size, t.args[0]
	case kDyn:
		a.opened = syntax.NewSizeVar("m")
		a.n, a.elem = syntax.SizeOfVar(a.opened), t.args[0]
	case kMeta:
		a.n, a.elem = e.sizeMeta("n"), newMeta()
		e.want(a.at, t, arrayTy(a.n, a.elem))
	default:
		a.n, a.elem = e.sizeMeta("n"), newMeta()
		if t.kind != kBad {
			e.mismatch(a.at, t, arrayTy(a.n, a.elem), "")
		}
		a.elem = badTy
	}
	return a
}

// array gives the array as an atom of a sized array type.
func (e *elab) array(b *block, a arrayArg) syntax.Term {
	t := b.atom("a", a.g())
	if a.opened == nil {
		return t
	}
	b.binds = append(b.binds, syntax.Bind{Size: a.opened, Rhs: syntax.NewDynLen(t), At: e.pos(a.at)})
	sized := syntax.NewArrayType(a.n, t.Type().(*syntax.DynType).Elem)
	return b.atom("a", syntax.NewCoerce(e.pos(a.at), t, sized))
}

// result finishes an array operation: a result whose length is that of an opened array is packed.
func (e *elab) result(s Span, g gen, t, want *ty, args ...arrayArg) gen {
	for _, a := range args {
		if a.opened == nil {
			continue
		}
		if t.kind == kArray && mentions(e.norm(t.size), a.opened) {
			inner := g
			g, t = func() syntax.Term { return packBody(inner()) }, dynTy(t.args[0])
		}
		opened := &entity{name: "of the array", size: a.opened}
		r := t
		e.checks = append(e.checks, func() { e.checkEscape(s, r, []*entity{opened}) })
	}
	return e.convert(s, g, t, want)
}

// packBody packs the result of a let list inside the list, where its size is in scope.
func packBody(t syntax.Term) syntax.Term {
	if l, ok := t.(*syntax.Let); ok {
		return syntax.NewLet(l.Binds, syntax.NewPack(l.Body))
	}
	return syntax.NewPack(t)
}

func mentions(n *syntax.Size, v *syntax.SizeVar) bool {
	found := false
	n.Vars(func(w *syntax.SizeVar) { found = found || v == w })
	return found
}

// sizeArg is a size that is an operand: a polynomial, or an int that is computed at run time and
// named by a size variable.
func (e *elab) sizeArg(x Expr) arrayArg {
	if n, ok := e.trySize(x); ok {
		return arrayArg{n: n, at: x.Range()}
	}
	m := syntax.NewSizeVar("m")
	return arrayArg{g: e.expr(x, intTy), n: syntax.SizeOfVar(m), opened: m, at: x.Range()}
}

// sized binds the size variable of a size operand, if it has one.
func (e *elab) sized(b *block, a arrayArg) *syntax.Size {
	if a.opened != nil {
		b.binds = append(b.binds, syntax.Bind{Size: a.opened, Rhs: a.g(), At: e.pos(a.at)})
	}
	return e.norm(a.n)
}

func (e *elab) arrayLit(x *Array, want *ty) gen {
	elem := newMeta()
	if w := want.repr(); w.kind == kArray || w.kind == kDyn {
		elem = w.args[0]
	}
	gens := make([]gen, len(x.Elems))
	for i, y := range x.Elems {
		gens[i] = e.expr(y, elem)
	}
	t := arrayTy(syntax.SizeLit(int64(len(gens))), elem)
	e.checks = append(e.checks, func() {
		if len(gens) == 0 && e.undecided(elem) {
			e.errorf(x.Span, CodeAmbiguous, "write it: ([] : [0]real)", "cannot find the type of the elements of []")
		}
	})
	return e.convert(x.Span, func() syntax.Term { return syntax.NewArrayLit(e.resolve(elem), run(gens)...) }, t, want)
}

// comp elaborates an array comprehension, the first range outermost.
func (e *elab) comp(x *Comp, ranges []Range, want *ty) gen {
	if len(ranges) == 0 {
		return e.expr(x.Body, want)
	}
	elem := newMeta()
	if w := want.repr(); w.kind == kArray || w.kind == kDyn {
		elem = w.args[0]
	}
	n := e.sizeArg(ranges[0].Bound)
	i := &entity{name: ranges[0].Var.Name, ty: idxTy(n.n)}
	restore := e.scope(i)
	body := e.comp(x, ranges[1:], elem)
	restore()
	return e.result(x.Span, func() syntax.Term {
		var b block
		size := e.sized(&b, n)
		i.v = syntax.NewVar(i.name, syntax.NewIdxType(size))
		return b.in(syntax.NewBuild(size, i.v, body()))
	}, arrayTy(n.n, elem), want, n)
}

// index elaborates a[i, j, …].
func (e *elab) index(x *Index, want *ty) gen {
	a := e.arrayArg(x.Array)
	var opened []arrayArg
	var steps []func(b *block) syntax.Term
	opened = append(opened, a)
	steps = append(steps, func(b *block) syntax.Term {
		if a.opened == nil {
			return a.g() // it is used once
		}
		return e.array(b, a)
	})
	for k, i := range x.Indices {
		prev := steps[len(steps)-1]
		cur := opened[len(opened)-1]
		at := e.idxArg(i, cur.n)
		access := func(b *block) syntax.Term {
			arr := prev(b)
			return syntax.NewIndex(arr, at())
		}
		if k == len(x.Indices)-1 {
			return e.result(x.Span, func() syntax.Term {
				var b block
				t := access(&b)
				return b.in(t)
			}, cur.elem, want, opened...)
		}
		next := e.arrayOf(x.Span, cur.elem)
		opened = append(opened, next)
		steps = append(steps, func(b *block) syntax.Term {
			row := next
			row.g = func() syntax.Term { return access(b) }
			if row.opened == nil {
				return row.g() // rows are read in place
			}
			return e.array(b, row)
		})
	}
	return badGen
}

// arrayOf is the array argument for a value of type t that is built by its user.
func (e *elab) arrayOf(s Span, t *ty) arrayArg {
	t = t.repr()
	switch t.kind {
	case kArray:
		return arrayArg{t: t, n: t.size, elem: t.args[0], at: s}
	case kDyn:
		m := syntax.NewSizeVar("m")
		return arrayArg{t: t, n: syntax.SizeOfVar(m), elem: t.args[0], opened: m, at: s}
	}
	a := arrayTy(e.sizeMeta("n"), newMeta())
	e.want(s, t, a)
	return arrayArg{t: a, n: a.size, elem: a.args[0], at: s}
}

// idxArg elaborates an index below n: an idx n, or an int, which is checked at run time.
func (e *elab) idxArg(x Expr, n *syntax.Size) gen {
	g, t := e.any(x)
	checked := false
	answer := func(last bool) bool {
		r := t.repr()
		switch {
		case r.kind == kMeta && !r.num && !last:
			return false
		case r.kind == kIdx, r.kind == kMeta && !r.num, r.kind == kBad:
			e.want(x.Range(), r, idxTy(n))
			return true
		}
		checked = true
		e.want(x.Range(), r, intTy)
		return true
	}
	if !answer(false) {
		e.later = append(e.later, answer)
	}
	e.checks = append(e.checks, func() { e.checkConstIndex(x, n) })
	return func() syntax.Term {
		if !checked {
			return g()
		}
		return syntax.NewToIdx(e.pos(x.Range()), e.norm(n), g())
	}
}

// checkConstIndex reports a literal index outside an array of literal length.
func (e *elab) checkConstIndex(x Expr, n *syntax.Size) {
	size, known := e.norm(n).Lit()
	i, isInt := x.(*Int)
	neg, isNeg := x.(*Unary)
	if isNeg {
		if lit, ok := neg.X.(*Int); ok && lit.Value > 0 {
			e.errorf(x.Range(), CodeMismatch, "the last element of a is a[size a - 1]", "an index is never negative")
		}
		return
	}
	if known && isInt && i.Value >= size {
		e.errorf(x.Range(), CodeMismatch, "indices start at 0", "the index %d is out of the range of an array of %d", i.Value, size)
	}
}
