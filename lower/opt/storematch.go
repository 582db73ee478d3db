package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// A matching compares what two nests of loops compute in the same iterations.
type matching struct {
	k     *storer
	place []*loop.Var // stand for the variables of the loops
	first *writer
	later *writer
	in    []*nest
	fw    *forward
	by    map[uint64][]*available // what the first loops have computed, by hash
}

// An available value is that of a variable of the first loops.
type available struct {
	v    *loop.Var
	e    *loop.Expr // with all that it needs written out
	from spot
}

// A writer writes expressions out: with the definitions of what the loops declare put in, and the loops' variables by their depth.
type writer struct {
	with map[*loop.Var]*loop.Expr // what variables stand for
	memo map[*loop.Var]*loop.Expr
	// free reports whether a variable has one value for all that is compared.
	free func(*loop.Var) bool
}

// match prepares the comparison.
func (k *storer) match(first, later []*nest) *matching {
	m := &matching{k: k, in: first, by: map[uint64][]*available{}}
	top := first[0]
	g := &group{top: top, last: later[0].at, loops: map[*loop.Var][]*nest{}}
	living := func() *survival {
		if k.known == nil {
			k.known = newSurvival(k.sv)
		}
		return k.known
	}
	changed := k.changes[top.up.block]
	if changed == nil {
		changed = k.sv.changesOf(*top.up.block)
		k.changes[top.up.block] = changed
	}
	m.fw = k.sv.flow(g, changed, living, func(*loop.Var) bool { return false }, first...)
	m.first = &writer{with: map[*loop.Var]*loop.Expr{}, memo: map[*loop.Var]*loop.Expr{}, free: func(v *loop.Var) bool { return !m.fw.own[v] && !m.fw.stale(v) }}
	for _, x := range m.fw.values {
		if x.v != nil && !k.sv.Mutable(x.v) && x.made.rhs != nil && x.made.cost < cutForever {
			m.first.with[x.v] = x.made.rhs
		}
	}
	declared := map[*loop.Var]bool{}
	with := map[*loop.Var]*loop.Expr{}
	loop.Walk((*top.up.block)[top.at+1:later[0].at], func(s loop.Stmt) { loop.Declared(s, func(v *loop.Var) { declared[v] = true }) }) // not there yet in the first loops
	loop.Walk([]loop.Stmt{later[0].owner}, func(s loop.Stmt) {
		loop.Declared(s, func(v *loop.Var) { declared[v] = true })
		if l, ok := s.(*loop.Let); ok && !k.sv.Mutable(l.Var) {
			with[l.Var] = l.Rhs
		}
	})
	m.later = &writer{with: with, memo: map[*loop.Var]*loop.Expr{}, free: func(v *loop.Var) bool { return !declared[v] && !m.fw.own[v] && !m.fw.stale(v) }}
	for i := range first {
		p := loop.NewVar("i", loop.IntType)
		m.place = append(m.place, p)
		m.first.memo[first[i].loop.Var], m.later.memo[later[i].loop.Var] = loop.Use(p), loop.Use(p)
	}
	return m
}

// values collects what the first loops have.
func (m *matching) values() {
	around := map[*nest]bool{}
	for _, n := range m.in {
		around[n] = true
		if n.up.loop == nil && n != m.in[0] {
			around[n.up] = true
		}
	}
	for _, x := range m.fw.values {
		if x.v == nil || m.first.with[x.v] == nil || !around[x.at] || x.typ != loop.RealType {
			continue
		}
		if e := m.first.written(loop.Use(x.v)); e != nil {
			h := hashOf(e)
			m.by[h] = append(m.by[h], &available{x.v, e, x.from})
		}
	}
}

// written is e written out; nil if it needs anything that is not known, may fail, or is too long.
func (w *writer) written(e *loop.Expr) *loop.Expr {
	switch e.Kind {
	case loop.ConstExpr:
		return e
	case loop.VarExpr:
		x, ok := w.memo[e.Var]
		if !ok {
			switch def := w.with[e.Var]; {
			case def != nil:
				w.memo[e.Var] = nil
				x = w.written(def)
			case w.free(e.Var):
				x = e
			}
			w.memo[e.Var] = x
		}
		return x
	case loop.PrimExpr, loop.IndexExpr, loop.SliceExpr, loop.LenExpr, loop.SelectExpr:
	default:
		return nil
	}
	args := make([]*loop.Expr, len(e.Args))
	size := 1
	for i, a := range e.Args {
		if args[i] = w.written(a); args[i] == nil {
			return nil
		}
		size += int(args[i].Size)
	}
	if size > storeNodes {
		return nil
	}
	return e.With(args)
}

// inFirst is an expression of the later loops in what the first loops have, the place in the innermost of them from which on it can be
// computed, and what that costs more.
func (m *matching) inFirst(e *loop.Expr) (out *loop.Expr, at int, cost int64) {
	switch e.Kind {
	case loop.ConstExpr:
		return e, 0, 0
	case loop.VarExpr:
		x := m.later.written(e)
		if x == nil {
			return nil, 0, 0
		}
		for _, a := range m.by[hashOf(x)] {
			if loop.Equal(a.e, x) {
				if a.from.n == m.in[len(m.in)-1] {
					at = a.from.at
				}
				return loop.Use(a.v), at, 0
			}
		}
		if def := m.later.with[e.Var]; def != nil {
			return m.inFirst(def)
		}
		if x.Kind == loop.VarExpr && m.later.free(e.Var) {
			return x, 0, 0
		}
		return nil, 0, 0
	case loop.PrimExpr:
	default:
		return nil, 0, 0
	}
	args := make([]*loop.Expr, len(e.Args))
	for i, a := range e.Args {
		x, from, more := m.inFirst(a)
		if x == nil {
			return nil, 0, 0
		}
		args[i] = x
		at, cost = max(at, from), cost+more
	}
	out = e.With(args)
	if !m.computed(out) {
		cost += workOf(out)
		for _, a := range args {
			cost -= workOf(a)
		}
	}
	return out, at, cost
}

// computed reports whether the innermost of the first loops has an expression as part of another. With fast math a quotient is as good as
// there where another has the divisor as a factor of its own.
func (m *matching) computed(e *loop.Expr) bool {
	found := false
	var visit func(x *loop.Expr)
	visit = func(x *loop.Expr) {
		found = found || x.Kind == e.Kind && loop.Equal(x, e) ||
			m.k.o.FastMath && x.Kind == loop.PrimExpr && x.Prim.Name == "/" && e.Kind == loop.PrimExpr && e.Prim.Name == "/"
		for _, a := range x.Args {
			visit(a)
		}
	}
	for _, s := range *m.in[len(m.in)-1].block {
		operandsOf(s, func(x **loop.Expr) { visit(*x) })
	}
	return found
}
