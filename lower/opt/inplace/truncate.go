package inplace

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// Truncate has the beginning of a row where it is, where a copy of it takes the place of the row: on the way back each
// element that was put after a row is taken off again.
//
//	var c []real = g[k]                    var c []real = g[k]
//	var u []real = new(n)                  var u []real = c[0:+n]
//	for i < n + 1 {                        y[0] +~= c[n]
//	  if i < n {                           g[k] = u
//	    u[i] +~= c[i]               →
//	  } else {
//	    y[i - n] +~= c[i]
//	  }
//	}
//	g[k] = u
//
// Each row of g is then held by one place: what is stored was made for it, or was there, and g has no other name.
//
// It reports whether it has changed the function. The analysis is asked for where there is something to do.
func Truncate(f *loop.Func, analyse func(*loop.Func) *facts.Info) bool {
	r := newRowFlow(f, analyse)
	if r == nil {
		return false
	}
	w := &rowCutter{r}
	sites := r.changes(w.accept)
	if len(sites) == 0 {
		return false
	}
	w.check()
	w.run(w.complete(sites))
	return true
}

type rowCutter struct{ *rowFlow }

// accept reports whether a row is the beginning of the one that was there.
func (w *rowCutter) accept(c *rowChange) bool {
	x, _ := w.moved(c)
	if x == nil || !w.equal(w.allocs[c.new].Dims[0], c.short) {
		return false
	}
	c.old = x.Args[0].Var
	at := w.begun(c)
	if at < 0 {
		return false
	}
	class := w.in.Class(c.new)
	ours := func(v *loop.Var) bool { return w.in.Class(v) == class }
	for _, s := range c.loop.Body[:len(c.loop.Body)-1] { // they are Lets, of numbers
		s := s.(*loop.Let)
		if facts.Holds(s.Var.Type) ||
			hasVar(&loop.Let{Rhs: s.Rhs}, func(v *loop.Var) bool { return ours(v) && v != c.old }) {
			return false
		}
	}
	numbers := true
	for _, s := range c.cond.Else {
		switch s.(type) {
		case *loop.Let, *loop.Assign, *loop.AddTo:
		default:
			return false
		}
		if hasVar(s, func(v *loop.Var) bool { return ours(v) && v != c.old }) || writesTo(s, ours) {
			return false
		}
		loop.Declared(s, func(v *loop.Var) { numbers = numbers && !facts.Holds(v.Type) })
	}
	return numbers && w.gone(c, ours)
}

// begun is where the variable that a change copies from gets what is there; it may get new memory instead where that is
// empty. It is -1 if it can be anything else.
func (w *rowCutter) begun(c *rowChange) int {
	v := c.old
	b := *c.b
	if w.block[v] != &b[0] {
		return -1
	}
	if w.in.Mutable(v) {
		if v = w.begunAs(b[:c.build], v); v == nil {
			return -1
		}
	}
	return w.readAt(b, c.at, c.to, w.same(v))
}

// isEmpty reports whether a variable is an array without elements.
func (w *rowCutter) isEmpty(v *loop.Var) bool {
	a := w.allocs[v]
	return a != nil && len(a.Dims) == 1 && a.Dims[0].IsZero() && !w.in.Mutable(v)
}

// givings calls yield with what a variable gets in a block, and the block in it.
func (w *rowCutter) givings(b []loop.Stmt, v *loop.Var, yield func(x *loop.Expr, in []loop.Stmt, let bool)) {
	for _, s := range b {
		switch s := s.(type) {
		case *loop.Let:
			if s.Var == v {
				yield(s.Rhs, b, true)
			}
		case *loop.Assign:
			for k, l := range s.Lhs {
				if l.IsVar(v) {
					yield(s.Rhs[k], b, false)
				}
			}
		}
		loop.Blocks(s, func(in *[]loop.Stmt) { w.givings(*in, v, yield) })
	}
}

// isFresh reports whether what a block gives a variable is an array that was made in that block and has no other name.
func (w *rowCutter) isFresh(e *loop.Expr, b []loop.Stmt) bool {
	return e.Kind == loop.VarExpr && e.Type.Rank == 1 && w.allocs[e.Var] != nil && !w.in.Mutable(e.Var) &&
		w.out[e.Var] == 1 && w.block[e.Var] == &b[0]
}

