package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// How functions that update arrays of their callers (updates.go), and calls of them, are emitted.

// parameter is the parameter of the function for a leaf of those of its definition.
func (e *emitter) parameter(leaf int) *loop.Expr {
	i, first := e.g.argument(e.fn.def, leaf)
	return e.env.Get(e.fn.def.Params[i].ID())[leaf-first]
}

// updateInPlace makes what is known of the arrays that the function updates known to the emitter.
func (e *emitter) updateInPlace(dests []dest) *loopState {
	lin := e.fn.inPlace
	if lin == nil || e.fn.export != nil {
		return nil
	}
	st := &loopState{ls: slices.Clone(e.g.leaves(e.fn.def.Result)), kept: lin.kept, lin: lin, vars: lvals(dests)}
	for _, p := range e.g.spends[e.fn.def] {
		i, first := e.g.argument(e.fn.def, p)
		st.ls = append(st.ls, e.g.leaves(e.fn.def.Params[i].Type)[p-first])
		st.vars = append(st.vars, e.parameter(p))
	}
	st.next = make([]*loop.Expr, len(st.vars))
	for k := range st.vars {
		if lin.bad[k] {
			st.vars[k] = nil
		}
	}
	e.adopt(st, lin)
	return st
}

// givenArgs are the arguments of a call. Those that it updates are arrays that nothing else needs any more: the places
// where its result is wanted, if there are any, arrays that are used here for the last time, or copies. They are the
// places for the result then.
func (e *emitter) givenArgs(t *syntax.Call, d []dest, acc []*loop.Expr) ([][]*loop.Expr, []dest) {
	updates, spends := e.g.updates[t.Def], e.g.spends[t.Def]
	given := make([][]*loop.Expr, len(t.Args))
	changed := make([][]bool, len(t.Args))
	places := make([][]dest, len(t.Args))
	change := func(p int, to dest) {
		i, first := e.g.argument(t.Def, p)
		if changed[i] == nil {
			n := len(e.g.leaves(t.Args[i].Type()))
			changed[i], places[i] = make([]bool, n), make([]dest, n)
		}
		changed[i][p-first], places[i][p-first] = true, dest{lv: to.lv, there: to.there}
	}
	for k, p := range updates {
		if p < 0 {
			continue
		}
		to := part1(d, k)
		if to.slot || acc != nil && acc[k] != nil {
			to = dest{}
		}
		if to.lv == nil {
			to = part1(e.calls[t], k)
		}
		change(p, to)
	}
	for s, p := range spends {
		change(p, part1(e.calls[t], len(e.g.leaves(t.Type()))+s))
	}
	for i, a := range t.Args {
		if changed[i] != nil {
			continue
		}
		given[i] = e.eval(a, nil)
	}
	if updates == nil && spends == nil {
		return given, d
	}
	for i, vals := range given {
		given[i] = slices.Clone(vals)
		for k, v := range vals {
			if !v.Type.IsArray() && e.volatile(v) {
				given[i][k] = e.atom(v, "t")
			}
		}
	}
	for i, a := range t.Args {
		if changed[i] != nil {
			given[i] = e.handed(a, places[i], changed[i])
		}
	}
	if updates == nil {
		return given, d
	}
	to := make([]dest, len(updates))
	for k, p := range updates {
		if to[k] = part1(d, k); p >= 0 {
			i, first := e.g.argument(t.Def, p)
			to[k] = dest{lv: given[i][p-first]}
		}
	}
	return given, to
}

// handed emits an argument of which some arrays will be changed: they stand in the places given, are the function's
// own, or are copies.
func (e *emitter) handed(t syntax.Term, to []dest, changed []bool) []*loop.Expr {
	if tup, ok := t.(*syntax.Tuple); ok {
		var out []*loop.Expr
		for i, el := range tup.Elems {
			lo, hi := e.g.part(t.Type(), i)
			out = append(out, e.handed(el, to[lo:hi], changed[lo:hi])...)
		}
		return out
	}
	ls, hints := e.g.leaves(t.Type()), e.g.leafNames("acc", t.Type())
	own := e.unshared(t)
	bufs := make([]dest, len(ls))
	for i, l := range ls {
		switch {
		case !changed[i]:
		case to[i].lv != nil:
			bufs[i] = to[i]
		case !own && !to[i].there:
			bufs[i] = dest{lv: e.alloc(hints[i], l)}
		}
	}
	vals := slices.Clone(e.fillClean(t, bufs, to))
	for i, v := range vals {
		switch {
		case changed[i]:
			e.change(e.one(v))
			if bufs[i].lv == nil { // of what the call results in, and of nothing before
				e.serial++
				e.of(v.Var).serial = e.serial
			}
		case ls[i].scalar() && e.volatile(v):
			vals[i] = e.atom(v, "t")
		}
	}
	return vals
}
