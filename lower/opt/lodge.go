package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// lodge keeps the rows of a tape in the rows of a matrix that callers want a result in, where the function builds that elsewhere and copies it at
// the end ([ownMatrices]): until then the memory lies idle.
//
//	var z [][]real = new(n)              for k < n {
//	for k < n {                            var m int = n - k - 1
//	  var m int = n - k - 1                var t []real = y[k][0:+m]
//	  var t []real = dirty(m)        →     … t …
//	  … t …                              }
//	  z[k] = t                           for down j < n {
//	}                                      … y[j][0:+(n - j - 1)] …
//	for down j < n {                     }
//	  … z[j] …                           copy(y, w)
//	}
//	copy(y, w)
//
// Each row of the tape is as long as a row of the result or shorter, by a proof ([facts]), and there are as many.
var lodge = Pass{ //nolint:gochecknoglobals // a constant
	Name: "lodge",
	Law: "What an Out parameter holds before the function first writes it is for nobody, and its rows overlap nothing: rows that are done with before may " +
		"be in its rows, if they are no longer.",
	Needs: Loops | Allocs | Copies,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if !keepsRaggedRows(f) {
			return
		}
		for _, p := range f.Params {
			if p.Out && !p.Adds && p.Var.Flat == nil && p.Var.Type == loop.RealType.Array().Array() {
				lodgeIn(f, p.Var, o)
			}
		}
	}),
}

// keepsRaggedRows reports whether f makes an array of rows that are made one by one.
func keepsRaggedRows(f *loop.Func) bool {
	return slices.ContainsFunc(f.Body, func(s loop.Stmt) bool {
		a, ok := s.(*loop.Alloc)
		return ok && len(a.Dims) == 1 && a.Var.Type.Rank == 2
	})
}

// A lodger is a tape that may be in the rows of a result.
type lodger struct {
	*uses
	f     *loop.Func
	tape  *loop.Alloc
	row   *loop.Alloc // what each iteration makes
	fills *loop.For
	store *loop.Assign
	part  int    // of store
	long  linear // the length of a row, by the number of the iteration
}

// lodgeIn looks for a tape to be in y.
func lodgeIn(f *loop.Func, y *loop.Var, o *Options) {
	u := arrayUses(f)
	n := u.Lengths()[y]
	if n == nil || u.Mutable(y) {
		return
	}
	m := rowLength(f.Body[:u.prologue], u.Info, y, n)
	if m == nil {
		if m = o.rows[y]; m == nil {
			return
		}
	}
	end := idleUntil(f, u.Info, y)
	for i := range max(end, 0) {
		a, ok := f.Body[i].(*loop.Alloc)
		if !ok || len(a.Dims) != 1 || a.Var.Type != y.Type || a.Var.Flat != nil || u.Mutable(a.Var) || !u.linear(a.Dims[0]).equal(u.linear(n)) {
			continue
		}
		w := &lodger{uses: u, f: f, tape: a}
		if w.filled(f.Body[i+1:end]) && w.alone(f.Body[i+1:end]) && !w.escapes(f.Body[end:]) && w.inScope() && w.fits(m) {
			w.move(y)
			return
		}
	}
}

// idleUntil is the statement of the body that overwrites y as a whole, if nothing before asks for more than lengths; -1 if there is none.
func idleUntil(f *loop.Func, in *Info, y *loop.Var) int {
	c := in.Class(y)
	var touches func(e *loop.Expr) bool
	touches = func(e *loop.Expr) bool {
		switch e.Kind {
		case loop.VarExpr:
			return holds(e.Type) && in.Class(e.Var) == c
		case loop.LenExpr:
			a := e.Args[0]
			for ; a.Kind == loop.IndexExpr; a = a.Args[0] {
				if touches(a.Args[1]) {
					return true
				}
			}
			return a.Kind != loop.VarExpr && touches(a)
		}
		return slices.ContainsFunc(e.Args, touches)
	}
	for i, s := range f.Body {
		if p, ok := s.(*loop.Copy); ok && p.Dst.IsVar(y) && !touches(p.Src) {
			return i
		}
		found := false
		loop.Walk(f.Body[i:i+1], func(s loop.Stmt) {
			loop.Operands(s, func(e **loop.Expr, _ bool) { found = found || touches(*e) })
			loop.Declared(s, func(v *loop.Var) { found = found || holds(v.Type) && in.Class(v) == c })
			if p, ok := s.(*loop.Append); ok {
				found = found || in.Class(p.Var) == c
			}
		})
		if found {
			return -1
		}
	}
	return -1
}

