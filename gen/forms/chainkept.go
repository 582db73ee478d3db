package forms

import (
	"github.com/seed-4b734f86/gochad/gen/elementary"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// What a loop that waits for an elementary function keeps of its values, the way back reads again in the opposite
// order. Where those go from one to the next slowly enough for the branches of the chained forms to be predicted, they
// do so there too; where not, the first loop has paid as much already.
//
//	for i < n {                          for i < n {
//	  z[i] = x                             z[i] = x
//	  v = v - h * sinChained(c * x)        v = v - h * sinChained(c * x)
//	  x = x + h * v                        x = x + h * v
//	}                                →   }
//	for i < n down {                     for i < n down {
//	  g = g - cos(c * z[i]) * g            g = g - cosChained(c * z[i]) * g
//	}                                    }
//
// An argument counts if all that changes in it is of such arrays.

// keeps notes the arrays that a loop stores values of its chain in.
func (c *chainer) keeps(blocks [][]loop.Stmt, g *scalarGraph, round []int) {
	of := func(e *loop.Expr) bool {
		if e.Kind != loop.VarExpr {
			return false
		}
		k, ok := g.at[e.Var]
		return ok && c.waits[round[k]]
	}
	walkAll(blocks, func(s loop.Stmt) {
		a, ok := s.(*loop.Assign)
		if !ok {
			return
		}
		for i, l := range a.Lhs {
			if r := c.array(l); l.Kind == loop.IndexExpr && r != nil && of(a.Rhs[i]) {
				c.kept[r] = true
			}
		}
	})
}

// views finds out what array variables are views of.
func (c *chainer) views(f *loop.Func) {
	loop.Walk(f.Body, func(s loop.Stmt) {
		if l, ok := s.(*loop.Let); ok && l.Var.Type.IsArray() {
			if r := l.Rhs.Root(); r != nil {
				c.viewOf[l.Var] = r
			}
		}
	})
}

// array is the array variable that an element is of.
func (c *chainer) array(e *loop.Expr) *loop.Var {
	v := e.Root()
	for v != nil && c.viewOf[v] != nil && c.viewOf[v] != v {
		v = c.viewOf[v]
	}
	return v
}

// again treats the loops that read what others have kept.
func (c *chainer) again(b []loop.Stmt) {
	for _, s := range b {
		switch s := s.(type) {
		case *loop.For:
			c.read(s.Body)
		case *loop.While:
			c.read(s.Head, s.Body)
		}
		loop.Blocks(s, func(inner *[]loop.Stmt) { c.again(*inner) })
	}
}

// read treats the body of a loop.
func (c *chainer) read(blocks ...[]loop.Stmt) {
	if !c.calls(blocks) {
		return
	}
	changes := map[*loop.Var]bool{}
	walkAll(blocks, func(s loop.Stmt) {
		loop.Declared(s, func(v *loop.Var) { changes[v] = true })
		switch s := s.(type) {
		case *loop.Assign:
			for _, l := range s.Lhs {
				changes[l.Root()] = true
			}
		case *loop.AddTo:
			changes[s.Lhs.Root()] = true
		}
	})
	slow := map[*loop.Var]bool{}
	walkAll(blocks, func(s loop.Stmt) {
		if l, ok := s.(*loop.Let); ok && l.Var.Type == loop.RealType && c.replayed(l.Rhs, changes, slow) {
			slow[l.Var] = true
		}
		if call, ok := s.(*loop.Call); ok {
			if c.paired(call) && c.replayed(call.Args[0], changes, slow) {
				call.Func = c.function(elementary.Chained[call.Func.Name])
			}
			return
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) { *e = c.replay(*e, changes, slow) })
	})
}

// replay replaces the calls whose arguments are of kept values.
func (c *chainer) replay(e *loop.Expr, changes, slow map[*loop.Var]bool) *loop.Expr {
	if !e.Has(1 << loop.PrimExpr) {
		return e
	}
	e = e.MapArgs(func(a *loop.Expr) *loop.Expr { return c.replay(a, changes, slow) })
	if e.Kind != loop.PrimExpr || elementary.Chained[e.Prim.Name] == "" || !c.replayed(e.Args[0], changes, slow) {
		return e
	}
	return loop.Prim(c.op(e.Prim), e.Args...)
}

// replayed reports whether something in an expression changes, and all of that is of kept values.
func (c *chainer) replayed(e *loop.Expr, changes, slow map[*loop.Var]bool) bool {
	some, all := false, true
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		switch {
		case e.Kind == loop.IndexExpr && e.Type == loop.RealType:
			r := c.array(e)
			some, all = some || c.kept[r], all && c.kept[r]
		case e.Kind == loop.VarExpr:
			some, all = some || slow[e.Var], all && (slow[e.Var] || !changes[e.Var])
		case e.Kind == loop.PrimExpr || e.Kind == loop.ConstExpr:
			for _, a := range e.Args {
				visit(a)
			}
		default:
			all = false
		}
	}
	visit(e)
	return some && all
}
