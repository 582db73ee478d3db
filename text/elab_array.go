package text

import (
	"slices"

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
// a size variable of its own; or it is coerced to length n, which is another's.
type arrayArg struct {
	g       gen
	t       *ty
	n       *syntax.Size
	elem    *ty
	opened  *syntax.SizeVar
	coerced bool
	at      Span
}

func (e *elab) arrayArg(x Expr) arrayArg {
	g, t := e.any(x)
	a := arrayArg{g: g, t: t, at: x.Range()}
	switch t.kind {
	case kArray:
		a.n, a.elem = t.size, t.args[0]
	case kDyn:
		a.open(e, "length of", x.Range())
		a.elem = t.args[0]
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

// open gives the operand a size variable of its own. Messages call it by what it is: the length of what is written
// there, or the number that is.
func (a *arrayArg) open(e *elab, what string, at Span) {
	a.opened = syntax.NewSizeVar("m")
	a.n = syntax.SizeOfVar(a.opened)
	if e.openings == nil {
		e.openings = map[*syntax.SizeVar]unknownSize{}
	}
	e.openings[a.opened] = unknownSize{what, at}
}

// coerce makes the length of an opened operand n, which is looked at when the program runs.
func (a *arrayArg) coerce(n *syntax.Size) { a.opened, a.n, a.coerced = nil, n, true }

// array gives the array as an atom of a sized array type.
func (e *elab) array(b *block, a arrayArg) syntax.Term {
	t := b.atom("a", a.g())
	if a.opened == nil && !a.coerced {
		return t
	}
	if a.opened != nil {
		b.binds = append(b.binds, syntax.Bind{Size: a.opened, Rhs: syntax.NewDynLen(t), At: e.pos(a.at)})
	}
	sized := syntax.NewArrayType(e.norm(a.n), t.Type().(*syntax.DynType).Elem)
	return b.atom("a", syntax.NewCoerce(e.pos(a.at), t, sized))
}

// matrix is array for arrays in an array: rows of run-time length have that of the first, 0 if there is none, or the
// one that they are coerced to.
func (e *elab) matrix(b *block, a, row arrayArg) syntax.Term {
	t := e.array(b, a)
	if row.opened == nil && !row.coerced {
		return t
	}
	if row.opened != nil {
		n := e.norm(a.n)
		first := syntax.NewDynLen(syntax.NewIndex(t, syntax.NewToIdx(e.pos(a.at), n, syntax.IntLit(0))))
		some := syntax.NewPrim(syntax.MustOp("igt"), syntax.NewSizeOf(n), syntax.IntLit(0))
		b.binds = append(b.binds, syntax.Bind{Size: row.opened, Rhs: syntax.NewIf(some, first, syntax.IntLit(0)),
			At: e.pos(a.at)})
	}
	return b.atom("a", syntax.MapArray(func(r syntax.Term) syntax.Term {
		return syntax.NewCoerce(e.pos(a.at), r, syntax.NewArrayType(e.norm(row.n), r.Type().(*syntax.DynType).Elem))
	}, t))
}

// result finishes an array operation: a result whose length is that of an opened array is packed, and so are the rows
// in it.
func (e *elab) result(s Span, g gen, t, want *ty, args ...arrayArg) gen {
	var opened []*entity
	for _, a := range args {
		if a.opened != nil {
			opened = append(opened, &entity{name: "of the array", size: a.opened})
		}
	}
	if len(opened) == 0 {
		return e.convert(s, g, t, want)
	}
	sized := t
	if t = e.packed(sized, opened); t != sized {
		inner := g
		g = func() syntax.Term { return e.pack(inner(), sized, opened) }
	}
	e.checks = append(e.checks, func() { e.checkEscape(s, t, opened) })
	return e.convert(s, g, t, want)
}

// packed is the type of an array, or of arrays in it, without the lengths that are opened.
func (e *elab) packed(t *ty, opened []*entity) *ty {
	if t.kind != kArray {
		return t
	}
	elem := e.packed(t.args[0].repr(), opened)
	switch {
	case e.mentions(t.size, opened):
		return dynTy(elem)
	case elem != t.args[0].repr():
		return arrayTy(t.size, elem)
	}
	return t
}

// pack is a value of type t as one of type packed, made inside of a let list, where the sizes are in scope.
func (e *elab) pack(x syntax.Term, t *ty, opened []*entity) syntax.Term {
	if l, ok := x.(*syntax.Let); ok {
		return syntax.NewLet(l.Binds, e.pack(l.Body, t, opened))
	}
	if elem := t.args[0].repr(); e.packed(elem, opened) != elem {
		var b block
		a := b.atom("a", x)
		return b.in(e.pack(syntax.MapArray(func(row syntax.Term) syntax.Term { return e.pack(row, elem, opened) }, a),
			arrayTy(t.size, badTy), opened))
	}
	if e.mentions(t.size, opened) {
		return syntax.NewPack(x)
	}
	return x
}

func (e *elab) mentions(n *syntax.Size, opened []*entity) bool {
	found := false
	e.norm(n).Vars(func(v *syntax.SizeVar) {
		found = found || slices.ContainsFunc(opened, func(o *entity) bool { return o.size == v })
	})
	return found
}

// sizeArg is a size that is an operand: a polynomial, the length of an array, or an int that is computed at run time
// and named by a size variable.
func (e *elab) sizeArg(x Expr) arrayArg {
	if n, ok := e.trySize(x); ok {
		return arrayArg{n: n, at: x.Range()}
	}
	if of := e.lengthOf(x); of != nil {
		a := e.arrayArg(of)
		if a.opened != nil {
			g := a.g
			a.g = func() syntax.Term { return syntax.NewDynLen(g()) }
		}
		return a
	}
	a := arrayArg{g: e.expr(x, intTy), at: x.Range()}
	a.open(e, "", x.Range())
	return a
}

// lengthOf is a in length a and size a; nil for other expressions.
func (e *elab) lengthOf(x Expr) Expr {
	f, ok := x.(*Apply)
	if !ok || len(f.Args) != 1 {
		return nil
	}
	n, ok := f.Fun.(*Name)
	if !ok || n.Name != "length" && n.Name != "size" || e.env[n.Name] != nil || e.defs[n.Name] != nil ||
		e.ctors[n.Name] != nil {
		return nil
	}
	return f.Args[0]
}

// sized binds the size variable of a size operand, if it has one.
func (e *elab) sized(b *block, a arrayArg) *syntax.Size {
	if a.opened != nil {
		b.binds = append(b.binds, syntax.Bind{Size: a.opened, Rhs: a.g(), At: e.pos(a.at)})
	} else if a.g != nil {
		a.g() // for its binders; an array has no effect
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
		at := e.idxArg(i, cur)
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
		a := arrayArg{t: t, elem: t.args[0], at: s}
		a.open(e, "length of a row of", s)
		return a
	}
	a := arrayTy(e.sizeMeta("n"), newMeta())
	e.want(s, t, a)
	return arrayArg{t: a, n: a.size, elem: a.args[0], at: s}
}

// idxArg elaborates an index of a: an idx n, where that is its length, or an int, which is checked at run time, as any
// index is where the length is known only then.
func (e *elab) idxArg(x Expr, a arrayArg) gen {
	n := a.n
	g, t := e.any(x)
	checked := false
	answer := func(last bool) bool {
		r := t.repr()
		switch {
		case r.kind == kMeta && !r.num && !last:
			return false
		case r.kind == kIdx && a.opened != nil:
			checked = true
			return true
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
		return e.checkedIdx(x.Range(), g(), n)
	}
}

// checkedIdx is an int, or an index of something else, as an index below n, which is checked at run time.
func (e *elab) checkedIdx(s Span, i syntax.Term, n *syntax.Size) syntax.Term {
	if _, ok := i.Type().(*syntax.IdxType); ok {
		i = syntax.NewFromIdx(i)
	}
	return syntax.NewToIdx(e.pos(s), e.norm(n), i)
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
		e.errorf(x.Range(), CodeMismatch, "indices start at 0", "the index %d is out of the range of an array of %d",
			i.Value, size)
	}
}
