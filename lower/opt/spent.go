package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// spent leaves out what a loop stores in elements of a copy that nothing reads again: the way back through the elements of an array that
// were set clears the cotangent of each when it has been handed on.
//
//	var d []real = new(n)            var d []real = new(n)
//	copy(d, s)                       copy(d, s)
//	for down j < n {                 for down j < n {
//	  y[j] +~= d[j]            →       y[j] +~= d[j]
//	  d[j] = 0.0                     }
//	}
//
// The copy may then be what it is a copy of.
var spent = Pass{ //nolint:gochecknoglobals // a constant
	Name: "spent",
	Law: "What is stored in an element that nothing reads afterwards does not matter: the store is the last use of an array in a loop that is the last " +
		"to use it, and every iteration uses one element of its own.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		w := &spender{in: Analyse(f)}
		w.block(f.Body)
	}),
}

type spender struct {
	in     *Info
	shared map[*loop.Var]bool // arrays that are more than the root of an element or a whole side of a copy somewhere, or read behind a block; made when needed
	bodies map[*loop.For]*spentBody
}

func (w *spender) block(b []loop.Stmt) {
	made := map[*loop.Var]bool{} // arrays of the block
	var last map[*loop.Var]int   // the last statement that mentions a variable; made when needed
	for i, s := range b {
		loop.Blocks(s, func(inner *[]loop.Stmt) { w.block(*inner) })
		if a, ok := s.(*loop.Alloc); ok {
			made[a.Var] = true
		}
		c, ok := s.(*loop.Copy)
		if !ok || c.Dst.Kind != loop.VarExpr {
			continue
		}
		if v := c.Dst.Var; v.Type.Rank == 1 && v.Type.Base != loop.Ref && v.Flat == nil && !w.in.Mutable(v) && made[v] && !w.isShared(v) {
			if last == nil {
				last = lastMentions(b)
			}
			if l, ok := b[last[v]].(*loop.For); ok && last[v] > i && l.Par == nil && !l.Vector {
				w.array(l, v)
			}
		}
	}
	for _, s := range b {
		if l, ok := s.(*loop.For); ok && w.bodies[l] != nil {
			w.bodies[l].sweep()
		}
	}
}

// lastMentions is the place of the last statement of a block that mentions a variable, for all that are mentioned.
func lastMentions(b []loop.Stmt) map[*loop.Var]int {
	last := map[*loop.Var]int{}
	for i, s := range b {
		mentionedIn(s, func(v *loop.Var) bool { last[v] = i; return false })
	}
	return last
}

// isShared reports whether something else may have the memory of an array.
func (w *spender) isShared(v *loop.Var) bool {
	if w.shared == nil {
		w.shared = map[*loop.Var]bool{}
		visit := func(e *loop.Expr) { w.escapes(e, false) }
		loop.Walk(w.in.Func.Body, func(s loop.Stmt) {
			c, isCopy := s.(*loop.Copy)
			loop.Operands(s, func(e **loop.Expr, _ bool) {
				if !isCopy || *e != c.Dst && *e != c.Src || (*e).Kind != loop.VarExpr {
					visit(*e)
				}
			})
			switch s := s.(type) {
			case *loop.Append:
				w.shared[s.Var] = true
			case *loop.While: // what its head has made
				s.Cond.EachVar(func(v *loop.Var) { w.shared[v] = true })
			}
		})
		for _, e := range w.in.Func.Results { // elements are read behind all statements
			e.EachVar(func(v *loop.Var) { w.shared[v] = true })
		}
	}
	return w.shared[v]
}

// escapes notes the arrays that e is, or has as a part other than the root of an element or what has a length.
func (w *spender) escapes(e *loop.Expr, root bool) {
	if e.Kind == loop.VarExpr {
		if !root && e.Type.IsArray() {
			w.shared[e.Var] = true
		}
		return
	}
	for k, a := range e.Args {
		w.escapes(a, k == 0 && (e.Kind == loop.IndexExpr || e.Kind == loop.LenExpr))
	}
}

