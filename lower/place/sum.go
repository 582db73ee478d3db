package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// tagOf is the tag that stands for a variant: linear sums keep 0 for their zero.
func tagOf(t syntax.Type, variant int) int64 {
	if syntax.IsLinearSum(t) {
		return int64(variant) + 1
	}
	return int64(variant)
}

// inj emits an injection.
func (e *emitter) inj(t *syntax.Inj, d []dest) []*loop.Expr {
	ls := e.g.leaves(t.Type())
	if data, ok := t.Type().(*syntax.Data); ok {
		return e.deliver(e.one(e.construct(data, t)), ls, d)
	}
	lo, hi := e.g.part(t.Type(), t.Tag)
	out := make([]*loop.Expr, len(ls))
	for i, l := range ls {
		switch {
		case i == 0:
			out[i] = e.store(loop.IntConst(tagOf(t.Type(), t.Tag)), l, part1(d, i))
		case i >= lo && i < hi:
		case part1(d, i).lv != nil && !l.scalar() && !d[i].slot:
			out[i] = d[i].lv // the elements of another variant are never read
		default:
			out[i] = e.store(zeroLit(l), l, part1(d, i))
		}
	}
	copy(out[lo:hi], e.eval(t.Arg, part(d, lo, hi)))
	return out
}

// construct is a new cell of a data type. The first constructor without
// argument of a data type that is not linear is nil.
func (e *emitter) construct(data *syntax.Data, t *syntax.Inj) *loop.Expr {
	c := e.g.cell(data)
	hint := e.takeHint("cell")
	args := e.evalOwn(t.Arg, nil) // passes change the fields of one statement
	if c.Nil == t.Tag {
		return loop.Nil(loop.RefTo(c))
	}
	e.keep(args)
	v := e.newVar(hint, loop.RefTo(c))
	e.put(&loop.NewCell{Var: v, Ctor: t.Tag, Fields: args})
	return loop.Use(v)
}

// caseOf emits a case analysis; arm emits the body of each arm.
func (e *emitter) caseOf(t *syntax.Case, arm func(syntax.Term)) {
	ty := t.Scrut.Type()
	vals := e.evalOwn(t.Scrut, nil)
	for i, v := range vals {
		if v.Size > 1 {
			vals[i] = e.atom(v, "c")
		} else if e.g.leaves(ty)[i].ref() {
			vals[i] = e.named(v, "c") // nil has no fields
		}
	}
	bodies := make([][]loop.Stmt, len(t.Arms))
	for k, a := range t.Arms {
		bodies[k] = e.sub(func() {
			e.binds(a.Var, e.variant(ty, vals, k))
			arm(a.Body)
		})
	}
	tag := vals[0]
	if data, ok := ty.(*syntax.Data); ok {
		if k := e.g.cell(data).Nil; k >= 0 && len(t.Arms) == 2 {
			e.put(&loop.If{Cond: loop.IsNil(vals[0]), Then: bodies[k], Else: bodies[1-k]})
			return
		}
		tag = loop.TagOf(vals[0])
	}
	switch len(t.Arms) {
	case 1:
		e.out = append(e.out, bodies[0]...)
	case 2:
		e.put(&loop.If{Cond: binary("ieq", tag, loop.IntConst(0)), Then: bodies[0], Else: bodies[1]})
	default:
		e.put(&loop.Switch{Tag: tag, Cases: bodies})
	}
}

// variant gives the leaves of the argument of variant k.
func (e *emitter) variant(t syntax.Type, vals []*loop.Expr, k int) []*loop.Expr {
	data, ok := t.(*syntax.Data)
	if !ok {
		lo, hi := e.g.part(t, k)
		return vals[lo:hi:hi]
	}
	out := make([]*loop.Expr, len(e.g.cell(data).Ctors[k].Fields))
	for i := range out {
		out[i] = loop.FieldOf(vals[0], k, i)
	}
	return out
}

