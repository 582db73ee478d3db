package gen

import (
	"github.com/seed-4b734f86/gochad/syntax"
)

func (e *emitter) array(t syntax.Term, d []dest) []*expr {
	switch t := t.(type) {
	case *syntax.Build:
		return e.build(t, d)
	case *syntax.Loop:
		return e.loop(t, d, nil)
	case *syntax.While:
		return e.while(t, d)
	case *syntax.Sum, *syntax.OneHot:
		return e.accumulated(t, d)
	case *syntax.ArrayLit:
		return e.arrayLit(t, d)
	case *syntax.Index:
		return e.index(t, d)
	case *syntax.Set:
		return e.set(t, d)
	case *syntax.FilterIdx:
		return e.filterIdx(t, d)
	}
	panic("gen: not an array term")
}

// alloc makes a zeroed slice for an array leaf.
func (e *emitter) alloc(hint string, l leaf) *expr {
	n := e.size(l.dims[0])
	if !l.row().array() {
		return e.own(e.declare(hint, node(typedExpr, "make "+l.goType(), n)))
	}
	if !l.row().row().array() {
		e.g.helper("matrix", matrixHelper)
		fn := "matrix[" + l.row().row().goType() + "]"
		return e.own(e.declare(hint, call("", fn, n, e.size(l.dims[1]))))
	}
	x := e.own(e.declare(hint, node(typedExpr, "make "+l.goType(), n)))
	e.over("i", n, func(i *expr) { e.assign(index(x, i), e.alloc("row", l.row())) })
	return x
}

const matrixHelper = `// matrix is an n×m matrix of zeros, its rows cut from one slice.
func matrix[T any](n, m int) [][]T {
	rows, all := make([][]T, n), make([]T, n*m)
	for i := range rows {
		rows[i], all = all[:m:m], all[m:]
	}
	return rows
}`

// own notes that the slice x is fresh: nothing else refers to it.
func (e *emitter) own(x *expr) *expr {
	x.id.owned = true
	return x
}

// over emits for i := range n { f(i) }.
func (e *emitter) over(hint string, n *expr, f func(i *expr)) {
	id := &ident{}
	body := e.sub(func() {
		id.name = e.names.fresh(hint)
		f(use(id))
	})
	e.out.add(&stmt{kind: rangeStmt, ids: []*ident{id}, exprs: []*expr{n}, body: body})
}

// buffers gives every array leaf a slice to be filled: its destination or a
// fresh one. Other leaves keep no destination.
func (e *emitter) buffers(hints []string, ls []leaf, d []dest) []dest {
	out := make([]dest, len(ls))
	for i, l := range ls {
		switch {
		case !l.array():
		case d != nil && d[i].lv != nil && !d[i].slot:
			out[i] = d[i]
		default:
			out[i] = dest{lv: e.alloc(hints[i], l)}
		}
	}
	return out
}

// rows are the destinations of element i of arrays that are being filled.
func rows(bufs []dest, ls []leaf, i *expr) []dest {
	out := make([]dest, len(bufs))
	for k, b := range bufs {
		out[k] = dest{index(b.lv, i), !ls[k].row().array()}
	}
	return out
}

// build fills an array element by element.
func (e *emitter) build(t *syntax.Build, d []dest) []*expr {
	ls := e.g.leaves(t.Type())
	bufs := e.buffers(e.hints(t.Type(), "a"), ls, d)
	if isZeroTerm(t.Body) && allClean(bufs, d) {
		return e.deliver(lvals(bufs), ls, d)
	}
	e.over(t.Idx.Name, e.size(t.Len), func(i *expr) {
		e.env[t.Idx] = e.one(i)
		e.fill(t.Body, rows(bufs, ls, i))
	})
	return e.deliver(lvals(bufs), ls, d)
}

// allClean reports whether arrays hold nothing but the zeros they were made with: they are
// fresh, or noted as clean.
func allClean(bufs, d []dest) bool {
	for i, b := range bufs {
		fresh := part1(d, i).lv == nil || d[i].slot
		if !fresh && (b.lv.kind != identExpr || !b.lv.id.clean) {
			return false
		}
	}
	return true
}

// fillClean emits t into slices made for it.
func (e *emitter) fillClean(t syntax.Term, d, given []dest) []*expr {
	for i, b := range d {
		if b.lv != nil && b.lv.kind == identExpr && part1(given, i).lv == nil {
			b.lv.id.clean = true
		}
	}
	vals := e.eval(t, d)
	for _, b := range d {
		if b.lv != nil && b.lv.kind == identExpr {
			b.lv.id.clean = false
		}
	}
	return vals
}

func lvals(d []dest) []*expr {
	out := make([]*expr, len(d))
	for i := range d {
		out[i] = d[i].lv
	}
	return out
}

// fill stores t in full destinations, in each branch on its own.
func (e *emitter) fill(t syntax.Term, d []dest) {
	ls := e.g.leaves(t.Type())
	inner := make([]dest, len(d))
	for i := range d {
		if !d[i].slot {
			inner[i] = d[i]
		}
	}
	e.tail(t, inner, func(vals []*expr) { e.parallel(vals, ls, d) })
}

