package gen

import (
	"github.com/seed-4b734f86/gochad/syntax"
)

// A dest says where one leaf of a value goes: nowhere in particular (the zero
// dest), or to lv: a variable or element to assign, or, for an array leaf that
// is not a slot, a slice of the right length whose elements are overwritten.
type dest struct {
	lv   *expr
	slot bool // assign the slice itself
}

// eval emits t and returns its leaves. Leaves with a destination have been
// stored there. The result is an expression that may be emitted once later in the same block, before
// any variable it reads is assigned.
func (e *emitter) eval(t syntax.Term, d []dest) []*expr {
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
		return e.deliver(e.one(lenOf(a[0])), e.g.leaves(syntax.Int), d)
	case *syntax.Zero, *syntax.Plus, *syntax.Coproj:
		return e.additive(t, d)
	case *syntax.Uninj:
		return e.uninj(t, d)
	}
	failf("%s: %T has no first-order form", e.fn.def.Name, t)
	return nil
}

func (e *emitter) one(x *expr) []*expr { return []*expr{x} }

func constExpr(t *syntax.Const) *expr {
	switch t.Type() {
	case syntax.Real:
		return realLit(t.F)
	case syntax.Int:
		return intLit(t.I)
	}
	return boolLit(t.I != 0)
}

func (e *emitter) lookup(x *syntax.Var) []*expr {
	v, ok := e.env[x]
	if !ok && len(e.g.leaves(x.Type)) > 0 {
		failf("%s: variable %s is not bound", e.fn.def.Name, x.Name)
	}
	return v
}

// sub collects the statements that f emits.
func (e *emitter) sub(f func()) []*stmt {
	outer := e.out
	e.out = &block{}
	e.names.push()
	f()
	e.names.pop()
	stmts := e.out.stmts
	e.out = outer
	return stmts
}

// takeHint is the name wanted for a fresh variable.
func (e *emitter) takeHint(def string) string {
	if e.hint != "" {
		def, e.hint = e.hint, ""
	}
	return def
}

// declare makes a variable of the value x.
func (e *emitter) declare(hint string, x *expr) *expr {
	id := e.newIdent(hint)
	e.out.add(&stmt{kind: declStmt, ids: []*ident{id}, exprs: []*expr{x}})
	return use(id)
}

func (e *emitter) newIdent(hint string) *ident {
	e.serial++
	return &ident{name: e.names.fresh(hint), serial: e.serial}
}

// declareVar makes a zeroed variable.
func (e *emitter) declareVar(hint, typ string) *expr {
	id := e.newIdent(hint)
	e.out.add(&stmt{kind: varStmt, ids: []*ident{id}, typ: typ})
	return use(id)
}

func (e *emitter) assign(lv, x *expr) {
	if same(lv, x) {
		return
	}
	e.out.add(&stmt{kind: assignStmt, op: "=", lhs: []*expr{lv}, exprs: []*expr{x}})
}

// atom makes x an expression that may be written several times.
func (e *emitter) atom(x *expr, hint string) *expr {
	if x.atom() {
		return x
	}
	return e.declare(hint, x)
}

// deliver stores leaves in their destinations.
func (e *emitter) deliver(vals []*expr, ls []leaf, d []dest) []*expr {
	if d == nil {
		return vals
	}
	out := make([]*expr, len(vals))
	for i, v := range vals {
		out[i] = e.store(v, ls[i], d[i])
	}
	return out
}

func (e *emitter) store(v *expr, l leaf, d dest) *expr {
	switch {
	case d.lv == nil:
		return v
	case d.slot || !l.array():
		e.assign(d.lv, v)
	case !same(v, d.lv) && v.text != "nil":
		e.copyLeaf(d.lv, v, l)
	}
	return d.lv
}

// copyLeaf copies the elements of v into the slice lv.
func (e *emitter) copyLeaf(lv, v *expr, l leaf) {
	if !l.row().array() {
		e.out.add(&stmt{kind: exprStmt, exprs: []*expr{call("", "copy", lv, v)}})
		return
	}
	id := &ident{}
	body := e.sub(func() {
		id.name = e.names.fresh("i")
		e.copyLeaf(index(lv, use(id)), index(v, use(id)), l.row())
	})
	e.out.add(&stmt{kind: rangeStmt, ids: []*ident{id}, exprs: []*expr{lenOf(v)}, body: body})
}

// part cuts the destinations of one element out of those of a tuple.
func part(d []dest, lo, hi int) []dest {
	if d == nil {
		return nil
	}
	return d[lo:hi]
}