// filled finds the loop that makes and stores the rows.
func (w *lodger) filled(b []loop.Stmt) bool {
	for _, s := range b {
		l, ok := s.(*loop.For)
		if !ok || l.Par != nil || l.Vector || !w.linear(l.N).equal(w.linear(w.tape.Dims[0])) {
			continue
		}
		for _, t := range l.Body {
			a, ok := t.(*loop.Assign)
			if !ok {
				continue
			}
			for k, x := range a.Lhs {
				if x.Kind != loop.IndexExpr || !x.Args[0].IsVar(w.tape.Var) {
					continue
				}
				w.fills, w.store, w.part = l, a, k
				return x.Args[1].IsVar(l.Var) && a.Rhs[k].Kind == loop.VarExpr && w.makes(a.Rhs[k].Var)
			}
		}
	}
	return false
}

// makes reports whether the loop that fills the tape makes a row in each iteration.
func (w *lodger) makes(v *loop.Var) bool {
	for _, s := range w.fills.Body {
		if a, ok := s.(*loop.Alloc); ok && a.Var == v {
			w.row = a
			return len(a.Dims) == 1 && v.Flat == nil && !w.Mutable(v)
		}
	}
	return false
}

// alone reports whether the tape is used for nothing but to take its rows where they are all there, and its rows have no other names than views.
func (w *lodger) alone(b []loop.Stmt) bool {
	c := w.Class(w.tape.Var)
	known := map[*loop.Var]bool{w.row.Var: true}
	mine := func(v *loop.Var) bool { return holds(v.Type) && w.Class(v) == c }
	filled, ok := false, true
	var whole func(e *loop.Expr) bool // the tape stands in e for itself, or a row for a row of another array
	whole = func(e *loop.Expr) bool {
		if e.Kind == loop.IndexExpr && e.Args[0].IsVar(w.tape.Var) {
			return !filled || !e.Args[1].IsAtom()
		}
		if e.Kind == loop.VarExpr {
			return mine(e.Var) && !known[e.Var]
		}
		return slices.ContainsFunc(e.Args, whole)
	}
	rowIn := func(e *loop.Expr) bool { return e.Type.IsArray() && rootOf(e) != nil && mine(rootOf(e)) }
	check := func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Let:
			if mine(s.Var) {
				ok = ok && !w.Mutable(s.Var) && rowIn(s.Rhs) && !whole(s.Rhs)
				known[s.Var] = true
				return
			}
		case *loop.Alloc:
			ok = ok && (!mine(s.Var) || s == w.row)
		case *loop.Assign:
			for k := range s.Lhs {
				if s == w.store && k == w.part {
					continue
				}
				ok = ok && !rowIn(s.Rhs[k]) && !whole(s.Rhs[k]) && !(s.Lhs[k].Type.IsArray() && rowIn(s.Lhs[k])) && !whole(s.Lhs[k])
			}
			return
		case *loop.NewCell:
			for _, e := range s.Fields {
				ok = ok && !rowIn(e)
			}
		case *loop.Append:
			ok = ok && !mine(s.Var) && !rowIn(s.Val)
		case *loop.Call:
			for _, v := range s.Vars {
				ok = ok && (v == nil || !mine(v))
			}
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) { ok = ok && !whole(*e) })
	}
	for _, s := range b {
		loop.Walk([]loop.Stmt{s}, check)
		filled = filled || s == loop.Stmt(w.fills)
	}
	return ok
}

