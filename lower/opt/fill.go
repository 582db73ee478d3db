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
		w := &filler{facts: newFacts(Analyse(f)).follow(), series: map[*loop.Var][]*series{}}
		w.block(&f.Body)
	}),
}

// A filler looks for loops that write arrays element by element.
type filler struct {
	*facts
	series map[*loop.Var][]*series // of the loops around, by what may share memory with the array
}

// A filling is a statement of a block that fills an array, which nothing has read since.
type filling struct {
	array *loop.Var
	at    int
}

// A series is a loop that writes the elements of an array from one on.
type series struct {
	loop   *loop.For
	array  *loop.Var
	store  loop.Stmt
	first  int64   // the element that the first iteration writes
	fill   int     // the place of the statement that fills the array
	at     *affine // the element that is written
	fails  bool
	looked loop.Stmt // at last
}

// hasSeries reports whether a loop may be one that writes an array element by element, and reads it.
func hasSeries(b []loop.Stmt) (has bool) {
	loop.Walk(b, func(s loop.Stmt) {
		l, ok := s.(*loop.For)
		if !ok || has {
			return
		}
		arrays := map[*loop.Var]bool{}
		for _, t := range l.Body {
			if a := stored(t); a != nil {
				arrays[a] = true
			}
		}
		if len(arrays) > 0 {
			loop.Walk(l.Body, func(s loop.Stmt) {
				operandsOf(s, func(e **loop.Expr) { (*e).EachVar(func(v *loop.Var) { has = has || arrays[v] }) })
			})
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

func (w *filler) block(b *[]loop.Stmt) {
	mark := len(w.known)
	filled := map[*loop.Var]filling{} // by what may share memory with the array
	behind := map[int][]loop.Stmt{}   // new statements
	for i, s := range *b {
		w.look(s)
		var begun []*series
		if l, ok := s.(*loop.For); ok && len(filled) > 0 && !l.Down && !l.Vector && l.Par == nil {
			begun = w.begin(l, filled)
		}
		w.inside(s, func(inner *[]loop.Stmt) {
			if l, ok := s.(*loop.For); ok && inner == &l.Body {
				for _, r := range begun {
					r.at = w.of(loop.Use(l.Var)).add(1, &affine{c: r.first})
				}
			}
			w.block(inner)
		})
		for _, r := range begun {
			if !r.fails {
				w.shorten(*b, r, behind)
			}
			delete(w.series, w.in.Class(r.array)) // what fills it is of this block: no loop around has one
		}
		w.pass(filled, i, s)
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
func (w *filler) begin(l *loop.For, filled map[*loop.Var]filling) (begun []*series) {
	counter := w.of(loop.Use(l.Var))
	if counter == nil {
		return nil
	}
	lets := map[*loop.Var]*loop.Expr{}
	for _, s := range l.Body {
		if let, ok := s.(*loop.Let); ok && let.Var.Type == loop.IntType && !w.in.Mutable(let.Var) {
			lets[let.Var] = let.Rhs
		}
		v := stored(s)
		if v == nil || v.Flat != nil || w.in.Mutable(v) {
			continue
		}
		c := w.in.Class(v)
		if filled[c].array != v || l.N.ReadsMemory() && w.uses(l.N, v) {
			continue
		}
		i := s.(*loop.Assign).Lhs[0].Args[1]
		if let := lets[i.Var]; i.Kind == loop.VarExpr && let != nil {
			i = let
		}
		if first, ok := beyond(i, l.Var); ok {
			r := &series{loop: l, array: v, store: s, first: first, fill: filled[c].at}
			w.series[c] = append(w.series[c], r)
			begun = append(begun, r)
		}
	}
	return begun
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
	if len(w.series) == 0 {
		return
	}
	w.mentions(s, func(v *loop.Var) {
		for _, r := range w.series[w.in.Class(v)] {
			if !r.fails && r.looked != s {
				r.looked = s
				r.fails = !w.before(s, r)
			}
		}
	})
}

// mentions calls f for the arrays that s, without the blocks inside, mentions or declares.
func (w *filler) mentions(s loop.Stmt, f func(v *loop.Var)) {
	each := func(v *loop.Var) {
		if holds(v.Type) {
			f(v)
		}
	}
	loop.Declared(s, each)
	loop.Operands(s, func(e **loop.Expr, _ bool) { (*e).EachVar(each) })
	if a, ok := s.(*loop.Assign); ok {
		for _, l := range a.Lhs {
			l.EachVar(each)
		}
	}
	if a, ok := s.(*loop.Append); ok {
		each(a.Var)
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

// pass notes what the statement at i of a block does to what was filled before: it may fill another array, or set an element.
func (w *filler) pass(filled map[*loop.Var]filling, i int, s loop.Stmt) {
	v := w.fills(s)
	set := stored(s)
	if set != nil {
		if a := s.(*loop.Assign); w.uses(a.Lhs[0].Args[1], set) || w.uses(a.Rhs[0], set) {
			set = nil
		}
	}
	if len(filled) > 0 {
		loop.Walk([]loop.Stmt{s}, func(t loop.Stmt) {
			w.mentions(t, func(u *loop.Var) {
				if c := w.in.Class(u); set == nil || filled[c].array != set {
					delete(filled, c)
				}
			})
		})
	}
	if v != nil {
		filled[w.in.Class(v)] = filling{v, i}
	}
}

// fills is the array that a statement makes or fills, nil if that is not from the first element on, or does not do it in a way that can be shortened.
func (w *filler) fills(s loop.Stmt) *loop.Var {
	switch s := s.(type) {
	case *loop.Alloc:
		if len(s.Dims) == 1 && s.Dims[0].IsAtom() && w.in.Fixed(s.Dims[0]) && !s.Dirty && s.Var.Type.Base != loop.Ref {
			return s.Var
		}
	case *loop.For:
		if len(s.Body) != 1 || !s.N.IsAtom() || !w.in.Fixed(s.N) || s.Vector || s.Par != nil {
			return nil
		}
		if v := stored(s.Body[0]); v != nil {
			if a := s.Body[0].(*loop.Assign); a.Lhs[0].Args[1].IsVar(s.Var) && !w.uses(a.Rhs[0], v) && !a.Rhs[0].CanFail() {
				return v
			}
		}
	}
	return nil
}

func (w *filler) uses(e *loop.Expr, v *loop.Var) (uses bool) {
	e.EachVar(func(u *loop.Var) { uses = uses || w.same(u, v) })
	return uses
}

// shorten fills only what a loop does not write.
func (w *filler) shorten(before []loop.Stmt, r *series, behind map[int][]loop.Stmt) {
	at := r.fill
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
