package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// zeroed makes accumulators for a linear type: zeroed variables, and slices
// that are the destinations where there are any.
func (e *emitter) zeroed(t syntax.Type, d []dest) []*loop.Expr {
	ls := e.g.leaves(t)
	hints := e.hints(t, "acc")
	out := make([]*loop.Expr, len(ls))
	for i, l := range ls {
		switch {
		case l.array() && d != nil && d[i].lv != nil && !d[i].slot:
			e.clear(d[i].lv, l)
			if out[i] = d[i].lv; out[i].Kind != loop.VarExpr {
				continue
			}
		case l.array():
			out[i] = e.alloc(hints[i], l)
		default:
			out[i] = e.declareVar(hints[i], l.Type)
		}
		e.of(out[i].Var).sum = true
	}
	return out
}

// summed ends what zeroed began: in the places d other things may be stored now.
func (e *emitter) summed(acc []*loop.Expr, d []dest) {
	for i, a := range acc {
		if a.Kind == loop.VarExpr && a == part1(d, i).lv {
			e.of(a.Var).sum = false
		}
	}
}

// clear zeroes the elements of an array. Rows of lengths known only at run time become empty, which is their zero: what
// is stored there next may have other lengths.
func (e *emitter) clear(lv *loop.Expr, l Leaf) {
	at := slices.Index(l.Dims[1:], nil)
	if at < 0 {
		e.put(&loop.Clear{Dst: lv})
		return
	}
	e.over("i", loop.Len(lv), func(i *loop.Expr) {
		row := loop.Index(lv, i)
		if at == 0 {
			e.put(&loop.Assign{Lhs: e.one(row), Rhs: e.one(loop.Nil(row.Type))})
			return
		}
		inner := l
		inner.Type, inner.Dims = row.Type, l.Dims[1:]
		e.clear(row, inner)
	})
}

// accumulated emits a term that is built by adding to zero.
func (e *emitter) accumulated(t syntax.Term, d []dest) []*loop.Expr {
	acc := e.zeroed(t.Type(), d)
	e.add(t, acc)
	e.summed(acc, d)
	return e.deliver(acc, e.g.leaves(t.Type()), d)
}

// additive emits zeros and sums as values.
func (e *emitter) additive(t syntax.Term, d []dest) []*loop.Expr {
	ls := e.g.leaves(t.Type())
	if allNumbers(ls) {
		return e.deliver(e.numbers(t, ls), ls, d)
	}
	switch t := t.(type) {
	case *syntax.Plus:
		return e.plus(t, d)
	case *syntax.Zero:
		out := make([]*loop.Expr, len(ls))
		for i, l := range ls {
			switch {
			case l.array() && d != nil && d[i].lv != nil && !d[i].slot:
				if d[i].lv.Kind != loop.VarExpr || !e.of(d[i].lv.Var).clean {
					e.clear(d[i].lv, l)
				}
				out[i] = d[i].lv
			case l.array():
				out[i] = e.store(e.alloc(e.takeHint("zero"), l), l, part1(d, i))
			default:
				out[i] = e.store(zeroLit(l), l, part1(d, i))
			}
		}
		return out
	case *syntax.Coproj:
		return e.coproj(t, d)
	}
	panic("place: not an additive term")
}

func part1(d []dest, i int) dest {
	if d == nil {
		return dest{}
	}
	return d[i]
}

func allNumbers(ls []Leaf) bool {
	for _, l := range ls {
		if !l.scalar() || l.ref() || l.Tag {
			return false
		}
	}
	return true
}

