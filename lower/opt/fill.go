package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// fill leaves out what an array is filled with where a loop writes all but the first elements, one after the other, and reads only those before.
//
//	var d []real = dirty(n)              var d []real = dirty(n)
//	for i < n {                          if n > 0 {
//	  d[i] = 1.0                   →       d[0] = 1.0
//	}                                    }
//	for k < n - 1 {                      for k < n - 1 {
//	  var s int = k + 1                    var s int = k + 1
//	  d[s] = d[iand(k, s)] * x             d[s] = d[iand(k, s)] * x
//	}                                    }
//
// So it is with zeros of a new array, and of one that is cleared.
var fill = Pass{ //nolint:gochecknoglobals // a constant
	Name: "fill",
	Law: "What an element held does not matter if it is written before it is read: by a loop that writes elements one after the other, and reads only " +
		"elements before the one that it writes.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		if !hasSeries(f.Body) {
			return
		}
		w := &filler{facts: newFacts(Analyse(f)).follow()}
		w.block(&f.Body)
	}),
}

// A filler looks for loops that write arrays element by element.
type filler struct {
	*facts
	series []*series // of the loops around
}

// A series is a loop that writes the elements of an array from one on.
type series struct {
	loop  *loop.For
	array *loop.Var
	store loop.Stmt
	first int64   // the element that the first iteration writes
	at    *affine // the element that is written
	fails bool
}

// hasSeries reports whether a loop may be one that writes an array element by element, and reads it.
func hasSeries(b []loop.Stmt) (has bool) {
	loop.Walk(b, func(s loop.Stmt) {
		if l, ok := s.(*loop.For); ok && !has {
			for _, t := range l.Body {
				if a := stored(t); a != nil && readsArray(l.Body, a) {
					has = true
				}
			}
		}
	})
	return has
}

// stored is the array of which s sets an element, nil if s is something else.
func stored(s loop.Stmt) *loop.Var {
	a, ok := s.(*loop.Assign)
	if !ok || len(a.Lhs) != 1 || a.Lhs[0].Kind != loop.IndexExpr || a.Lhs[0].Args[0].Kind != loop.VarExpr {
		return nil
	}
	if v := a.Lhs[0].Args[0].Var; v.Type.Rank == 1 {
		return v
	}
	return nil
}

func readsArray(b []loop.Stmt, v *loop.Var) (reads bool) {
	loop.Walk(b, func(s loop.Stmt) {
		operandsOf(s, func(e **loop.Expr) { (*e).EachVar(func(w *loop.Var) { reads = reads || w == v }) })
	})
	return reads
}

func (w *filler) block(b *[]loop.Stmt) {
	mark := len(w.known)
	behind := map[int][]loop.Stmt{} // new statements
	for i, s := range *b {
		w.look(s)
		from := len(w.series)
		if l, ok := s.(*loop.For); ok && !l.Down && !l.Vector && l.Par == nil {
			w.begin(l, (*b)[:i])
		}
		w.inside(s, func(inner *[]loop.Stmt) {
			if l, ok := s.(*loop.For); ok && inner == &l.Body {
				for _, r := range w.series[from:] {
					r.at = w.of(loop.Use(l.Var)).add(1, &affine{c: r.first})
				}
			}
			w.block(inner)
		})
		for _, r := range w.series[from:] {
			if !r.fails {
				w.shorten((*b)[:i], r, behind)
			}
		}
		w.series = w.series[:from]
		w.after(s)
	}
	w.known = w.known[:mark]
	if len(behind) > 0 {
		out := make([]loop.Stmt, 0, len(*b)+len(behind))
		for i, s := range *b {
			out = append(append(out, s), behind[i]...)
		}
		*b = out
	}
}

// begin takes up the arrays that a loop writes element by element, if there is something that fills them.
func (w *filler) begin(l *loop.For, before []loop.Stmt) {
	counter := w.of(loop.Use(l.Var))
	if counter == nil {
		return
	}
	lets := map[*loop.Var]*loop.Expr{}
	for _, s := range l.Body {
		if let, ok := s.(*loop.Let); ok && let.Var.Type == loop.IntType && !w.in.Mutable(let.Var) {
			lets[let.Var] = let.Rhs
		}
		v := stored(s)
		if v == nil || v.Flat != nil || w.in.Mutable(v) || w.filled(before, v) < 0 {
			continue
		}
		i := s.(*loop.Assign).Lhs[0].Args[1]
		if let := lets[i.Var]; i.Kind == loop.VarExpr && let != nil {
			i = let
		}
		if first, ok := beyond(i, l.Var); ok {
			w.series = append(w.series, &series{loop: l, array: v, store: s, first: first})
		}
	}
}

// beyond is how much e is more than the counter of a loop, a constant from 0 on.
func beyond(e *loop.Expr, counter *loop.Var) (c int64, ok bool) {
	if e.IsVar(counter) {
		return 0, true
	}
	if e.Kind == loop.PrimExpr && e.Prim == syntax.OpIntAdd {
		for k, x := range e.Args {
			if y := e.Args[1-k]; x.IsVar(counter) && y.IsConst() && 0 <= y.I && y.I <= fillFirst {
				return y.I, true
			}
		}
	}
	return 0, false
}

// fillFirst is the number of elements that may be left to fill.
const fillFirst = 4

// look sees how a statement in the loops around uses what they write.
func (w *filler) look(s loop.Stmt) {
	for _, r := range w.series {
		if !r.fails && !w.before(s, r) {
			r.fails = true
		}
	}
}

