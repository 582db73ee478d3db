package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A dest says where one leaf of a value goes: nowhere in particular (the zero
// dest), or to lv: a variable or element to assign, or, for an array leaf that
// is not a slot, a slice of the right length whose elements are overwritten.
type dest struct {
	lv   *loop.Expr
	slot bool // assign the slice itself
	// lasts: nothing else is ever stored there, so cells may keep what is built there.
	lasts bool
	// last: the array of a state that is updated in place, which its last version goes to; what may be built there
	// before is for the analysis of the loop to say ([linearity.targets]), not for [emitter.aim].
	last bool
	// there, without lv: an array that a loop owns, which changes where it is.
	there bool
	// zero: a variable that was declared as zero, and that nothing assigns before what this is the destination of.
	zero bool
}

// eval emits t and returns its leaves. Leaves with a destination have been
// stored there. The result is an expression that may be emitted once later in the same block, before
// any variable it reads is assigned.
func (e *emitter) eval(t syntax.Term, d []dest) []*loop.Expr {
	switch t := t.(type) {
	case *syntax.Const:
		return e.deliver(e.one(constExpr(t)), e.g.leaves(t.Type()), d)
	case *syntax.VarRef:
		if rhs, ok := e.lazy[t.Var]; ok {
			return e.force(t.Var, rhs, d)
		}
		return e.deliver(e.lookup(t.Var), e.g.leaves(t.Var.Type), d)
	case *syntax.Let:
		for i := range t.Binds {
			e.bind(&t.Binds[i])
		}
		return e.eval(t.Body, d)
	case *syntax.Tuple:
		return e.tuple(t, d)
	case *syntax.Proj:
		return e.proj(t, d)
	case *syntax.Prim:
		return e.deliver(e.one(e.prim(t)), e.g.leaves(t.Type()), d)
	case *syntax.If, *syntax.Case:
		return e.branches(t, d)
	case *syntax.Inj:
		return e.inj(t, d)
	case *syntax.Call:
		return e.call(t, d)
	case *syntax.Build, *syntax.Loop, *syntax.While, *syntax.Sum, *syntax.ArrayLit, *syntax.Index,
		*syntax.OneHot, *syntax.Set, *syntax.FilterIdx:
		return e.array(t, d)
	case *syntax.SizeOf:
		return e.deliver(e.one(e.size(t.Size)), e.g.leaves(syntax.Int), d)
	case *syntax.ToIdx:
		return e.deliver(e.one(e.toIdx(t)), e.g.leaves(t.Type()), d)
	case *syntax.FromIdx:
		return e.eval(t.Arg, d)
	case *syntax.Pack:
		return e.pack(t, d)
	case *syntax.Coerce:
		return e.coerce(t, d)
	case *syntax.DynLen:
		a := e.eval(t.Arg, nil)
		return e.deliver(e.one(loop.Len(a[0])), e.g.leaves(syntax.Int), d)
	case *syntax.Zero, *syntax.Plus, *syntax.Coproj:
		return e.additive(t, d)
	case *syntax.Uninj:
		return e.uninj(t, d)
	}
	failf("%s: %T has no first-order form", e.fn.def.Name, t)
	return nil
}

func (e *emitter) lookup(x *syntax.Var) []*loop.Expr {
	v := e.env.Get(x.ID())
	if v == nil && len(e.g.leaves(x.Type)) > 0 {
		failf("%s: variable %s is not bound", e.fn.def.Name, x.Name)
	}
	return v
}

// evalOwn is eval for those that change the list that they get, which may be that of a variable: what they put there
// may be declared in a block inside of the variable's.
func (e *emitter) evalOwn(t syntax.Term, d []dest) []*loop.Expr { return slices.Clone(e.eval(t, d)) }

// deliver stores leaves in their destinations. What it gives may be the list itself: see [emitter.evalOwn].
func (e *emitter) deliver(vals []*loop.Expr, ls []Leaf, d []dest) []*loop.Expr {
	if !slices.ContainsFunc(d, func(d dest) bool { return d.lv != nil }) {
		return vals
	}
	out := make([]*loop.Expr, len(vals))
	for i, v := range vals {
		out[i] = e.store(v, ls[i], d[i])
	}
	return out
}

func (e *emitter) store(v *loop.Expr, l Leaf, d dest) *loop.Expr {
	switch {
	case d.lv == nil:
		return v
	case d.slot || !l.array():
		e.assign(d.lv, v)
	case v.IsNilConst(): // the elements of another variant are never read
	case !loop.Equal(v, d.lv) && !e.names(v, d.lv):
		e.copyLeaf(d.lv, v, l)
	}
	return d.lv
}

// names reports whether v is a name for the row lv, under indices that do not change.
func (e *emitter) names(v, lv *loop.Expr) bool {
	if v.Kind != loop.VarExpr {
		return false
	}
	fixed := func(v *loop.Var) bool { return !e.of(v).varies && len(e.of(v).from) == 0 }
	if w := e.of(v.Var).view; w == nil || !loop.Equal(w, lv) || !fixed(v.Var) {
		return false
	}
	for ; lv.Kind == loop.IndexExpr; lv = lv.Args[0] {
		if i := lv.Args[1]; !i.IsConst() && (i.Kind != loop.VarExpr || !fixed(i.Var)) {
			return false
		}
	}
	return lv.Kind == loop.VarExpr && fixed(lv.Var)
}

// copyLeaf copies the elements of v into the array lv; rows of a length known only at run time are
// handed over.
func (e *emitter) copyLeaf(lv, v *loop.Expr, l Leaf) {
	if !slices.Contains(l.Dims, nil) {
		s := &loop.Copy{Dst: lv, Src: v}
		// nil where the value is of another variant
		if l.Variant && (v.Kind == loop.FieldExpr ||
			v.Kind == loop.VarExpr && (e.of(v.Var).varies || e.g.paramOf[v.Var] != nil)) {
			e.put(&loop.If{Cond: loop.Prim(syntax.MustOp("ilt"), loop.IntConst(0), loop.Len(v)), Then: []loop.Stmt{s}})
			return
		}
		e.put(s)
		return
	}
	e.over("i", loop.Len(v), func(i *loop.Expr) {
		if to, from := loop.Index(lv, i), loop.Index(v, i); l.row().array() {
			e.copyLeaf(to, from, l.row())
		} else {
			e.assign(to, from)
		}
	})
}

// part cuts the destinations of one element out of those of a tuple.
func part(d []dest, lo, hi int) []dest {
	if d == nil {
		return nil
	}
	return d[lo:hi]
}

func (e *emitter) tuple(t *syntax.Tuple, d []dest) []*loop.Expr {
	out := make([]*loop.Expr, 0, len(e.g.leaves(t.Type())))
	hint := e.hint
	for i, el := range t.Elems {
		lo, hi := e.g.part(t.Type(), i)
		e.hint = hint
		vals := e.eval(el, part(d, lo, hi))
		for k, v := range vals {
			if v.Size > 1 && e.volatile(v) && i < len(t.Elems)-1 && !e.g.leaves(t.Type())[lo+k].array() {
				v = e.declare("t", v)
			}
			out = append(out, v)
		}
	}
	e.hint = ""
	return out
}

func (e *emitter) proj(t *syntax.Proj, d []dest) []*loop.Expr {
	lo, hi := e.g.part(t.Arg.Type(), t.Index)
	if r, ok := t.Arg.(*syntax.VarRef); ok && e.lazy[r.Var] == nil {
		return e.deliver(e.lookup(r.Var)[lo:hi:hi], e.g.leaves(t.Type()), d)
	}
	var inner []dest
	if d != nil {
		inner = make([]dest, len(e.g.leaves(t.Arg.Type())))
		copy(inner[lo:hi], d)
	}
	return e.eval(t.Arg, inner)[lo:hi:hi]
}

// tail places t as the last thing of a block: where t branches, each branch
// ends by finish on its own. It gives the variables vars, if they are not nil, the leaves of t.
func (e *emitter) tail(t syntax.Term, d, vars []dest, finish func([]*loop.Expr)) {
	e.tailWith(t, d, func(l *syntax.Let) {
		e.aimChoices(l, vars)
		for i := range l.Binds {
			e.bind(&l.Binds[i])
		}
	}, func(t syntax.Term) { finish(e.eval(t, d)) })
}

// tailWith is tail with another way to emit the bindings of a block, and what it results in.
func (e *emitter) tailWith(t syntax.Term, d []dest, binds func(*syntax.Let), finish func(syntax.Term)) {
	for {
		l, ok := t.(*syntax.Let)
		if !ok {
			break
		}
		e.aim(l.Body, d)
		binds(l)
		t = l.Body
	}
	switch t := t.(type) {
	case *syntax.If:
		e.ifElse(t, func(body syntax.Term) { e.tailWith(body, d, binds, finish) })
	case *syntax.Case:
		e.caseOf(t, func(body syntax.Term) { e.tailWith(body, d, binds, finish) })
	default:
		finish(t)
	}
}

// ifElse emits a conditional with what branch emits for each of its branches; only one where it is known which runs:
// one that never does may hold constants that Go refuses, such as indices below 0.
func (e *emitter) ifElse(t *syntax.If, branch func(syntax.Term)) {
	c := e.eval(t.Cond, nil)[0]
	switch {
	case loop.Equal(c, loop.BoolConst(true)):
		branch(t.Then)
	case loop.Equal(c, loop.BoolConst(false)):
		branch(t.Else)
	default:
		s := &loop.If{Cond: c}
		s.Then = e.sub(func() { branch(t.Then) })
		s.Else = e.sub(func() { branch(t.Else) })
		e.put(s)
	}
}

// branches emits a conditional as an expression: its leaves are variables
// declared before it.
func (e *emitter) branches(t syntax.Term, d []dest) []*loop.Expr {
	ls := e.g.leaves(t.Type())
	hints := e.hints(t.Type(), "t")
	both, out := make([]dest, 2*len(ls)), make([]*loop.Expr, len(ls))
	full, inner := both[:len(ls):len(ls)], both[len(ls):]
	for i, l := range ls {
		if d != nil && d[i].lv != nil {
			full[i] = d[i]
		} else {
			full[i] = dest{lv: e.declareVar(hints[i], l.Type), slot: true, zero: true}
		}
		out[i] = full[i].lv
	}
	// Array destinations are filled by the branches themselves, all else at their end.
	for i, l := range ls {
		if l.array() {
			inner[i] = full[i]
		}
	}
	e.tail(t, inner, full, func(vals []*loop.Expr) { e.parallel(vals, ls, full) })
	return out
}

// parallel assigns all values at once.
func (e *emitter) parallel(vals []*loop.Expr, ls []Leaf, d []dest) {
	var lhs, rhs []*loop.Expr
	for i, v := range vals {
		switch {
		case loop.Equal(v, d[i].lv):
		case d[i].zero && len(vals) > 1 && (v.IsNilConst() || v.IsZero()): // what is not there, mostly
		case ls[i].array() && !d[i].slot:
			e.store(v, ls[i], d[i])
		default:
			e.chosen(d[i].lv, v)
			if len(vals) == 1 {
				e.put(loop.Set(d[i].lv, v))
				return
			}
			if lhs == nil {
				n := len(vals) - i
				both := make([]*loop.Expr, 2*n)
				lhs, rhs = both[:0:n], both[n:n]
			}
			lhs, rhs = append(lhs, d[i].lv), append(rhs, v)
		}
	}
	if len(lhs) > 0 {
		e.put(&loop.Assign{Lhs: slices.Clip(lhs), Rhs: rhs})
	}
}