// numbers emits an additive term whose leaves are all scalars.
func (e *emitter) numbers(t syntax.Term, ls []Leaf) []*loop.Expr {
	out := make([]*loop.Expr, len(ls))
	switch t := t.(type) {
	case *syntax.Zero:
		for i, l := range ls {
			out[i] = zeroLit(l)
		}
		return out
	case *syntax.Coproj:
		for i, l := range ls {
			out[i] = zeroLit(l)
		}
		lo, hi := e.g.part(t.Type(), t.Index)
		copy(out[lo:hi], e.eval(t.Arg, nil))
		return out
	}
	hint := e.takeHint("sum")
	for k, s := range t.(*syntax.Plus).Terms {
		for i, v := range e.eval(s, nil) {
			switch {
			case out[i] == nil || out[i].IsZero():
				out[i] = v
			case ls[i].Type == loop.BoolType:
				out[i] = logical(syntax.MustOp("or"), out[i], v)
			case !v.IsZero():
				out[i] = plusExpr(out[i], v)
			}
			if k%sumWidth == sumWidth-1 {
				out[i] = e.atom(out[i], hint)
			}
		}
	}
	return out
}

// plus emits a sum that holds arrays: one operand is built in place, the
// others are added to it.
func (e *emitter) plus(t *syntax.Plus, d []dest) []*loop.Expr {
	first := e.baseOperand(t, d)
	hots := make([]*hot, len(t.Terms))
	var acc []*loop.Expr
	if first < 0 {
		acc = e.zeroed(t.Type(), d)
	} else {
		_, direct := e.direct[t]
		if _, ok := e.base[t]; ok || direct {
			for i, s := range t.Terms {
				if i != first {
					hots[i] = e.hot(s)
				}
			}
		}
		if direct {
			acc = e.owned(t.Terms[first])
		} else {
			acc = e.mutable(t.Terms[first], d)
		}
	}
	for i, s := range t.Terms {
		switch {
		case i == first:
		case hots[i] != nil:
			e.addVals(s.(*syntax.OneHot).Val.Type(), elems(acc, hots[i].idx), hots[i].vals)
		default:
			e.add(s, acc)
		}
	}
	if first < 0 {
		e.summed(acc, d)
	}
	return e.deliver(acc, e.g.leaves(t.Type()), d)
}

// baseOperand chooses the operand to which the others are added, or -1 for zeros.
func (e *emitter) baseOperand(t *syntax.Plus, d []dest) int {
	if i, ok := e.base[t]; ok {
		return i
	}
	if i, ok := e.direct[t]; ok {
		return i
	}
	first := -1
	for i, s := range t.Terms {
		if !anyDest(d) && e.unshared(s) {
			return i
		}
		if first < 0 && !e.sparse(s) {
			first = i
		}
	}
	return first
}

// A hot is a onehot of scalars whose parts are evaluated before the array
// that it is added to changes.
type hot struct {
	idx  *loop.Expr
	vals []*loop.Expr
}

func (e *emitter) hot(t syntax.Term) *hot {
	o, ok := t.(*syntax.OneHot)
	if !ok || !scalars(e.g.leaves(o.Val.Type())) {
		return nil
	}
	h := &hot{idx: e.steady(e.indexOf(o.Idx), "k")}
	for _, v := range e.eval(o.Val, nil) {
		if e.volatile(v) {
			v = e.atom(v, "v")
		}
		h.vals = append(h.vals, v)
	}
	return h
}

// coproj is the tuple of one component and zeros. The component comes first: it may be made of what stands in the
// places of the others.
func (e *emitter) coproj(t *syntax.Coproj, d []dest) []*loop.Expr {
	out := make([]*loop.Expr, len(e.g.leaves(t.Type())))
	lo, hi := e.g.part(t.Type(), t.Index)
	copy(out[lo:hi], e.eval(t.Arg, part(d, lo, hi)))
	for k := lo; k < hi; k++ {
		if e.volatile(out[k]) && !out[k].Type.IsArray() {
			out[k] = e.atom(out[k], "t")
		}
	}
	for i, el := range t.Type().(*syntax.TupleType).Elems {
		if i != t.Index {
			lo, hi := e.g.part(t.Type(), i)
			copy(out[lo:hi], e.eval(syntax.NewZero(el), part(d, lo, hi)))
		}
	}
	return out
}
