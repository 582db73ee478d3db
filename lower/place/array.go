package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

func (e *emitter) array(t syntax.Term, d []dest) []*loop.Expr {
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
	panic("place: not an array term")
}

// alloc makes an array of zeros for a leaf.
func (e *emitter) alloc(hint string, l Leaf) *loop.Expr {
	return e.allocDims(hint, l, e.size(l.Dims[0]))
}

// allocDims is alloc with another outermost length.
func (e *emitter) allocDims(hint string, l Leaf, n *loop.Expr) *loop.Expr {
	dims := e.one(n)
	for _, d := range l.Dims[1:] {
		if d == nil {
			break // rows of a length known only at run time are assigned
		}
		dims = append(dims, e.size(d))
	}
	v := e.newVar(hint, l.Type)
	e.put(&loop.Alloc{Var: v, Dims: dims})
	e.of(v).owned = true // nothing else refers to it
	return loop.Use(v)
}

// buffers gives every array leaf a slice to be filled: its destination or a
// fresh one. Other leaves keep no destination.
func (e *emitter) buffers(hints []string, ls []Leaf, d []dest) []dest {
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
func rows(bufs []dest, ls []Leaf, i *loop.Expr) []dest {
	out := make([]dest, len(bufs))
	for k, b := range bufs {
		out[k] = dest{lv: loop.Index(b.lv, i), slot: !ls[k].row().array()}
	}
	return out
}

// build fills an array element by element.
func (e *emitter) build(t *syntax.Build, d []dest) []*loop.Expr {
	ls := e.g.leaves(t.Type())
	if part := e.column(t); part != nil {
		e.takeHint("")
		return e.deliver(part, ls, d)
	}
	bufs := e.buffers(e.hints(t.Type(), "a"), ls, d)
	if syntax.IsZero(t.Body) && e.allClean(bufs, d) {
		return e.deliver(lvals(bufs), ls, d)
	}
	e.over(t.Idx.Name, e.size(t.Len), func(i *loop.Expr) {
		e.binds(t.Idx, e.one(i))
		e.fill(t.Body, rows(bufs, ls, i))
	})
	return e.deliver(lvals(bufs), ls, d)
}

// column is the array [fst a[i] | i < n] of a variable a of length n, for any projection: some of the
// arrays that a consists of.
func (e *emitter) column(t *syntax.Build) []*loop.Expr {
	a, lo := e.g.column(t)
	if a == nil {
		return nil
	}
	if e.lazy[a.Var] != nil || e.touches[a.Var] {
		return nil
	}
	hi := lo + len(e.g.leaves(t.Body.Type()))
	vals := e.lookup(a.Var)[lo:hi:hi]
	for _, v := range vals {
		if e.volatile(v) || v.IsNilConst() {
			return nil
		}
	}
	return vals
}

// column is the array of which t is a column, and the first leaf of that, or nil.
func (g *layouts) column(t *syntax.Build) (*syntax.VarRef, int) {
	lo, body := 0, t.Body
	for {
		p, ok := body.(*syntax.Proj)
		if !ok {
			break
		}
		off, _ := g.part(p.Arg.Type(), p.Index)
		lo, body = lo+off, p.Arg
	}
	at, ok := body.(*syntax.Index)
	if !ok || !isVar(at.Idx, t.Idx) {
		return nil, 0
	}
	a, ok := at.Arr.(*syntax.VarRef)
	if !ok || a.Type() != syntax.Type(syntax.NewArrayType(t.Len, at.Type())) {
		return nil, 0
	}
	return a, lo
}

func isVar(t syntax.Term, x *syntax.Var) bool {
	r, ok := t.(*syntax.VarRef)
	return ok && r.Var == x
}

// allClean reports whether arrays hold nothing but the zeros they were made with: they are
// fresh, or noted as clean.
func (e *emitter) allClean(bufs, d []dest) bool {
	for i, b := range bufs {
		fresh := part1(d, i).lv == nil || d[i].slot
		if !fresh && (b.lv.Kind != loop.VarExpr || !e.of(b.lv.Var).clean) {
			return false
		}
	}
	return true
}

// fillClean emits t into slices made for it.
func (e *emitter) fillClean(t syntax.Term, d, given []dest) []*loop.Expr {
	for i, b := range d {
		if b.lv != nil && b.lv.Kind == loop.VarExpr && part1(given, i).lv == nil {
			e.of(b.lv.Var).clean = true
		}
	}
	vals := e.eval(t, d)
	for _, b := range d {
		if b.lv != nil && b.lv.Kind == loop.VarExpr {
			e.of(b.lv.Var).clean = false
		}
	}
	return vals
}

func lvals(d []dest) []*loop.Expr {
	out := make([]*loop.Expr, len(d))
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
	e.tail(t, inner, nil, func(vals []*loop.Expr) { e.parallel(vals, ls, d) })
}

func (e *emitter) arrayLit(t *syntax.ArrayLit, d []dest) []*loop.Expr {
	ls := e.g.leaves(t.Type())
	bufs := e.buffers(e.hints(t.Type(), "a"), ls, d)
	for i, el := range t.Elems {
		e.fill(el, rows(bufs, ls, loop.IntConst(int64(i))))
	}
	return e.deliver(lvals(bufs), ls, d)
}

func (e *emitter) index(t *syntax.Index, d []dest) []*loop.Expr {
	arr := e.eval(t.Arr, nil)
	i := e.indexOf(t.Idx)
	if len(arr) > 1 {
		i = e.atom(i, "k")
	}
	out := make([]*loop.Expr, len(arr))
	for k, a := range arr {
		out[k] = loop.Index(e.named(a, "a"), i)
	}
	ls := e.g.leaves(t.Type())
	if e.saves[t] {
		d = e.buffers(e.hints(t.Type(), "row"), ls, d)
	}
	return e.deliver(out, ls, d)
}

// set copies the array, unless nothing else needs it, and writes one element.
func (e *emitter) set(t *syntax.Set, d []dest) []*loop.Expr {
	if stores := e.written[t]; stores != nil {
		return e.setParts(t, stores, d)
	}
	if _, ok := e.direct[t]; ok {
		return e.setDirect(t, d)
	}
	ls := e.g.leaves(t.Type())
	i := e.steady(e.indexOf(t.Idx), "k")
	row := e.g.leaves(t.Val.Type())
	if scalars(row) || e.early[t] {
		vals := e.held(e.eval(t.Val, e.saved(t, row, d)), row, t.Arr, d)
		acc := e.mutable(t.Arr, d)
		e.parallel(vals, row, rows(asDests(acc), ls, i))
		return e.deliver(acc, ls, d)
	}
	acc := e.mutable(t.Arr, d)
	e.fill(t.Val, rows(asDests(acc), ls, i))
	return e.deliver(acc, ls, d)
}

// buffersFor are arrays for a row that reads what is about to change; nil where there is none to make.
func (e *emitter) buffersFor(val syntax.Term, row []Leaf, early bool) []dest {
	if !early || scalars(row) {
		return nil
	}
	return e.buffers(e.g.leafNames("row", val.Type()), row, nil)
}

// saved are places for a row that is evaluated before the array that it may be part of changes: arrays of their
// own if the array changes before the row is stored.
func (e *emitter) saved(t *syntax.Set, row []Leaf, d []dest) []dest {
	if scalars(row) || e.standsIn(t.Arr, d) {
		return nil
	}
	return e.buffers(e.g.leafNames("row", t.Val.Type()), row, nil)
}

// held are values that are to be read before the array arr is made in d: where that stores something, as a copy of
// another array or an update in the same place does, scalars that it may change are saved.
func (e *emitter) held(vals []*loop.Expr, ls []Leaf, arr syntax.Term, d []dest) []*loop.Expr {
	if e.standsIn(arr, d) {
		return vals
	}
	out := slices.Clone(vals)
	for k, v := range vals {
		if ls[k].scalar() && e.volatile(v) {
			out[k] = e.atom(v, "t")
		}
	}
	return out
}

// standsIn reports whether arr is a variable, and its arrays are in d already, where d has a place for them: nothing is
// stored in d to make it.
func (e *emitter) standsIn(arr syntax.Term, d []dest) bool {
	x, lo := path(e.g.layouts, arr)
	if x == nil || e.lazy[x] != nil {
		return false
	}
	for k, v := range e.lookup(x)[lo : lo+len(e.g.leaves(arr.Type()))] {
		if to := part1(d, k); to.lv != nil && !to.slot && !loop.Equal(v, to.lv) {
			return false
		}
	}
	return true
}

// steady is atom for an index, and saves a value that an update may change.
func (e *emitter) steady(x *loop.Expr, hint string) *loop.Expr {
	if x.Size <= 3 && x.Kind == loop.PrimExpr && !e.volatile(x) {
		return x
	}
	return e.atom(x, hint)
}

func asDests(lvs []*loop.Expr) []dest {
	out := make([]dest, len(lvs))
	for i, x := range lvs {
		out[i] = dest{lv: x}
	}
	return out
}

// filterIdx collects the indices that pass.
func (e *emitter) filterIdx(t *syntax.FilterIdx, d []dest) []*loop.Expr {
	keep := e.declareVar(e.takeHint("keep"), loop.IntType.Array())
	e.over(t.Idx.Name, e.size(t.Len), func(i *loop.Expr) {
		e.binds(t.Idx, e.one(i))
		s := &loop.If{Cond: e.eval(t.Body, nil)[0]}
		s.Then = []loop.Stmt{&loop.Append{Var: keep.Var, Val: i}}
		e.put(s)
	})
	return e.deliver(e.one(keep), e.g.leaves(t.Type()), d)
}

// pack forgets the length of an array.
func (e *emitter) pack(t *syntax.Pack, d []dest) []*loop.Expr {
	ls := e.g.leaves(t.Type())
	vals := e.eval(t.Arg, nil)
	e.keep(vals)
	if len(vals) == 0 { // an array of units: only its length is left
		vals = e.one(e.allocDims("units", ls[0], e.size(t.Arg.Type().(*syntax.ArrayType).Len)))
	}
	return e.deliver(vals, ls, d)
}

// orZero puts arrays of zeros in the place of empty ones.
func (e *emitter) orZero(vals []*loop.Expr, ls []Leaf) []*loop.Expr {
	out := make([]*loop.Expr, len(vals))
	for i, v := range vals {
		out[i] = e.declareInit("c", ls[i], v)
		s := &loop.If{Cond: binary("ieq", loop.Len(out[i]), loop.IntConst(0))}
		s.Then = e.sub(func() { e.assign(out[i], e.alloc("zero", ls[i])) })
		e.put(s)
	}
	return out
}

// coerce compares lengths.
func (e *emitter) coerce(t *syntax.Coerce, d []dest) []*loop.Expr {
	ls := e.g.leaves(t.Type())
	vals := e.evalOwn(t.Arg, nil)
	present := e.g.isPresent(t)
	if _, ok := t.Arg.Type().(*syntax.DynType); ok && t.Linear && !present {
		vals = e.orZero(vals[:len(ls)], ls)
	}
	want := e.size(t.Type().(*syntax.ArrayType).Len)
	var got *loop.Expr
	if len(vals) == 0 {
		return nil
	}
	if a, ok := t.Arg.Type().(*syntax.ArrayType); ok {
		got = e.size(a.Len)
	} else {
		vals[0] = e.atom(vals[0], "a")
		got = loop.Len(vals[0])
	}
	known := got.Kind == loop.LenExpr && want.Kind == loop.VarExpr && e.lengths[want.Var] != nil &&
		loop.Equal(e.lengths[want.Var], got.Args[0])
	if !known && !loop.Equal(got, want) {
		at := e.g.where(e.fn)
		if t.At != nil {
			at = t.At.Text()
		}
		e.put(&loop.Check{Given: t.Sure || present || t.Linear && e.fn.shaped, Cond: binary("ieq", got, want), Text: at,
			Name: "array", Got: got, Want: want})
	}
	return e.deliver(vals[:len(ls)], ls, d)
}
