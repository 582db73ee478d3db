package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// A cloner copies statements with new variables for those that they declare.
type cloner struct {
	// as says what stands for a variable. Operations on constants are folded.
	as map[*loop.Var]*loop.Expr
	in *facts.Info // of the original
	// cond, if not nil, is a condition that is known to hold, or not to.
	cond  *loop.Expr
	holds bool
}

func (c *cloner) expr(e *loop.Expr) *loop.Expr {
	if e.Kind == loop.VarExpr {
		if x := c.as[e.Var]; x != nil {
			return x
		}
		return e
	}
	if c.cond != nil && e.Type == loop.BoolType && loop.Equal(e, c.cond) {
		return loop.BoolConst(c.holds)
	}
	n := e.MapArgs(c.expr)
	if n == e {
		return e
	}
	return fold(n)
}

func (c *cloner) exprs(es []*loop.Expr) []*loop.Expr {
	out := make([]*loop.Expr, len(es))
	for i, e := range es {
		out[i] = c.expr(e)
	}
	return out
}

func (c *cloner) declare(v *loop.Var) *loop.Var {
	if v == nil {
		return nil
	}
	w := loop.NewVar(v.Name, v.Type)
	if v.Flat != nil {
		w.Flat = c.exprs(v.Flat)
	}
	if c.in != nil { // what is copied may be copied again
		c.in.Alike(w, v)
	}
	c.as[v] = loop.Use(w)
	return w
}

func (c *cloner) block(block []loop.Stmt) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(block))
	for _, s := range block {
		if b, ok := s.(*loop.If); ok {
			if cond := c.expr(b.Cond); cond.IsConst() {
				if cond.I != 0 {
					out = append(out, c.block(b.Then)...)
				} else {
					out = append(out, c.block(b.Else)...)
				}
				continue
			}
		}
		out = append(out, c.stmt(s))
	}
	return out
}

func (c *cloner) stmt(s loop.Stmt) loop.Stmt {
	switch s := s.(type) {
	case *loop.Let:
		l := &loop.Let{Rhs: c.expr(s.Rhs)}
		l.Var = c.declare(s.Var)
		if l.Rhs.IsConst() && s.Var.Type == loop.IntType && !c.in.Mutable(s.Var) {
			c.as[s.Var] = l.Rhs
		}
		return l
	case *loop.Alloc:
		dims := c.exprs(s.Dims)
		return &loop.Alloc{Var: c.declare(s.Var), Dims: dims, Dirty: s.Dirty}
	case *loop.NewCell:
		fields := c.exprs(s.Fields)
		return &loop.NewCell{Var: c.declare(s.Var), Ctor: s.Ctor, Fields: fields}
	case *loop.Assign:
		return &loop.Assign{Lhs: c.exprs(s.Lhs), Rhs: c.exprs(s.Rhs)}
	case *loop.AddTo:
		return &loop.AddTo{Lhs: c.expr(s.Lhs), Rhs: c.expr(s.Rhs), Free: s.Free}
	case *loop.Copy:
		return &loop.Copy{Dst: c.expr(s.Dst), Src: c.expr(s.Src)}
	case *loop.Clear:
		return &loop.Clear{Dst: c.expr(s.Dst)}
	case *loop.Append:
		return &loop.Append{Var: c.expr(loop.Use(s.Var)).Var, Val: c.expr(s.Val)}
	case *loop.For:
		n := c.expr(s.N)
		v := c.declare(s.Var)
		return &loop.For{Var: v, N: n, Down: s.Down, Vector: s.Vector, Body: c.block(s.Body)}
	case *loop.While:
		head := c.block(s.Head)
		return &loop.While{Head: head, Cond: c.expr(s.Cond), Body: c.block(s.Body)}
	case *loop.If:
		return &loop.If{Cond: c.expr(s.Cond), Then: c.block(s.Then), Else: c.block(s.Else)}
	case *loop.Switch:
		t := &loop.Switch{Tag: c.expr(s.Tag)}
		for _, b := range s.Cases {
			t.Cases = append(t.Cases, c.block(b))
		}
		return t
	case *loop.Call:
		t := &loop.Call{Func: s.Func, Args: c.exprs(s.Args)}
		for _, v := range s.Vars {
			t.Vars = append(t.Vars, c.declare(v))
		}
		return t
	case *loop.Check:
		t := &loop.Check{Cond: c.expr(s.Cond), Given: s.Given, Text: s.Text, Name: s.Name, Index: s.Index}
		if s.Got != nil {
			t.Got, t.Want = c.expr(s.Got), c.expr(s.Want)
		}
		return t
	}
	panic("opt: unknown statement")
}
