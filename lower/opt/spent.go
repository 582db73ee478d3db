package opt

import (
	"slices"

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
	shared map[*loop.Var]bool // arrays that are more than the root of an element or a whole side of a copy somewhere; made when needed
}

func (w *spender) block(b []loop.Stmt) {
	for i, s := range b {
		loop.Blocks(s, func(inner *[]loop.Stmt) { w.block(*inner) })
		c, ok := s.(*loop.Copy)
		if !ok || c.Dst.Kind != loop.VarExpr {
			continue
		}
		if v := c.Dst.Var; v.Type.Rank == 1 && v.Type.Base != loop.Ref && v.Flat == nil && !w.in.Mutable(v) && declaresArray(b[:i], v) && !w.isShared(v) {
			w.array(b[i+1:], v)
		}
	}
}

// declaresArray reports whether an array is made in a block.
func declaresArray(b []loop.Stmt, v *loop.Var) bool {
	return slices.ContainsFunc(b, func(s loop.Stmt) bool { a, ok := s.(*loop.Alloc); return ok && a.Var == v })
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
			if a, ok := s.(*loop.Append); ok {
				w.shared[a.Var] = true
			}
		})
		for _, e := range w.in.Func.Results {
			visit(e)
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

// array takes out stores to elements of v in the last statement of a block that uses v, if that is a loop.
func (w *spender) array(b []loop.Stmt, v *loop.Var) {
	at := lastUse(b, v)
	if at < 0 {
		return
	}
	l, ok := b[at].(*loop.For)
	if !ok || l.Par != nil || l.Vector {
		return
	}
	for {
		k := lastUse(l.Body, v)
		if k < 0 {
			return
		}
		a, ok := l.Body[k].(*loop.Assign)
		if !ok || len(a.Lhs) != 1 || a.Lhs[0].Kind != loop.IndexExpr || !a.Lhs[0].Args[0].IsVar(v) || !w.own(l, v, a.Lhs[0].Args[1]) {
			return
		}
		l.Body = slices.Delete(slices.Clone(l.Body), k, k+1)
	}
}

// lastUse is the place of the last statement of a block that mentions v, or -1.
func lastUse(b []loop.Stmt, v *loop.Var) int {
	for i, s := range slices.Backward(b) {
		if mentionedIn(s, func(u *loop.Var) bool { return u == v }) {
			return i
		}
	}
	return -1
}

// own reports whether every iteration of a loop uses only its own element of v, with the index i.
func (w *spender) own(l *loop.For, v *loop.Var, i *loop.Expr) bool {
	inside := map[*loop.Var]bool{}
	lets := map[*loop.Var]*loop.Expr{}
	loop.Walk(l.Body, func(s loop.Stmt) { loop.Declared(s, func(u *loop.Var) { inside[u] = true }) })
	for _, s := range l.Body {
		if d, ok := s.(*loop.Let); ok && !w.in.Mutable(d.Var) {
			lets[d.Var] = d.Rhs
		}
	}
	// written is what an index is: the counter, or as much more or less in every iteration.
	var written func(e *loop.Expr) *loop.Expr
	written = func(e *loop.Expr) *loop.Expr {
		switch {
		case e.IsVar(l.Var) && !w.in.Mutable(l.Var):
			return e
		case e.Kind == loop.VarExpr && lets[e.Var] != nil:
			return written(lets[e.Var])
		case e.Kind == loop.CheckExpr:
			return written(e.Args[0])
		case e.Kind == loop.PrimExpr && e.Prim == syntax.OpIntAdd:
			for k, x := range e.Args {
				y := e.Args[1-k]
				if y.IsConst() || y.Kind == loop.VarExpr && !w.in.Mutable(y.Var) && !inside[y.Var] && y.Var != l.Var {
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
	loop.Walk(l.Body, func(s loop.Stmt) { loop.Operands(s, func(e **loop.Expr, _ bool) { visit(*e) }) })
	return ok
}