// gone reports whether, once the row is copied, nothing but the store of the new one, and what reads numbers before
// that, has to do with the memory of the row by another name, up to the end of the block, and of those around it that
// are arms of branches; and whether no other variable that holds a row outlives them.
func (w *rowCutter) gone(c *rowChange, ours func(*loop.Var) bool) bool {
	b := *c.b
	g := c.to.Args[0].Var
	declared := map[*loop.Var]bool{}
	same := true // the new row is what was copied
	for k := c.build + 1; k < len(b); k++ {
		if k == c.at {
			uses := 0
			loop.Operands(c.store, func(e **loop.Expr, _ bool) {
				(*e).EachVar(func(v *loop.Var) {
					if ours(v) {
						uses++
					}
				})
			})
			if uses != 2 { // g and the new row
				return false
			}
			continue
		}
		if k < c.at && same && readsRows(b[k], ours) {
			continue
		}
		same = same && !writesTo(b[k], func(v *loop.Var) bool { return v == c.new })
		loop.Walk(b[k:k+1], func(s loop.Stmt) { loop.Declared(s, func(v *loop.Var) { declared[v] = true }) })
		if hasVar(b[k], func(v *loop.Var) bool {
			return ours(v) && v != c.new && (k < c.at || v.Type.Rank == 1 && !declared[v])
		}) {
			return false
		}
	}
	row := func(v *loop.Var) bool { return v != g && ours(v) && v.Type.Rank == 1 && !w.isEmpty(v) }
	for {
		at, ok := w.around[&b[0]]
		if !ok {
			return w.outside(w.f.Body, &b[0], row)
		}
		for _, s := range at.b[at.p+1:] { // behind the branch
			loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) { loop.Declared(s, func(v *loop.Var) { declared[v] = true }) })
			fine := true
			rowUses(s, func(v *loop.Var) { fine = fine && (!row(v) || declared[v]) })
			if !fine {
				return false
			}
		}
		b = at.b
	}
}

// outside reports whether no variable of a kind that is declared around a block, of which first is the first statement,
// is seen in it.
func (w *rowCutter) outside(b []loop.Stmt, first *loop.Stmt, is func(*loop.Var) bool) bool {
	ok := true
	var walk func(b []loop.Stmt, seen bool) bool // whether the block is in b
	walk = func(b []loop.Stmt, seen bool) bool {
		if len(b) > 0 && &b[0] == first {
			ok = ok && !seen
			return true
		}
		for _, s := range b {
			head := seen
			found := false
			if l, isLoop := s.(*loop.While); isLoop {
				found = walk(l.Head, seen)
				for _, t := range l.Head {
					loop.Declared(t, func(v *loop.Var) { head = head || is(v) })
				}
				found = found || walk(l.Body, head)
			} else {
				loop.Blocks(s, func(in *[]loop.Stmt) { found = found || walk(*in, seen) })
			}
			if found {
				return true
			}
			loop.Declared(s, func(v *loop.Var) { seen = seen || is(v) })
			seen = head || seen
		}
		return false
	}
	return walk(b, false) && ok
}

// check bars the classes of which a place may hold a row that another place holds, too.
func (w *rowCutter) check() {
	var block func(b []loop.Stmt)
	block = func(b []loop.Stmt) {
		for p, s := range b {
			if w.handsOn(b, p) {
				continue
			}
			loop.Operands(s, func(e **loop.Expr, _ bool) { w.barWhole(*e) })
			if a, ok := s.(*loop.Assign); ok {
				for k, l := range a.Lhs {
					switch {
					case l.Kind == loop.VarExpr && l.Type.Rank > 1:
						w.bar(l.Var)
					case l.Kind != loop.VarExpr && l.Type.IsArray() && !w.kept[l] && !w.own(b, p, l, a.Rhs[k]):
						w.bar(facts.RootOf(l))
					}
				}
			}
			loop.Blocks(s, func(in *[]loop.Stmt) { block(*in) })
		}
	}
	block(w.f.Body)
}