// escapes reports whether statements or results use what the tape has.
func (w *lodger) escapes(b []loop.Stmt) bool {
	c := w.Class(w.tape.Var)
	found := false
	use := func(v *loop.Var) { found = found || holds(v.Type) && w.Class(v) == c }
	loop.Walk(b, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { (*e).EachVar(use) })
		loop.Declared(s, use)
		if p, ok := s.(*loop.Append); ok {
			use(p.Var)
		}
	})
	for _, e := range w.f.Results {
		e.EachVar(use)
	}
	for _, p := range w.f.Params {
		use(p.Var)
	}
	return found
}

// inScope reports whether the length of row k can be computed wherever the tape is known, from k.
func (w *lodger) inScope() bool {
	w.long = w.linear(w.row.Dims[0])
	_, rest := w.long.split(w.fills.Var)
	seen := map[*loop.Var]bool{}
	for _, p := range w.f.Params {
		seen[p.Var] = true
	}
	for _, s := range w.f.Body {
		if s == loop.Stmt(w.tape) {
			break
		}
		if _, ok := s.(*loop.For); !ok {
			loop.Declared(s, func(v *loop.Var) { seen[v] = true })
		}
	}
	return w.long.ok && rest.over(func(v *loop.Var) bool { return seen[v] && w.fixed(v) })
}

// fits proves that rows are no longer than m, and not of a negative length, which would be an error.
func (w *lodger) fits(m *loop.Expr) bool {
	known, ok := newFacts(w.Info).follow(), false
	known.each(w.f.Body, func(s loop.Stmt) {
		if s == loop.Stmt(w.row) {
			long, most := known.of(w.row.Dims[0]), known.of(m)
			ok = long != nil && most != nil && known.holds(long) && known.holds(most.add(-1, long))
		}
	})
	return ok
}

// each calls visit in front of each statement of a block, and of those inside, with what is known there.
func (f *facts) each(b []loop.Stmt, visit func(loop.Stmt)) {
	mark := len(f.known)
	for _, s := range b {
		visit(s)
		f.inside(s, func(in *[]loop.Stmt) { f.each(*in, visit) })
		f.after(s)
	}
	f.known = f.known[:mark]
}

// move has the rows of y in place of those of the tape.
func (w *lodger) move(y *loop.Var) {
	row := func(i *loop.Expr) *loop.Expr {
		long := substitute(w.long.expr(), map[*loop.Var]*loop.Expr{w.fills.Var: i})
		return loop.Slice(loop.Index(loop.Use(y), i), loop.IntConst(0), long)
	}
	var sub func(e *loop.Expr) *loop.Expr
	sub = func(e *loop.Expr) *loop.Expr {
		if e.Kind == loop.IndexExpr && e.Args[0].IsVar(w.tape.Var) {
			return row(e.Args[1])
		}
		return e.MapArgs(sub)
	}
	w.store.Lhs = slices.Delete(slices.Clone(w.store.Lhs), w.part, w.part+1)
	w.store.Rhs = slices.Delete(slices.Clone(w.store.Rhs), w.part, w.part+1)
	body := make([]loop.Stmt, 0, len(w.fills.Body))
	for _, s := range w.fills.Body {
		switch {
		case s == loop.Stmt(w.row):
			at := loop.Slice(loop.Index(loop.Use(y), loop.Use(w.fills.Var)), loop.IntConst(0), w.row.Dims[0])
			body = append(body, &loop.Let{Var: w.row.Var, Rhs: at})
			if !w.row.Dirty {
				body = append(body, &loop.Clear{Dst: loop.Use(w.row.Var)})
			}
		case s == loop.Stmt(w.store) && len(w.store.Lhs) == 0:
		default:
			body = append(body, s)
		}
	}
	w.fills.Body = body
	w.f.Body = slices.DeleteFunc(slices.Clone(w.f.Body), func(s loop.Stmt) bool { return s == loop.Stmt(w.tape) })
	loop.MapExprs(w.f.Body, sub)
}
