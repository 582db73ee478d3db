package edit

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// A Cloner copies statements with new variables for those that they declare.
type Cloner struct {
	// As says what stands for a variable. Operations on constants are folded.
	As map[*loop.Var]*loop.Expr
	In *facts.Info // of the original
	// Cond, if not nil, is a condition that is known to hold, or not to.
	Cond  *loop.Expr
	Holds bool // whether it does
}

// Expr is the copy of an expression.
func (c *Cloner) Expr(e *loop.Expr) *loop.Expr {
	if e.Kind == loop.VarExpr {
		if x := c.As[e.Var]; x != nil {
			return x
		}
		return e
	}
	if c.Cond != nil && e.Type == loop.BoolType && loop.Equal(e, c.Cond) {
		return loop.BoolConst(c.Holds)
	}
	n := e.MapArgs(c.Expr)
	if n == e {
		return e
	}
	return Fold(n)
}

func (c *Cloner) exprs(es []*loop.Expr) []*loop.Expr {
	out := make([]*loop.Expr, len(es))
	for i, e := range es {
		out[i] = c.Expr(e)
	}
	return out
}

func (c *Cloner) declare(v *loop.Var) *loop.Var {
	if v == nil {
		return nil
	}
	w := loop.NewVar(v.Name, v.Type)
	if v.Flat != nil {
		w.Flat = c.exprs(v.Flat)
	}
	if c.In != nil { // what is copied may be copied again
		c.In.Alike(w, v)
	}
	c.As[v] = loop.Use(w)
	return w
}

// Block is the copy of a block.
func (c *Cloner) Block(block []loop.Stmt) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(block))
	for _, s := range block {
		if b, ok := s.(*loop.If); ok {
			if cond := c.Expr(b.Cond); cond.IsConst() {
				if cond.I != 0 {
					out = append(out, c.Block(b.Then)...)
				} else {
					out = append(out, c.Block(b.Else)...)
				}
				continue
			}
		}
		out = append(out, c.Stmt(s))
	}
	return out
}

// Stmt is the copy of a statement.
func (c *Cloner) Stmt(s loop.Stmt) loop.Stmt {
	switch s := s.(type) {
	case *loop.Let:
		l := &loop.Let{Rhs: c.Expr(s.Rhs)}
		l.Var = c.declare(s.Var)
		if l.Rhs.IsConst() && s.Var.Type == loop.IntType && !c.In.Mutable(s.Var) {
			c.As[s.Var] = l.Rhs
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
		return &loop.AddTo{Lhs: c.Expr(s.Lhs), Rhs: c.Expr(s.Rhs), Free: s.Free}
	case *loop.Copy:
		return &loop.Copy{Dst: c.Expr(s.Dst), Src: c.Expr(s.Src)}
	case *loop.Clear:
		return &loop.Clear{Dst: c.Expr(s.Dst)}
	case *loop.Append:
		return &loop.Append{Var: c.Expr(loop.Use(s.Var)).Var, Val: c.Expr(s.Val)}
	case *loop.For:
		n := c.Expr(s.N)
		v := c.declare(s.Var)
		return &loop.For{Var: v, N: n, Down: s.Down, Vector: s.Vector, Body: c.Block(s.Body)}
	case *loop.While:
		head := c.Block(s.Head)
		return &loop.While{Head: head, Cond: c.Expr(s.Cond), Body: c.Block(s.Body)}
	case *loop.If:
		return &loop.If{Cond: c.Expr(s.Cond), Then: c.Block(s.Then), Else: c.Block(s.Else)}
	case *loop.Switch:
		t := &loop.Switch{Tag: c.Expr(s.Tag)}
		for _, b := range s.Cases {
			t.Cases = append(t.Cases, c.Block(b))
		}
		return t
	case *loop.Call:
		t := &loop.Call{Func: s.Func, Args: c.exprs(s.Args)}
		for _, v := range s.Vars {
			t.Vars = append(t.Vars, c.declare(v))
		}
		return t
	case *loop.Check:
		t := &loop.Check{Cond: c.Expr(s.Cond), Given: s.Given, Text: s.Text, Name: s.Name, Index: s.Index}
		if s.Got != nil {
			t.Got, t.Want = c.Expr(s.Got), c.Expr(s.Want)
		}
		return t
	}
	panic("edit: unknown statement")
}
