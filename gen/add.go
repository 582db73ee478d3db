package gen

import "github.com/seed-4b734f86/gochad/syntax"

const sumWidth = 32 // operands of one emitted expression

// zeroed makes accumulators for a linear type: zeroed variables, and slices
// that are the destinations where there are any.
func (e *emitter) zeroed(t syntax.Type, d []dest) []*expr {
	ls := e.g.leaves(t)
	hints := e.hints(t, "acc")
	out := make([]*expr, len(ls))
	for i, l := range ls {
		switch {
		case l.array() && d != nil && d[i].lv != nil && !d[i].slot:
			e.clear(d[i].lv, l)
			out[i] = d[i].lv
		case l.array():
			out[i] = e.alloc(hints[i], l)
		default:
			out[i] = e.declareVar(hints[i], l.goType())
		}
	}
	return out
}

// clear zeroes the elements of a slice.
func (e *emitter) clear(lv *expr, l leaf) {
	if !l.row().array() {
		e.out.add(&stmt{kind: exprStmt, exprs: e.one(call("", "clear", lv))})
		return
	}
	e.over("i", e.size(l.dims[0]), func(i *expr) { e.clear(index(lv, i), l.row()) })
}

// accumulated emits a term that is built by adding to zero.
func (e *emitter) accumulated(t syntax.Term, d []dest) []*expr {
	acc := e.zeroed(t.Type(), d)
	e.add(t, acc)
	return e.deliver(acc, e.g.leaves(t.Type()), d)
}

// additive emits zeros and sums as values.
func (e *emitter) additive(t syntax.Term, d []dest) []*expr {
	ls := e.g.leaves(t.Type())
	if allNumbers(ls) {
		return e.deliver(e.numbers(t, ls), ls, d)
	}
	switch t := t.(type) {
	case *syntax.Plus:
		return e.plus(t, d)
	case *syntax.Zero:
		out := make([]*expr, len(ls))
		for i, l := range ls {
			switch {
			case l.array() && d != nil && d[i].lv != nil && !d[i].slot:
				if d[i].lv.kind != identExpr || !d[i].lv.id.clean {
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
		lo, hi := e.g.part(t.Type(), t.Index)
		out := e.eval(syntax.NewZero(t.Type()), d)
		copy(out[lo:hi], e.eval(t.Arg, part(d, lo, hi)))
		return out
	}
	panic("gen: not an additive term")
}

func part1(d []dest, i int) dest {
	if d == nil {
		return dest{}
	}
	return d[i]
}

func zeroLit(l leaf) *expr {
	switch {
	case !l.scalar() || l.data != nil:
		return nilLit()
	case l.elem == "float64":
		return realLit(0)
	case l.elem == "bool":
		return boolLit(false)
	}
	return intLit(0)
}

func allNumbers(ls []leaf) bool {
	for _, l := range ls {
		if !l.scalar() || l.data != nil || l.tag {
			return false
		}
	}
	return true
}

// numbers emits an additive term whose leaves are all scalars.
func (e *emitter) numbers(t syntax.Term, ls []leaf) []*expr {
	out := make([]*expr, len(ls))
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
			case out[i] == nil || isZeroLit(out[i]):
				out[i] = v
			case ls[i].elem == "bool":
				out[i] = logical("||", out[i], v)
			case !isZeroLit(v):
				out[i] = plusExpr(out[i], v)
			}
			if k%sumWidth == sumWidth-1 {
				out[i] = e.atom(out[i], hint)
			}
		}
	}
	return out
}

func isZeroLit(x *expr) bool { return x.isZero() || x.kind == litExpr && x.text == "0" }

func plusExpr(a, b *expr) *expr {
	if b.kind == unaryExpr {
		return binary("-", a, b.args[0])
	}
	return binary("+", a, b)
}