// A spentBody is what is asked of a loop about each of the arrays that it is the last to use.
type spentBody struct {
	loop   *loop.For
	inside map[*loop.Var]bool       // what is declared in it
	lets   map[*loop.Var]*loop.Expr // those of its body that do not change
	uses   map[*loop.Var][]spentUse // of arrays of rank 1, in the order of the text
	spent  map[int]bool             // the statements of the body that go
}

// A spentUse is a statement that mentions an array, and the place of the one around it in the body.
type spentUse struct {
	at int
	s  loop.Stmt
}

func (w *spender) body(l *loop.For) *spentBody {
	if b := w.bodies[l]; b != nil {
		return b
	}
	if w.bodies == nil {
		w.bodies = map[*loop.For]*spentBody{}
	}
	b := &spentBody{l, map[*loop.Var]bool{}, map[*loop.Var]*loop.Expr{}, map[*loop.Var][]spentUse{}, map[int]bool{}}
	w.bodies[l] = b
	for k, s := range l.Body {
		if d, ok := s.(*loop.Let); ok && !w.in.Mutable(d.Var) {
			b.lets[d.Var] = d.Rhs
		}
		loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
			loop.Declared(s, func(v *loop.Var) { b.inside[v] = true })
			loop.Operands(s, func(e **loop.Expr, _ bool) {
				(*e).EachVar(func(v *loop.Var) {
					if of := b.uses[v]; v.Type.Rank == 1 && (len(of) == 0 || of[len(of)-1].s != s) {
						b.uses[v] = append(of, spentUse{k, s})
					}
				})
			})
		})
	}
	return b
}

// sweep takes out what is spent.
func (b *spentBody) sweep() {
	if len(b.spent) == 0 {
		return
	}
	var out []loop.Stmt
	for k, s := range b.loop.Body {
		if !b.spent[k] {
			out = append(out, s)
		}
	}
	b.loop.Body = out
	b.spent = nil
}

// array takes out stores to elements of v in a loop that is the last to use it.
func (w *spender) array(l *loop.For, v *loop.Var) {
	b := w.body(l)
	for uses := b.uses[v]; len(uses) > 0; uses = uses[:len(uses)-1] {
		k := uses[len(uses)-1].at
		a, ok := l.Body[k].(*loop.Assign)
		if !ok || len(a.Lhs) != 1 || a.Lhs[0].Kind != loop.IndexExpr || !a.Lhs[0].Args[0].IsVar(v) || !w.own(b, v, uses, a.Lhs[0].Args[1]) {
			return
		}
		b.spent[k] = true
	}
}

// own reports whether every iteration of a loop uses only its own element of v, with the index i.
func (w *spender) own(b *spentBody, v *loop.Var, uses []spentUse, i *loop.Expr) bool {
	l := b.loop
	// written is what an index is: the counter, or as much more or less in every iteration.
	var written func(e *loop.Expr) *loop.Expr
	written = func(e *loop.Expr) *loop.Expr {
		switch {
		case e.IsVar(l.Var) && !w.in.Mutable(l.Var):
			return e
		case e.Kind == loop.VarExpr && b.lets[e.Var] != nil:
			return written(b.lets[e.Var])
		case e.Kind == loop.CheckExpr:
			return written(e.Args[0])
		case e.Kind == loop.PrimExpr && e.Prim == syntax.OpIntAdd:
			for k, x := range e.Args {
				y := e.Args[1-k]
				if y.IsConst() || y.Kind == loop.VarExpr && !w.in.Mutable(y.Var) && !b.inside[y.Var] && y.Var != l.Var {
					if x := written(x); x != nil {
						return loop.Prim(e.Prim, x, y)
					}
				}
			}
		}
		return nil
	}
	want := written(i)
	if want == nil {
		return false
	}
	ok := true
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		switch {
		case e.Kind == loop.LenExpr && e.Args[0].IsVar(v):
			return
		case e.Kind == loop.IndexExpr && e.Args[0].IsVar(v):
			at := written(e.Args[1])
			ok = ok && at != nil && loop.Equal(at, want)
			visit(e.Args[1])
			return
		case e.IsVar(v):
			ok = false
		}
		for _, a := range e.Args {
			visit(a)
		}
	}
	for _, u := range uses {
		loop.Operands(u.s, func(e **loop.Expr, _ bool) { visit(*e) })
	}
	return ok
}
