package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Terms of which some leaves are added to accumulators and the others are values (emitter.split), where they are sums
// themselves: addition of tuples goes by components, so each leaf is added up for itself. Numbers are added up as
// expressions; an array that has no accumulator gets one of zeros.

// splitProj is split for a component.
func (e *emitter) splitProj(t *syntax.Proj, d []dest, acc []*loop.Expr) []*loop.Expr {
	if x, lo := path(e.g.layouts, t); x != nil && e.lazy[x] == nil {
		vals := slices.Clone(e.eval(t, d))
		e.addParts(t.Type(), e.unsunk(t, acc), e.lookup(x)[lo:lo+len(acc)])
		for i, a := range acc {
			if a != nil {
				vals[i] = a
			}
		}
		return vals
	}
	lo, hi := e.g.part(t.Arg.Type(), t.Index)
	n := len(e.g.leaves(t.Arg.Type()))
	whole := make([]*loop.Expr, n)
	copy(whole[lo:hi], acc)
	var inner []dest
	if d != nil {
		inner = make([]dest, n)
		copy(inner[lo:hi], d)
	}
	return e.split(t.Arg, inner, whole)[lo:hi:hi]
}

// splitPlus is split for a sum.
func (e *emitter) splitPlus(t *syntax.Plus, d []dest, acc []*loop.Expr) []*loop.Expr {
	ls := e.g.leaves(t.Type())
	full, out := e.filled(t.Type(), d, acc), make([]*loop.Expr, len(acc))
	hint := e.takeHint("sum")
	for k, s := range t.Terms {
		for i, v := range e.split(s, nil, full) {
			switch {
			case full[i] != nil:
				continue
			case out[i] == nil || out[i].IsZero():
				out[i] = v
			case ls[i].Type == loop.BoolType:
				out[i] = logical(syntax.MustOp("or"), out[i], v)
			case !v.IsZero():
				out[i] = plusExpr(out[i], v)
			}
			if k < len(t.Terms)-1 && e.volatile(out[i]) || k%sumWidth == sumWidth-1 {
				out[i] = e.atom(out[i], hint)
			}
		}
	}
	for i, a := range full {
		if a != nil {
			out[i] = a
		}
	}
	return e.delivered(out, t.Type(), d, acc)
}

// splitCoproj is split for a tuple of one component and zeros.
func (e *emitter) splitCoproj(t *syntax.Coproj, d []dest, acc []*loop.Expr) []*loop.Expr {
	out := make([]*loop.Expr, len(acc))
	lo, hi := e.g.part(t.Type(), t.Index)
	for k, v := range e.split(t.Arg, part(d, lo, hi), acc[lo:hi]) {
		if v.Size > 1 && !v.Type.IsArray() {
			v = e.declare("t", v)
		}
		out[lo+k] = v
	}
	for i, el := range t.Type().(*syntax.TupleType).Elems {
		if i != t.Index {
			lo, hi := e.g.part(t.Type(), i)
			copy(out[lo:hi], e.splitZero(el, part(d, lo, hi), acc[lo:hi]))
		}
	}
	return out
}

// splitZero is split for the zero of a type.
func (e *emitter) splitZero(t syntax.Type, d []dest, acc []*loop.Expr) []*loop.Expr {
	tup, ok := t.(*syntax.TupleType)
	switch {
	case ok:
		out := make([]*loop.Expr, 0, len(acc))
		for i, el := range tup.Elems {
			lo, hi := e.g.part(t, i)
			out = append(out, e.splitZero(el, part(d, lo, hi), acc[lo:hi])...)
		}
		return out
	case isAcc(acc):
		return acc
	}
	return e.eval(syntax.NewZero(t), d)
}

// splitLoop is split for a loop that adds up, with a place for some of what it adds up. States have ns leaves.
func (e *emitter) splitLoop(t *syntax.Loop, ns int, d []dest, acc []*loop.Expr) []*loop.Expr {
	pair := t.Type().(*syntax.TupleType)
	var od, inner []dest
	if d != nil {
		od, inner = d[ns:], slices.Concat(d[:ns], make([]dest, len(acc)-ns))
	}
	full := e.zeroedWhereNil(pair.Elems[1], od, acc[ns:])
	vals := slices.Clone(e.loop(t, inner, full))
	e.addParts(pair.Elems[0], acc[:ns], vals[:ns])
	for i, a := range acc {
		if a != nil {
			vals[i] = a
		}
	}
	return append(vals[:ns:ns], e.delivered(vals[ns:], pair.Elems[1], od, acc[ns:])...)
}

// filled are accumulators for all leaves but those of numbers: those of acc, and zeros.
func (e *emitter) filled(t syntax.Type, d []dest, acc []*loop.Expr) []*loop.Expr {
	switch t := t.(type) {
	case *syntax.Scalar:
		return acc
	case *syntax.TupleType:
		out := make([]*loop.Expr, 0, len(acc))
		for i, el := range t.Elems {
			lo, hi := e.g.part(t, i)
			out = append(out, e.filled(el, part(d, lo, hi), acc[lo:hi])...)
		}
		return out
	}
	return e.zeroedWhereNil(t, d, acc)
}

// zeroedWhereNil are accumulators for all leaves: those of acc, and zeros.
func (e *emitter) zeroedWhereNil(t syntax.Type, d []dest, acc []*loop.Expr) []*loop.Expr {
	ls, hints, out := e.g.leaves(t), e.hints(t, "acc"), slices.Clone(acc)
	for i, l := range ls {
		switch {
		case acc[i] != nil:
		case l.array() && d != nil && d[i].lv != nil && !d[i].slot:
			e.clear(d[i].lv, l)
			out[i] = d[i].lv
		case l.array():
			out[i] = e.alloc(hints[i], l)
			e.of(out[i].Var).sum = true
		default:
			out[i] = e.declareVar(hints[i], l.Type)
			e.of(out[i].Var).sum = true
		}
	}
	return out
}

// delivered stores the leaves that have no accumulator in their destinations.
func (e *emitter) delivered(vals []*loop.Expr, t syntax.Type, d []dest, acc []*loop.Expr) []*loop.Expr {
	out := slices.Clone(vals)
	for i, l := range e.g.leaves(t) {
		if acc[i] == nil {
			out[i] = e.store(vals[i], l, part1(d, i))
		}
	}
	return out
}
