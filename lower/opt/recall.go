package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// recall computes an element again where few of those that a nest of loops stored are read: a search keeps something of
// every candidate for the sake of the one that it finds.
//
//	for c < k {                              for c < k {
//	  for j < d {                              for j < d {
//	    t[c][j] = a[j] - b[c][j]                 …
//	  }                                        }
//	}                                    →   }
//	…                                        …
//	for j < d {                              for j < d {
//	  y[j] += t[s][j]                          y[j] += a[j] - b[s][j]
//	}                                        }
//
// In remat the readers of a tape are loops like those that filled it, and either choice does the same number of loads or
// computations. Here there are fewer of them, by a loop at least, than there were stores.
var recall = Pass{ //nolint:gochecknoglobals // a constant
	Name: "recall",
	Law: "An element that one statement stored in a nest of loops is what that statement computed, under the indices of the " +
		"element: a pure expression has that value wherever the variables and the memory that it reads are the same.",
	Needs: Loops | Allocs,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		r := &recaller{surveyor: survey(f), lets: map[*loop.Var]*loop.Let{}, at: map[*loop.Let]*loop.Var{}, with: map[*loop.Expr]*loop.Expr{},
			changes: map[*nest]*changes{}}
		loop.Walk(f.Body, func(s loop.Stmt) {
			if l, ok := s.(*loop.Let); ok && !r.Mutable(l.Var) {
				r.lets[l.Var] = l
			}
		})
		for _, t := range r.order {
			r.array(t, r.arrays[t])
		}
		r.rewrite(f)
	}),
}

// recallSize bounds the nodes of an expression that is computed again.
const recallSize = 24

type recaller struct {
	*surveyor
	lets    map[*loop.Var]*loop.Let
	at      map[*loop.Let]*loop.Var   // the index of a row, saved where the row is bound
	with    map[*loop.Expr]*loop.Expr // elements, and what is computed instead
	changes map[*nest]*changes
}

// array plans to compute the elements of t where they are read, if all readers can.
func (r *recaller) array(t *loop.Var, s *sites) {
	if s.alloc == nil || s.other || len(s.reads) == 0 || len(s.rows) > 0 {
		return
	}
	loops := r.filled(t, s)
	if loops == nil || !r.whole(s.alloc, loops) {
		return
	}
	w := (*s.write.n.block)[s.write.at].(*loop.Assign)
	e := r.expand(w.Rhs[s.part], loops, recallSize)
	if e == nil {
		return
	}
	last := loops[0].at
	for _, read := range s.reads {
		at, ok := read.at.in(loops[0].up)
		if !ok || at.at <= loops[0].at || read.at.n.loops-loops[0].up.loops >= len(loops) {
			return
		}
		last = max(last, at.at)
	}
	if !r.steady(e, loops, last) {
		return
	}
	with, saved := map[*loop.Expr]*loop.Expr{}, map[*loop.Let]*loop.Var{}
	for _, read := range s.reads {
		index := r.indices(read.e, t, saved)
		if len(index) != len(loops) {
			return
		}
		sub := map[*loop.Var]*loop.Expr{}
		for k, n := range loops {
			sub[n.loop.Var] = index[k]
		}
		with[read.e] = substitute(e, sub)
	}
	for x, y := range with {
		r.with[x] = y
	}
	for l, v := range saved {
		r.at[l] = v
	}
}

// whole reports whether loops run through all elements of an array.
func (r *recaller) whole(a *loop.Alloc, loops []*nest) bool {
	if len(a.Dims) != len(loops) {
		return false
	}
	for k, n := range loops {
		trips := r.linear(n.loop.N)
		if !trips.over(r.fixed) || !trips.equal(r.linear(a.Dims[k])) {
			return false
		}
	}
	return true
}

// expand writes e with the constants of the loops put in; nil when it needs anything else that they declare or change,
// can fail, or is too long.
func (r *recaller) expand(e *loop.Expr, loops []*nest, room int) *loop.Expr {
	if int(e.Size) > room || e.CanFail() || e.Kind == loop.CheckExpr || e.Kind == loop.DivExpr {
		return nil
	}
	if e.Kind == loop.VarExpr {
		for _, n := range loops {
			if n.loop.Var == e.Var {
				return e
			}
		}
		l := r.lets[e.Var]
		if l == nil || !r.declaredIn(l, loops) {
			return e
		}
		return r.expand(l.Rhs, loops, room)
	}
	args := make([]*loop.Expr, len(e.Args))
	size := 1
	for i, a := range e.Args {
		x := r.expand(a, loops, room-size)
		if x == nil {
			return nil
		}
		args[i] = x
		size += int(x.Size)
	}
	if size > room {
		return nil
	}
	if len(args) == 0 {
		return e
	}
	return e.With(args)
}

