package place

import (
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

const (
	inlineSize = 12    // nodes of a scalar expression that may be written at its one use
	lazyLimit  = 20000 // array bindings that may wait for their use at a time
)

// bind emits one binding of a let-spine.
func (e *emitter) bind(b *syntax.Bind) {
	stop.Check(e.g.opt.Context)
	if b.Var == nil {
		e.bindSize(b)
		return
	}
	x := b.Var
	if e.use.of(x) == 0 {
		return
	}
	if e.use.once(x) && len(e.lazy) < lazyLimit && (len(e.touches) == 0 || !e.touches[x]) && e.deferrable(b.Rhs) {
		e.lazy[x] = b.Rhs
		return
	}
	if less, ok := b.Rhs.(*syntax.Prim); ok && less.Op.Name == "ilt" && syntax.IsAtom(less.Args[0]) &&
		syntax.IsAtom(less.Args[1]) {
		if e.limits == nil {
			e.limits = map[*syntax.Var]*syntax.Prim{}
		}
		e.limits[x] = less
	}
	e.hint = x.Name
	*e.fresh.At(x.ID()) = e.serial + 1
	vals := e.eval(b.Rhs, e.aims(x))
	e.hint = ""
	ls := e.g.leaves(x.Type)
	if len(vals) != len(ls) {
		failf("%s: %s has %d leaves, want %d", e.fn.def.Name, x.Name, len(vals), len(ls))
	}
	if len(vals) == 1 && x.Type == syntax.Real {
		v := vals[0]
		if !v.IsAtom() && !(e.use.once(x) && v.Size <= inlineSize && !e.volatile(v)) {
			v = e.declare(x.Name, v)
		}
		e.binds(x, e.one(v))
		return
	}
	var hints []string
	out := make([]*loop.Expr, len(vals))
	for i, v := range vals {
		if v.IsAtom() || len(ls) == 1 && e.use.once(x) && v.Size <= inlineSize && !e.volatile(v) {
			out[i] = v
			continue
		}
		if hints == nil {
			hints = e.g.leafNames(x.Name, x.Type)
		}
		out[i] = e.declare(hints[i], v)
	}
	e.binds(x, out)
}

func (e *emitter) bindSize(b *syntax.Bind) {
	n := e.eval(b.Rhs, nil)[0]
	v := e.atom(n, b.Size.Name)
	if v.Kind == loop.VarExpr && e.of(v.Var).varies { // passes ask whether lengths change
		v = e.declare(b.Size.Name, v)
	}
	if n.Kind != loop.LenExpr {
		e.put(&loop.Check{Given: b.Sure, Cond: binary("ige", v, loop.IntConst(0)), Text: b.At.Prefix() +
			"negative size " + b.Size.Name})
	}
	e.sizes[b.Size] = v
	if n.Kind == loop.LenExpr && v.Kind == loop.VarExpr {
		e.lengths[v.Var] = n.Args[0]
	}
}

// deferrable reports whether a term builds a value that is better built at
// its use, straight into its destination.
func (e *emitter) deferrable(t syntax.Term) bool {
	switch t.(type) {
	case *syntax.Build, *syntax.OneHot, *syntax.Plus, *syntax.Zero, *syntax.Coproj, *syntax.Loop, *syntax.Sum,
		*syntax.Set, *syntax.If, *syntax.Case, *syntax.Tuple, *syntax.ArrayLit, *syntax.Inj, *syntax.VarRef:
	default:
		return false
	}
	for _, l := range e.g.leaves(t.Type()) {
		if !l.scalar() {
			return true
		}
	}
	d, ok := t.Type().(*syntax.Data)
	return ok && d.Linear && e.g.holdsArrays(e.g.leaves(d)[0].Type)
}

// force emits a deferred binding at its use.
func (e *emitter) force(x *syntax.Var, rhs syntax.Term, d []dest) []*loop.Expr {
	delete(e.lazy, x)
	if d == nil {
		e.hint = x.Name
	}
	vals := e.eval(rhs, d)
	e.hint = ""
	return vals
}

// aim notes which bindings are, in whole or in part, what the destinations d are to hold in the end, so that they are
// built there. One that is handed on as it is, too, must not share the memory of a destination, which may be changed
// later.
func (e *emitter) aim(body syntax.Term, d []dest) {
	if d == nil {
		return
	}
	var handed map[leafOf]bool
	e.aimed(body, d, func(x *syntax.Var, i int, d dest) {
		if d.lv == nil || d.slot {
			if handed == nil {
				handed = map[leafOf]bool{}
			}
			handed[leafOf{x, i}] = true
		}
	})
	e.aimed(body, d, func(x *syntax.Var, i int, d dest) {
		if d.lv == nil || d.slot || d.last || handed[leafOf{x, i}] {
			return
		}
		if e.targets[x] == nil {
			e.targets[x] = make([]dest, len(e.g.leaves(x.Type)))
		}
		if e.targets[x][i].lv == nil && !e.targets[x][i].there {
			e.targets[x][i] = d
		}
	})
}

// aimed calls yield for the arrays of variables that a body consists of, with their leaves and destinations.
func (e *emitter) aimed(body syntax.Term, d []dest, yield func(x *syntax.Var, i int, d dest)) {
	if t, ok := body.(*syntax.Tuple); ok {
		for i, el := range t.Elems {
			lo, hi := e.g.part(t.Type(), i)
			e.aimed(el, d[lo:hi], yield)
		}
		return
	}
	if t, ok := body.(*syntax.Set); ok && e.onlyHere(t.Arr) {
		body = t.Arr // what is changed where it is was built there
	}
	x, lo := path(e.g.layouts, body)
	if x == nil {
		return
	}
	ls := e.g.leaves(x.Type)
	for i := range d {
		if ls[lo+i].array() {
			yield(x, lo+i, d[i])
		}
	}
}

// aimChoices notes of conditionals that a block binds which of their leaves are what variables become at its end: they
// give the variables their values themselves. A nest of branches hands on what it leaves on the tape, which has a place
// for what each of them may leave: copies from one to the next would be most of the code, and as many as the square of
// the depth.
func (e *emitter) aimChoices(l *syntax.Let, vars []dest) {
	if vars == nil {
		return
	}
	var chosen map[*syntax.Var]bool
	for i := range l.Binds {
		switch l.Binds[i].Rhs.(type) {
		case *syntax.If, *syntax.Case:
			if chosen == nil {
				chosen = map[*syntax.Var]bool{}
			}
			chosen[l.Binds[i].Var] = true
		}
	}
	if chosen != nil {
		e.choicesIn(l.Body, chosen, vars)
	}
}

func (e *emitter) choicesIn(body syntax.Term, chosen map[*syntax.Var]bool, vars []dest) {
	switch t := body.(type) {
	case *syntax.Tuple:
		for i, el := range t.Elems {
			lo, hi := e.g.part(t.Type(), i)
			e.choicesIn(el, chosen, vars[lo:hi])
		}
		return
	case *syntax.Inj:
		if _, cell := t.Type().(*syntax.Data); !cell {
			lo, hi := e.g.part(t.Type(), t.Tag)
			e.choicesIn(t.Arg, chosen, vars[lo:hi])
		}
		return
	}
	x, lo := path(e.g.layouts, body)
	if x == nil || !chosen[x] {
		return
	}
	ls := e.g.leaves(x.Type)
	for i, d := range vars {
		if !ls[lo+i].scalar() || !d.zero {
			continue
		}
		if e.targets[x] == nil {
			e.targets[x] = make([]dest, len(ls))
		}
		if e.targets[x][lo+i].lv == nil {
			e.targets[x][lo+i] = d
		}
	}
}

// onlyHere reports whether t is a variable, or a component of one, that is used here alone.
func (e *emitter) onlyHere(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.VarRef:
		return e.use.once(t.Var)
	case *syntax.Proj:
		x, ok := t.Arg.(*syntax.VarRef)
		return ok && e.use.onceAt(x.Var, t.Index)
	}
	return false
}