func (e *emitter) arrayLit(t *syntax.ArrayLit, d []dest) []*expr {
	ls := e.g.leaves(t.Type())
	if len(ls) == 1 && ls[0].row().scalar() && (d == nil || d[0].lv == nil || d[0].slot) {
		elems := make([]*expr, len(t.Elems))
		for i, el := range t.Elems {
			elems[i] = e.eval(el, nil)[0]
		}
		x := e.own(e.declare(e.takeHint("a"), node(typedExpr, ls[0].goType(), elems...)))
		return e.deliver(e.one(x), ls, d)
	}
	bufs := e.buffers(e.hints(t.Type(), "a"), ls, d)
	for i, el := range t.Elems {
		e.fill(el, rows(bufs, ls, intLit(int64(i))))
	}
	return e.deliver(lvals(bufs), ls, d)
}

func (e *emitter) index(t *syntax.Index, d []dest) []*expr {
	arr := e.eval(t.Arr, nil)
	i := e.indexOf(t.Idx)
	if len(arr) > 1 {
		i = e.atom(i, "k")
	}
	out := make([]*expr, len(arr))
	for k, a := range arr {
		if a.kind == callExpr || a.kind == typedExpr {
			a = e.declare("a", a)
		}
		out[k] = index(a, i)
	}
	return e.deliver(out, e.g.leaves(t.Type()), d)
}

// set copies the array, unless nothing else needs it, and writes one element.
func (e *emitter) set(t *syntax.Set, d []dest) []*expr {
	ls := e.g.leaves(t.Type())
	i := e.steady(e.indexOf(t.Idx), "k")
	row := e.g.leaves(t.Val.Type())
	if scalars(row) || e.early[t] {
		vals := e.eval(t.Val, nil)
		acc := e.mutable(t.Arr, d)
		e.parallel(vals, row, rows(asDests(acc), ls, i))
		return e.deliver(acc, ls, d)
	}
	acc := e.mutable(t.Arr, d)
	e.fill(t.Val, rows(asDests(acc), ls, i))
	return e.deliver(acc, ls, d)
}

// steady is atom for an index, and saves a value that an update may change.
func (e *emitter) steady(x *expr, hint string) *expr {
	if x.size <= 3 && !x.volatile && x.kind == binaryExpr {
		return x
	}
	return e.atom(x, hint)
}

func asDests(lvs []*expr) []dest {
	out := make([]dest, len(lvs))
	for i, x := range lvs {
		out[i] = dest{lv: x}
	}
	return out
}

// filterIdx collects the indices that pass.
func (e *emitter) filterIdx(t *syntax.FilterIdx, d []dest) []*expr {
	keep := e.declareVar(e.takeHint("keep"), "[]int")
	e.over(t.Idx.Name, e.size(t.Len), func(i *expr) {
		e.env[t.Idx] = e.one(i)
		c := e.eval(t.Body, nil)[0]
		e.out.add(&stmt{kind: ifStmt, exprs: e.one(c), body: []*stmt{
			{kind: assignStmt, op: "=", lhs: e.one(keep), exprs: e.one(call("", "append", keep, i))},
		}})
	})
	return e.deliver(e.one(keep), e.g.leaves(t.Type()), d)
}

// pack forgets the length of an array.
func (e *emitter) pack(t *syntax.Pack, d []dest) []*expr {
	ls := e.g.leaves(t.Type())
	vals := e.eval(t.Arg, nil)
	if len(vals) == 0 { // an array of units: only its length is left
		n := e.size(t.Arg.Type().(*syntax.ArrayType).Len)
		vals = e.one(node(typedExpr, "make []struct{}", n))
	}
	return e.deliver(vals, ls, d)
}

// orZero puts arrays of zeros in the place of empty ones.
func (e *emitter) orZero(vals []*expr, ls []leaf) []*expr {
	out := make([]*expr, len(vals))
	for i, v := range vals {
		out[i] = e.declareInit("c", ls[i], v)
		s := &stmt{kind: ifStmt, exprs: e.one(binary("==", lenOf(out[i]), intLit(0)))}
		s.body = e.sub(func() { e.assign(out[i], e.alloc("zero", ls[i])) })
		e.out.add(s)
	}
	return out
}

// coerce compares lengths.
func (e *emitter) coerce(t *syntax.Coerce, d []dest) []*expr {
	ls := e.g.leaves(t.Type())
	vals := e.eval(t.Arg, nil)
	if _, ok := t.Arg.Type().(*syntax.DynType); ok && t.Linear {
		vals = e.orZero(vals[:len(ls)], ls)
	}
	want := e.size(t.Type().(*syntax.ArrayType).Len)
	var got *expr
	if len(vals) == 0 {
		return nil
	}
	if a, ok := t.Arg.Type().(*syntax.ArrayType); ok {
		got = e.size(a.Len)
	} else {
		vals[0] = e.atom(vals[0], "a")
		got = lenOf(vals[0])
	}
	known := got.kind == callExpr && want.kind == identExpr && e.lengths[want.id] != nil && same(e.lengths[want.id], got.args[0])
	if !known && !same(got, want) {
		e.g.helper("lengthError", lengthErrorHelper)
		at := e.g.opt.Package + "." + e.fn.name
		if t.At != nil {
			at = posText(t.At)
		}
		e.out.add(&stmt{kind: ifStmt, exprs: e.one(binary("!=", got, want)), body: []*stmt{
			panicStmt(call("", "lengthError", strLit(at), strLit("array"), got, want)),
		}})
	}
	return e.deliver(vals[:len(ls)], ls, d)
}