// declaredIn reports whether a statement stands in the body of one of the loops.
func (r *recaller) declaredIn(l *loop.Let, loops []*nest) bool {
	for _, n := range loops {
		for _, s := range *n.block {
			if s == loop.Stmt(l) {
				return true
			}
		}
	}
	return false
}

// steady reports whether e, which speaks of the loops' variables, means the same from the loops to the last reader.
func (r *recaller) steady(e *loop.Expr, loops []*nest, last int) bool {
	top := loops[0]
	ch := r.changes[top.up]
	if ch == nil {
		ch = r.changesOf(*top.up.block)
		r.changes[top.up] = ch
	}
	own := map[*loop.Var]bool{}
	loop.Walk(*top.block, func(s loop.Stmt) { loop.Declared(s, func(v *loop.Var) { own[v] = true }) })
	for _, n := range loops {
		delete(own, n.loop.Var)
	}
	ok := true
	EachRead(e, func(v *loop.Var) {
		ok = ok && !own[v] && !(r.Mutable(v) && between(ch.vars[v], top.at, last))
	})
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		switch e.Kind {
		case loop.IndexExpr, loop.FieldExpr:
			reg, known := r.Region(e)
			ok = ok && known && !between(ch.regions[reg], top.at, last)
		case loop.TagExpr, loop.IsNilExpr, loop.SliceExpr:
			ok = false
		}
		for _, a := range e.Args {
			visit(a)
		}
	}
	visit(e)
	return ok
}

// indices are those under which an element of t is read, outermost first; nil when they are not plain to see. What
// changes after a row has been bound is saved there.
func (r *recaller) indices(e *loop.Expr, t *loop.Var, saved map[*loop.Let]*loop.Var) []*loop.Expr {
	if e.IsVar(t) {
		return []*loop.Expr{}
	}
	if e.Kind == loop.IndexExpr {
		if e.Args[1].CanFail() {
			return nil
		}
		if rest := r.indices(e.Args[0], t, saved); rest != nil {
			return append(rest, e.Args[1])
		}
		return nil
	}
	l := r.lets[e.Var]
	if e.Kind != loop.VarExpr || l == nil || l.Rhs.Kind != loop.IndexExpr || !l.Rhs.Args[0].IsVar(t) || l.Rhs.Args[1].CanFail() {
		return nil
	}
	if i := l.Rhs.Args[1]; i.IsConst() || i.Kind == loop.VarExpr && !r.Mutable(i.Var) {
		return []*loop.Expr{i}
	}
	v := r.at[l]
	if v == nil {
		if v = saved[l]; v == nil {
			v = loop.NewVar("at", loop.IntType)
			saved[l] = v
		}
	}
	return []*loop.Expr{loop.Use(v)}
}

func (r *recaller) rewrite(f *loop.Func) {
	if len(r.with) == 0 {
		return
	}
	var sub func(e *loop.Expr) *loop.Expr
	sub = func(e *loop.Expr) *loop.Expr {
		if x := r.with[e]; x != nil {
			return x.MapArgs(sub)
		}
		return e.MapArgs(sub)
	}
	loop.MapExprs(f.Body, sub)
	var save func(b *[]loop.Stmt)
	save = func(b *[]loop.Stmt) {
		out := make([]loop.Stmt, 0, len(*b))
		for _, s := range *b {
			loop.Blocks(s, save)
			if l, ok := s.(*loop.Let); ok && r.at[l] != nil {
				out = append(out, &loop.Let{Var: r.at[l], Rhs: l.Rhs.Args[1]})
				l.Rhs = loop.Index(l.Rhs.Args[0], loop.Use(r.at[l]))
			}
			out = append(out, s)
		}
		*b = out
	}
	save(&f.Body)
	removeDead(f)
}