// uninj undoes an injection into a linear sum; its zero gives zeros.
func (e *emitter) uninj(t *syntax.Uninj, d []dest) []*loop.Expr {
	ty := t.Arg.Type()
	vals := e.evalOwn(t.Arg, nil)
	vals[0] = e.atom(vals[0], "u")
	if e.g.notZero[t] {
		return e.deliver(e.variant(ty, vals, t.Tag), e.g.leaves(t.Type()), d)
	}
	if _, ok := ty.(*syntax.Data); ok {
		return e.fieldsOrZeros(t, vals, loop.Not(loop.IsNil(vals[0])), d)
	}
	if ls := e.g.leaves(t.Type()); slices.ContainsFunc(ls, Leaf.handedOn) && !slices.ContainsFunc(ls, Leaf.array) {
		return e.fieldsOrZeros(t, vals, binary("ine", vals[0], loop.IntConst(0)), d)
	}
	acc := e.zeroed(t.Type(), d)
	for i, l := range e.g.leaves(t.Type()) {
		if l.ref() { // added to once, so a cell may be that of the injection
			e.of(acc[i].Var).sum = false
		}
	}
	s := &loop.If{Cond: binary("ine", vals[0], loop.IntConst(0))}
	s.Then = e.sub(func() { e.addVals(t.Type(), acc, e.variant(ty, vals, t.Tag)) })
	e.put(s)
	e.summed(acc, d)
	return e.deliver(acc, e.g.leaves(t.Type()), d)
}

// fieldsOrZeros is uninj of a cell, or of arrays of run-time length, where that is there. What a cell holds never
// changes, nor do such arrays, so that they are handed on, as they are where the cell is taken apart by cases: a
// recursion that reads one element of an array in each cell of a list costs the length of the list, and not the lengths
// of the arrays.
func (e *emitter) fieldsOrZeros(t *syntax.Uninj, cell []*loop.Expr, there *loop.Expr, d []dest) []*loop.Expr {
	ls := e.g.leaves(t.Type())
	hints := e.hints(t.Type(), "t")
	full, out := make([]dest, len(ls)), make([]*loop.Expr, len(ls))
	for i, l := range ls {
		if full[i] = part1(d, i); full[i].lv == nil {
			full[i] = dest{lv: e.declareVar(hints[i], l.Type), slot: true}
		}
		out[i] = full[i].lv
	}
	s := &loop.If{Cond: there}
	s.Then = e.sub(func() { e.parallel(e.variant(t.Arg.Type(), cell, t.Tag), ls, full) })
	s.Else = e.sub(func() {
		for i, l := range ls {
			switch {
			case l.array() && !full[i].slot:
				e.clear(out[i], l)
			case l.array():
				e.assign(out[i], e.alloc("zero", l))
			case part1(d, i).lv != nil: // else it is zero
				e.assign(out[i], zeroLit(l))
			}
		}
	})
	e.put(s)
	return out
}

// addInj adds an injection into a linear sum.
func (e *emitter) addInj(t *syntax.Inj, acc []*loop.Expr) {
	if data, ok := t.Type().(*syntax.Data); ok {
		if e.ownsCell(acc[0]) {
			e.addCell(data, t, acc[0])
			return
		}
		e.addVals(t.Type(), acc, e.eval(t, nil))
		return
	}
	e.assign(acc[0], loop.IntConst(tagOf(t.Type(), t.Tag)))
	lo, hi := e.g.part(t.Type(), t.Tag)
	e.add(t.Arg, acc[lo:hi])
}

// addSumVals adds values of a linear sum: those of the variant present.
func (e *emitter) addSumVals(t *syntax.SumType, acc, vals []*loop.Expr) {
	cases := make([][]loop.Stmt, 1, len(t.Variants)+1)
	for k, v := range t.Variants {
		lo, hi := e.g.part(t, k)
		cases = append(cases, e.sub(func() {
			e.assign(acc[0], loop.IntConst(int64(k+1)))
			e.addVals(v, acc[lo:hi], vals[lo:hi])
		}))
	}
	e.put(&loop.Switch{Tag: vals[0], Cases: cases})
}