// plus emits a sum that holds arrays: one operand is built in place, the
// others are added to it.
func (e *emitter) plus(t *syntax.Plus, d []dest) []*expr {
	first := e.baseOperand(t, d)
	hots := make([]*hot, len(t.Terms))
	var acc []*expr
	if first < 0 {
		acc = e.zeroed(t.Type(), d)
	} else {
		if _, ok := e.base[t]; ok {
			for i, s := range t.Terms {
				if i != first {
					hots[i] = e.hot(s)
				}
			}
		}
		acc = e.mutable(t.Terms[first], d)
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
	return e.deliver(acc, e.g.leaves(t.Type()), d)
}

// baseOperand chooses the operand to which the others are added, or -1 for zeros.
func (e *emitter) baseOperand(t *syntax.Plus, d []dest) int {
	if i, ok := e.base[t]; ok {
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
	idx  *expr
	vals []*expr
}

func (e *emitter) hot(t syntax.Term) *hot {
	o, ok := t.(*syntax.OneHot)
	if !ok || !scalars(e.g.leaves(o.Val.Type())) {
		return nil
	}
	h := &hot{idx: e.steady(e.indexOf(o.Idx), "k")}
	for _, v := range e.eval(o.Val, nil) {
		if v.volatile {
			v = e.atom(v, "v")
		}
		h.vals = append(h.vals, v)
	}
	return h
}

// sparse reports whether a term is mostly zeros or a sum, better added to zeros
// than stored.
func (e *emitter) sparse(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Zero, *syntax.OneHot, *syntax.Coproj, *syntax.Sum, *syntax.Plus:
		return true
	case *syntax.Let:
		return e.sparse(t.Body)
	case *syntax.VarRef:
		rhs, ok := e.lazy[t.Var]
		return ok && e.sparse(rhs)
	case *syntax.Proj:
		l, ok := t.Arg.(*syntax.Loop)
		return ok && l.Out == syntax.Accumulate && t.Index == 1
	case *syntax.Tuple:
		for _, el := range t.Elems {
			if e.sparse(el) {
				return true
			}
		}
	case *syntax.If:
		return e.sparse(t.Then) || e.sparse(t.Else)
	}
	return false
}

// add emits acc += t without building t where its form allows. This is what
// keeps pullbacks free of temporary arrays: a onehot is one addition.
func (e *emitter) add(t syntax.Term, acc []*expr) {
	switch t := t.(type) {
	case *syntax.Zero:
	case *syntax.Plus:
		if allNumbers(e.g.leaves(t.Type())) && !e.anyLoop(t) {
			e.addVals(t.Type(), acc, e.eval(t, nil))
			return
		}
		for _, s := range t.Terms {
			e.add(s, acc)
		}
	case *syntax.Let:
		for i := range t.Binds {
			e.bind(&t.Binds[i])
		}
		e.add(t.Body, acc)
	case *syntax.Tuple:
		for i, el := range t.Elems {
			lo, hi := e.g.part(t.Type(), i)
			e.add(el, acc[lo:hi])
		}
	case *syntax.Coproj:
		lo, hi := e.g.part(t.Type(), t.Index)
		e.add(t.Arg, acc[lo:hi])
	case *syntax.OneHot:
		e.add(t.Val, elems(acc, e.steady(e.indexOf(t.Idx), "k")))
	case *syntax.Build:
		e.over(t.Idx.Name, e.size(t.Len), func(i *expr) {
			e.env[t.Idx] = e.one(i)
			e.add(t.Body, elems(acc, i))
		})
	case *syntax.Sum:
		e.addSum(t, acc)
	case *syntax.If:
		s := &stmt{kind: ifStmt, exprs: e.eval(t.Cond, nil)}
		s.body = e.sub(func() { e.add(t.Then, acc) })
		s.alt = e.sub(func() { e.add(t.Else, acc) })
		e.out.add(s)
	case *syntax.Case:
		e.caseOf(t, func(body syntax.Term) { e.add(body, acc) })
	case *syntax.VarRef:
		if rhs, ok := e.lazy[t.Var]; ok {
			delete(e.lazy, t.Var)
			e.add(rhs, acc)
			return
		}
		e.addVals(t.Type(), acc, e.lookup(t.Var))
	case *syntax.Proj:
		e.addProj(t, acc)
	case *syntax.Inj:
		e.addInj(t, acc)
	case *syntax.Coerce:
		e.addCoerce(t, acc)
	default:
		e.addVals(t.Type(), acc, e.eval(t, nil))
	}
}

// anyLoop reports whether a sum of scalars has operands that are loops
// themselves and better add to the accumulator one by one.
func (e *emitter) anyLoop(t *syntax.Plus) bool {
	for _, s := range t.Terms {
		switch s.(type) {
		case *syntax.Sum, *syntax.If, *syntax.Case, *syntax.Let:
			return true
		}
	}
	return len(t.Terms) > sumWidth
}

func elems(acc []*expr, i *expr) []*expr {
	out := make([]*expr, len(acc))
	for k, a := range acc {
		out[k] = index(a, i)
	}
	return out
}

// addSum adds the elements of an array. Scalars are summed in a local
// variable first when the accumulator is in memory.
func (e *emitter) addSum(t *syntax.Sum, acc []*expr) {
	ls := e.g.leaves(t.Type())
	local := make([]*expr, len(acc))
	moved := false
	for i, a := range acc {
		if local[i] = a; ls[i].scalar() && ls[i].data == nil && !ls[i].tag && a.kind != identExpr {
			local[i], moved = e.declareVar("sum", ls[i].goType()), true
		}
	}
	e.addElems(t.Arg, local)
	if !moved {
		return
	}
	for i, a := range acc {
		if local[i] != a {
			e.out.add(&stmt{kind: assignStmt, op: "+=", lhs: e.one(a), exprs: e.one(local[i])})
		}
	}
}

func (e *emitter) addElems(arr syntax.Term, acc []*expr) {
	switch t := arr.(type) {
	case *syntax.Build:
		e.over(t.Idx.Name, e.size(t.Len), func(i *expr) {
			e.env[t.Idx] = e.one(i)
			e.add(t.Body, acc)
		})
		return
	case *syntax.Let:
		for i := range t.Binds {
			e.bind(&t.Binds[i])
		}
		e.addElems(t.Body, acc)
		return
	case *syntax.VarRef:
		if rhs, ok := e.lazy[t.Var]; ok {
			delete(e.lazy, t.Var)
			e.addElems(rhs, acc)
			return
		}
	}
	ty := arr.Type().(*syntax.ArrayType)
	vals := e.eval(arr, nil)
	if len(vals) == 1 && len(e.g.leaves(ty.Elem)) == 1 {
		id := &ident{}
		body := e.sub(func() {
			id.name = e.names.fresh("v")
			e.addVals(ty.Elem, acc, e.one(use(id)))
		})
		e.out.add(&stmt{kind: eachStmt, ids: []*ident{id}, exprs: vals, body: body})
		return
	}
	e.over("i", e.size(ty.Len), func(i *expr) { e.addVals(ty.Elem, acc, elems(vals, i)) })
}

// addProj adds one component; that of an accumulating loop is added up in place.
func (e *emitter) addProj(t *syntax.Proj, acc []*expr) {
	arg := t.Arg
	if r, ok := arg.(*syntax.VarRef); ok && e.lazy[r.Var] != nil {
		arg = e.lazy[r.Var]
		delete(e.lazy, r.Var)
	}
	if l, ok := arg.(*syntax.Loop); ok && t.Index == 1 && l.Out == syntax.Accumulate {
		e.loop(l, nil, acc)
		return
	}
	lo, hi := e.g.part(arg.Type(), t.Index)
	e.addVals(t.Type(), acc, e.eval(arg, nil)[lo:hi])
}

// addCoerce adds an array of another static length. Between cotangents an empty one of run-time
// length is the zero of its type.
func (e *emitter) addCoerce(t *syntax.Coerce, acc []*expr) {
	if _, ok := t.Arg.Type().(*syntax.ArrayType); ok || !t.Linear {
		e.addVals(t.Type(), acc, e.eval(t, nil))
		return
	}
	vals := e.eval(t.Arg, nil)
	if len(vals) == 0 {
		return
	}
	vals[0] = e.atom(vals[0], "a")
	s := &stmt{kind: ifStmt, exprs: e.one(binary(">", lenOf(vals[0]), intLit(0)))}
	s.body = e.sub(func() { e.addVals(t.Type(), acc, vals) })
	e.out.add(s)
}

// addVals emits acc += vals, values of type t that exist already.
func (e *emitter) addVals(t syntax.Type, acc, vals []*expr) {
	switch t := t.(type) {
	case *syntax.Scalar:
		if t == syntax.Bool {
			e.assign(acc[0], logical("||", acc[0], vals[0]))
		} else if !isZeroLit(vals[0]) {
			e.out.add(&stmt{kind: assignStmt, op: "+=", lhs: acc, exprs: vals})
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
		e.over("i", e.size(t.Len), func(i *expr) { e.addVals(t.Elem, elems(acc, i), elems(vals, i)) })
	case *syntax.DynType:
		e.addDyn(t, acc, vals)
	case *syntax.SumType:
		e.addSumVals(t, acc, vals)
	case *syntax.Data:
		e.g.adders[t] = true
		e.assign(acc[0], node(applyExpr, "", node(fieldExpr, "plus", acc[0]), vals[0]))
	default:
		failf("cannot add values of type %s", t)
	}
}

// addDyn adds arrays of run-time length, of which the empty one is zero.
func (e *emitter) addDyn(t *syntax.DynType, acc, vals []*expr) {
	ls := e.g.leaves(t)
	vals[0] = e.atom(vals[0], "v")
	n := lenOf(vals[0])
	s := &stmt{kind: ifStmt, exprs: e.one(binary("&&", binary("==", lenOf(acc[0]), intLit(0)), binary(">", n, intLit(0))))}
	s.body = e.sub(func() {
		for i, l := range ls {
			e.assign(acc[i], node(typedExpr, "make "+l.goType(), n))
			if l.row().array() {
				e.over("i", n, func(k *expr) { e.assign(index(acc[i], k), e.alloc("row", l.row())) })
			}
		}
	})
	e.out.add(s)
	e.over("i", n, func(i *expr) { e.addVals(t.Elem, elems(acc, i), elems(vals, i)) })
}