// before reports whether a statement, without the blocks inside, reads only elements of an array before the one that the loop writes.
func (w *filler) before(s loop.Stmt, r *series) bool {
	ok := true
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		switch {
		case e.Kind == loop.LenExpr && e.Args[0].IsVar(r.array):
			return
		case e.Kind == loop.IndexExpr && e.Args[0].IsVar(r.array):
			i := w.of(e.Args[1])
			ok = ok && i != nil && r.at != nil && w.holds(r.at.add(-1, i).add(1, &affine{c: -1}))
			visit(e.Args[1])
			return
		case e.Kind == loop.VarExpr:
			ok = ok && !w.same(e.Var, r.array)
		}
		for _, a := range e.Args {
			visit(a)
		}
	}
	if s == r.store {
		a := s.(*loop.Assign)
		visit(a.Lhs[0].Args[1])
		visit(a.Rhs[0])
		return ok
	}
	if a, isAppend := s.(*loop.Append); isAppend && w.same(a.Var, r.array) {
		return false
	}
	loop.Declared(s, func(v *loop.Var) { ok = ok && !w.same(v, r.array) })
	loop.Operands(s, func(e **loop.Expr, _ bool) { visit(*e) })
	if a, isAssign := s.(*loop.Assign); isAssign { // another store
		for _, l := range a.Lhs {
			l.EachVar(func(v *loop.Var) { ok = ok && !w.same(v, r.array) })
		}
	}
	if a, isAdd := s.(*loop.AddTo); isAdd {
		a.Lhs.EachVar(func(v *loop.Var) { ok = ok && !w.same(v, r.array) })
	}
	return ok
}

// same reports whether two variables may be arrays with common memory.
func (w *filler) same(v, u *loop.Var) bool {
	return holds(v.Type) && w.in.MayShare(v, u)
}

// filled is the place of the statement that fills an array which nothing reads behind it, or -1.
func (w *filler) filled(before []loop.Stmt, v *loop.Var) int {
	for i := len(before) - 1; i >= 0; i-- {
		switch s := before[i].(type) {
		case *loop.Alloc:
			if s.Var == v {
				if len(s.Dims) == 1 && s.Dims[0].IsAtom() && w.in.Fixed(s.Dims[0]) && !s.Dirty && v.Type.Base != loop.Ref {
					return i
				}
				return -1
			}
		case *loop.For:
			if len(s.Body) == 1 && stored(s.Body[0]) == v && s.N.IsAtom() && w.in.Fixed(s.N) && !s.Vector && s.Par == nil {
				if a := s.Body[0].(*loop.Assign); a.Lhs[0].Args[1].IsVar(s.Var) && !w.uses(a.Rhs[0], v) && !a.Rhs[0].CanFail() {
					return i
				}
				return -1
			}
		}
		if !w.onlyStores(before[i], v) {
			return -1
		}
	}
	return -1
}

// onlyStores reports whether a statement does nothing with an array but to set one of its elements.
func (w *filler) onlyStores(s loop.Stmt, v *loop.Var) bool {
	if stored(s) == v {
		a := s.(*loop.Assign)
		return !w.uses(a.Lhs[0].Args[1], v) && !w.uses(a.Rhs[0], v)
	}
	ok := true
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { ok = ok && !w.uses(*e, v) })
		loop.Declared(s, func(u *loop.Var) { ok = ok && !w.same(u, v) })
		if a, isAppend := s.(*loop.Append); isAppend {
			ok = ok && !w.same(a.Var, v)
		}
	})
	return ok
}

func (w *filler) uses(e *loop.Expr, v *loop.Var) (uses bool) {
	e.EachVar(func(u *loop.Var) { uses = uses || w.same(u, v) })
	return uses
}

// shorten fills only what a loop does not write.
func (w *filler) shorten(before []loop.Stmt, r *series, behind map[int][]loop.Stmt) {
	at := w.filled(before, r.array)
	if at < 0 {
		return
	}
	var n, x *loop.Expr
	i := w.in.Fresh("i", loop.IntType, nil)
	switch s := before[at].(type) {
	case *loop.Alloc:
		n, x = s.Dims[0], loop.ZeroOf(r.array.Type.Elem())
	case *loop.For:
		n, x = s.N, substitute(s.Body[0].(*loop.Assign).Rhs[0], map[*loop.Var]*loop.Expr{s.Var: loop.Use(i)})
	}
	count, all := w.of(r.loop.N), w.of(n)
	if count == nil || all == nil || !w.holds(count.add(1, &affine{c: r.first}).add(-1, all)) {
		return
	}
	array, isNew := before[at].(*loop.Alloc)
	var rest []loop.Stmt
	store := func(i *loop.Expr, x *loop.Expr) []loop.Stmt {
		return []loop.Stmt{&loop.Assign{Lhs: []*loop.Expr{loop.Index(loop.Use(r.array), i)}, Rhs: []*loop.Expr{x}}}
	}
	switch {
	case r.first == 0 && !isNew:
		return
	case r.first == 1:
		x = substitute(x, map[*loop.Var]*loop.Expr{i: loop.IntConst(0)})
		rest = []loop.Stmt{&loop.If{Cond: positive(n), Then: store(loop.IntConst(0), x)}}
	case r.first > 1:
		rest = []loop.Stmt{&loop.For{Var: i, N: loop.Prim(syntax.MustOp("imin"), n, loop.IntConst(r.first)), Body: store(loop.Use(i), x)}}
	}
	if isNew {
		array.Dirty = true
		behind[at] = append(behind[at], rest...)
		return
	}
	before[at] = rest[0]
}