// handsOn reports whether the statement at p of a block is a loop that stores each row of an array, which nobody asks
// for after it, in one place of another.
func (w *rowCutter) handsOn(b []loop.Stmt, p int) bool {
	l, ok := b[p].(*loop.For)
	if !ok || len(l.Body) != 1 {
		return false
	}
	a, ok := l.Body[0].(*loop.Assign)
	if !ok {
		return false
	}
	from := map[*loop.Var]int{}
	row := func(e *loop.Expr) bool { return isRow(e) && e.Args[1].IsVar(l.Var) }
	for k, x := range a.Rhs {
		if x.Kind == loop.SliceExpr && w.isRowOf(x, x.Args[0]) {
			x = x.Args[0]
		}
		if !row(a.Lhs[k]) || !row(x) {
			return false
		}
		v := x.Args[0].Var
		if from[v]++; from[v] > 1 || w.allocs[v] == nil || w.block[v] != &b[0] {
			return false
		}
	}
	for k := range a.Lhs {
		if from[a.Lhs[k].Args[0].Var] > 0 {
			return false
		}
	}
	for _, s := range b[p+1:] {
		if hasVar(s, func(v *loop.Var) bool { return from[v] > 0 }) {
			return false
		}
	}
	return true
}

// own reports whether what the statement at p of a block stores as the row l is memory that was made for it, and is
// stored once, or what is there. Arrays without elements may be in many places.
func (w *rowCutter) own(b []loop.Stmt, p int, l, x *loop.Expr) bool {
	if x.IsNilConst() {
		return true
	}
	if x.Kind != loop.VarExpr {
		return false
	}
	if w.isEmpty(x.Var) {
		return true
	}
	if w.block[x.Var] != &b[0] || w.out[x.Var] != 1 {
		return false
	}
	if !w.in.Mutable(x.Var) {
		return w.allocs[x.Var] != nil || isRow(l) && w.isBeginning(b, p, l, w.lets[x.Var])
	}
	if w.left--; w.left < 0 {
		return false
	}
	fine := true
	w.givings(b, x.Var, func(y *loop.Expr, in []loop.Stmt, let bool) {
		switch {
		case y.IsNilConst() || !let && w.isFresh(y, in):
		case let && isRow(l):
			fine = fine && (w.isRowOf(y, l) && w.isSince(b, p, l, x.Var) ||
				y.Kind == loop.VarExpr && !w.in.Mutable(y.Var) && w.isThere(b, p, l, w.same(y.Var)))
		default:
			fine = false
		}
	})
	return fine
}

// isBeginning reports whether e is a beginning of the row l as it is before the statement at p of a block, or of memory
// that is there in place of an empty one.
func (w *rowCutter) isBeginning(b []loop.Stmt, p int, l, e *loop.Expr) bool {
	if e == nil || e.Kind != loop.SliceExpr || e.Args[0].Kind != loop.VarExpr {
		return false
	}
	v := e.Args[0].Var
	if w.in.Mutable(v) {
		if w.block[v] != &b[0] {
			return false
		}
		if v = w.begunAs(b[:p], v); v == nil {
			return false
		}
	}
	return w.isThere(b, p, l, w.same(v))
}

// begunAs is the variable that a variable of a block begins as, if all that it is given else in the block is fresh
// memory; nil if it is not.
func (w *rowCutter) begunAs(b []loop.Stmt, v *loop.Var) *loop.Var {
	var first *loop.Expr
	fine := true
	w.givings(b, v, func(x *loop.Expr, in []loop.Stmt, let bool) {
		if let {
			first = x
		} else {
			fine = fine && w.isFresh(x, in)
		}
	})
	if !fine || first == nil || first.Kind != loop.VarExpr || w.in.Mutable(first.Var) {
		return nil
	}
	return first.Var
}

func (w *rowCutter) run(sites []*rowChange) {
	stands := map[loop.Stmt][]loop.Stmt{}
	for _, c := range sites {
		stands[(*c.b)[c.alloc]] = nil
		if stands[c.loop] == nil {
			stands[c.loop] = []loop.Stmt{w.rest(c)}
		}
		stands[c.loop] = append([]loop.Stmt{&loop.Let{Var: c.new,
			Rhs: loop.Slice(loop.Use(c.old), loop.IntConst(0), c.short)}}, stands[c.loop]...)
	}
	if len(stands) == 0 {
		return
	}
	replaceStmts(&w.f.Body, stands)
}
