package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// addVals emits acc += vals, values of type t that exist already.
func (e *emitter) addVals(t syntax.Type, acc, vals []*loop.Expr) {
	switch t := t.(type) {
	case *syntax.Scalar:
		if t == syntax.Bool {
			e.assign(acc[0], logical(syntax.MustOp("or"), acc[0], vals[0]))
		} else if !vals[0].IsZero() {
			e.addNumber(acc[0], vals[0])
		}
	case *syntax.TupleType:
		for i, el := range t.Elems {
			lo, hi := e.g.part(t, i)
			e.addVals(el, acc[lo:hi], vals[lo:hi])
		}
	case *syntax.ArrayType:
		if len(acc) == 0 {
			return
		}
		e.over("i", e.size(t.Len), func(i *loop.Expr) { e.addVals(t.Elem, elems(acc, i), elems(vals, i)) })
	case *syntax.DynType:
		e.addDyn(t, acc, vals)
	case *syntax.SumType:
		e.addSumVals(t, acc, vals)
	case *syntax.Data:
		if e.ownsCell(acc[0]) {
			e.addToCell(t, acc[0], vals[0])
			return
		}
		sum := e.newVar("sum", vals[0].Type)
		e.put(&loop.Call{Vars: []*loop.Var{sum}, Func: e.g.adder(t), Args: []*loop.Expr{acc[0], vals[0]}})
		e.assign(acc[0], loop.Use(sum))
	default:
		failf("cannot add values of type %s", t)
	}
}

// addDyn adds arrays of run-time length, of which the empty one is zero. Such arrays are handed on as they are, so the
// sum is made in new memory, unless acc has been added up in memory of its own.
func (e *emitter) addDyn(t *syntax.DynType, acc, vals []*loop.Expr) {
	ls := e.g.leaves(t)
	vals = slices.Clone(vals)
	vals[0] = e.atom(vals[0], "v")
	n := loop.Len(vals[0])
	own := e.isSum(acc[0])
	add := func(to []*loop.Expr) {
		e.over("i", n, func(i *loop.Expr) { e.addVals(t.Elem, elems(to, i), elems(vals, i)) })
	}
	if own {
		first := &loop.If{Cond: binary("and", binary("ieq", loop.Len(acc[0]), loop.IntConst(0)),
			binary("igt", n, loop.IntConst(0)))}
		first.Then = e.sub(func() {
			for i, l := range ls {
				e.assign(acc[i], e.allocDims("acc", l, n))
			}
		})
		e.put(first)
		add(acc)
		return
	}
	more := &loop.If{Cond: binary("igt", n, loop.IntConst(0))}
	more.Then = e.sub(func() { e.addToCopy(t, acc, n, add) })
	e.put(more)
}

// addToCopy adds to an array of run-time length in new memory, which takes its place: zeros where it is empty.
func (e *emitter) addToCopy(t *syntax.DynType, acc []*loop.Expr, n *loop.Expr, add func(to []*loop.Expr)) {
	ls := e.g.leaves(t)
	sum := make([]*loop.Expr, len(acc)) // a variable that never is the memory of acc
	for i, l := range ls {
		sum[i] = e.declareVar("acc", l.Type)
		e.of(sum[i].Var).sum = true
	}
	whole := &loop.If{Cond: binary("ieq", loop.Len(acc[0]), loop.IntConst(0))}
	whole.Then = e.sub(func() {
		for i, l := range ls {
			e.assign(sum[i], e.allocDims("acc", l, n))
		}
	})
	whole.Else = e.sub(func() {
		for i, l := range ls {
			e.assign(sum[i], e.ownCopy("acc", acc[i], l))
		}
	})
	e.put(whole)
	add(sum)
	for i := range acc {
		e.assign(acc[i], sum[i])
	}
}

// addPack adds an array that is mostly zeros to one of run-time length, which is made where there is none yet: an
// element costs one addition, and not as many as the array has elements. What has no memory of its own gets some.
func (e *emitter) addPack(t *syntax.Pack, acc []*loop.Expr) {
	if e.isSum(acc[0]) {
		e.roomFor(t, acc)
		e.add(t.Arg, acc)
		return
	}
	n := e.atom(e.size(t.Arg.Type().(*syntax.ArrayType).Len), "n")
	e.addToCopy(t.Type().(*syntax.DynType), acc, n, func(to []*loop.Expr) { e.add(t.Arg, to) })
}

// addsPacked reports whether an array of run-time length whose elements are added up, or have been bound, can be added
// to acc before all of it is known.
func (e *emitter) addsPacked(t *syntax.Pack, acc []*loop.Expr) bool {
	if !isAcc(acc) || !e.isSum(acc[0]) || len(e.g.leaves(t.Arg.Type())) != len(acc) {
		return false
	}
	if x, _ := path(e.g.layouts, t.Arg); x == nil {
		switch t.Arg.(type) {
		case *syntax.Plus:
		default:
			return false
		}
	}
	bound := true
	t.Arg.Type().(*syntax.ArrayType).Len.Vars(func(n *syntax.SizeVar) { bound = bound && e.sizes[n] != nil })
	return bound
}

// roomFor makes an array of zeros for one of run-time length that there is none of yet.
func (e *emitter) roomFor(t *syntax.Pack, acc []*loop.Expr) {
	n := e.atom(e.size(t.Arg.Type().(*syntax.ArrayType).Len), "n")
	first := &loop.If{Cond: binary("and", binary("ieq", loop.Len(acc[0]), loop.IntConst(0)),
		binary("igt", n, loop.IntConst(0)))}
	first.Then = e.sub(func() {
		for i, l := range e.g.leaves(t.Type()) {
			e.assign(acc[i], e.allocDims("acc", l, n))
		}
	})
	e.put(first)
}

// addNumber places lv += x. The terms of sums and the contributions to a cotangent come in no order.
func (e *emitter) addNumber(lv, x *loop.Expr) { e.put(&loop.AddTo{Lhs: lv, Rhs: x, Free: true}) }

// isSum reports whether an array, with its rows, has been added up in memory that nothing else has.
func (e *emitter) isSum(x *loop.Expr) bool {
	root := x.Root()
	return root != nil && e.of(root).sum
}