func (e *emitter) tuple(t *syntax.Tuple, d []dest) []*expr {
	out := make([]*expr, 0, len(e.g.leaves(t.Type())))
	hint := e.hint
	for i, el := range t.Elems {
		lo, hi := e.g.part(t.Type(), i)
		e.hint = hint
		vals := e.eval(el, part(d, lo, hi))
		for k, v := range vals {
			if v.volatile && v.size > 1 && i < len(t.Elems)-1 && !e.g.leaves(t.Type())[lo+k].array() {
				v = e.declare("t", v)
			}
			out = append(out, v)
		}
	}
	e.hint = ""
	return out
}

func (e *emitter) proj(t *syntax.Proj, d []dest) []*expr {
	lo, hi := e.g.part(t.Arg.Type(), t.Index)
	var inner []dest
	if d != nil {
		inner = make([]dest, len(e.g.leaves(t.Arg.Type())))
		copy(inner[lo:hi], d)
	}
	if r, ok := t.Arg.(*syntax.VarRef); ok && e.lazy[r.Var] == nil {
		return e.deliver(e.lookup(r.Var)[lo:hi:hi], e.g.leaves(t.Type()), d)
	}
	return e.eval(t.Arg, inner)[lo:hi:hi]
}

// tail emits t as the last thing of a block: where t branches, each branch
// ends by finish on its own.
func (e *emitter) tail(t syntax.Term, d []dest, finish func([]*expr)) {
	for {
		l, ok := t.(*syntax.Let)
		if !ok {
			break
		}
		e.aim(l.Body, d)
		for i := range l.Binds {
			e.bind(&l.Binds[i])
		}
		t = l.Body
	}
	switch t := t.(type) {
	case *syntax.If:
		c := e.eval(t.Cond, nil)[0]
		switch { // a branch that never runs may hold constants that Go refuses, such as indices below 0
		case same(c, boolLit(true)):
			e.tail(t.Then, d, finish)
			return
		case same(c, boolLit(false)):
			e.tail(t.Else, d, finish)
			return
		}
		s := &stmt{kind: ifStmt, exprs: []*expr{c}}
		s.body = e.sub(func() { e.tail(t.Then, d, finish) })
		s.alt = e.sub(func() { e.tail(t.Else, d, finish) })
		e.addIf(s)
	case *syntax.Case:
		e.caseOf(t, func(body syntax.Term) { e.tail(body, d, finish) })
	default:
		finish(e.eval(t, d))
	}
}

// addIf adds a conditional; after a branch that returns, no else is needed.
func (e *emitter) addIf(s *stmt) {
	e.out.add(s)
	if n := len(s.body); n > 0 && s.body[n-1].kind == returnStmt && len(s.alt) > 0 {
		e.out.stmts = append(e.out.stmts, s.alt...)
		s.alt = nil
	}
}

// branches emits a conditional as an expression: its leaves are variables
// declared before it.
func (e *emitter) branches(t syntax.Term, d []dest) []*expr {
	ls := e.g.leaves(t.Type())
	hints := e.hints(t.Type(), "t")
	full, out := make([]dest, len(ls)), make([]*expr, len(ls))
	for i, l := range ls {
		if d != nil && d[i].lv != nil {
			full[i] = d[i]
		} else {
			full[i] = dest{e.declareVar(hints[i], l.goType()), true}
		}
		out[i] = full[i].lv
	}
	// Array destinations are filled by the branches themselves, all else at their end.
	inner := make([]dest, len(ls))
	for i, l := range ls {
		if l.array() {
			inner[i] = full[i]
		}
	}
	e.tail(t, inner, func(vals []*expr) { e.parallel(vals, ls, full) })
	return out
}

// hints names the leaves of a value after the binding being emitted.
func (e *emitter) hints(t syntax.Type, def string) []string {
	return e.g.leafNames(e.takeHint(def), t)
}

// parallel assigns all values at once.
func (e *emitter) parallel(vals []*expr, ls []leaf, d []dest) {
	s := &stmt{kind: assignStmt, op: "="}
	for i, v := range vals {
		switch {
		case same(v, d[i].lv):
		case ls[i].array() && !d[i].slot:
			e.store(v, ls[i], d[i])
		default:
			s.lhs, s.exprs = append(s.lhs, d[i].lv), append(s.exprs, v)
		}
	}
	if len(s.lhs) > 0 {
		e.out.add(s)
	}
}
