package mend

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// idle reports whether an expression can be left out: its evaluation can neither fail nor change anything.
func (c *Change) idle(e ast.Expr) bool {
	if tv, ok := c.Info.Types[e]; ok && (tv.Value != nil || tv.IsType()) {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.FuncLit:
		return true
	case *ast.SelectorExpr:
		if c.Info.Selections[e] == nil { // of a package
			return true
		}
		_, pointer := c.Info.TypeOf(e.X).Underlying().(*types.Pointer)
		return !pointer && c.Info.Selections[e].Kind() == types.FieldVal && !c.Info.Selections[e].Indirect() && c.idle(e.X)
	case *ast.UnaryExpr:
		return e.Op != token.ARROW && c.idle(e.X)
	case *ast.BinaryExpr:
		b, ok := c.Info.TypeOf(e.X).Underlying().(*types.Basic)
		real := ok && b.Info()&(types.IsFloat|types.IsComplex) != 0
		switch e.Op {
		case token.QUO, token.REM, token.SHL, token.SHR, token.EQL, token.NEQ: // of ints and interfaces, they may fail
			if !real {
				return false
			}
		}
		return c.idle(e.X) && c.idle(e.Y)
	case *ast.CallExpr:
		if !c.idleCall(e) {
			return false
		}
		for _, a := range e.Args {
			if !c.idle(a) {
				return false
			}
		}
		return true
	}
	return false
}

// idleCall reports whether a call of a function, or a conversion, cannot fail and changes nothing.
func (c *Change) idleCall(e *ast.CallExpr) bool {
	fun := ast.Unparen(e.Fun)
	switch tv := c.Info.Types[fun]; {
	case tv.IsType():
		_, toBasic := tv.Type.Underlying().(*types.Basic)
		return toBasic
	case tv.IsBuiltin():
		id, ok := fun.(*ast.Ident)
		return ok && (id.Name == "len" || id.Name == "cap" || id.Name == "min" || id.Name == "max")
	}
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	f, ok := c.Info.Uses[sel.Sel].(*types.Func)
	return ok && f.Pkg() != nil && f.Pkg().Path() == "math" && f.Signature().Recv() == nil
}

// isConst reports whether an expression is a constant int.
func (c *Change) isConst(e ast.Expr, n int64) bool {
	v := c.Info.Types[e].Value
	if v == nil || v.Kind() != constant.Int {
		return false
	}
	m, ok := constant.Int64Val(v)
	return ok && m == n
}

// steady reports whether an expression gives the same when it is evaluated once more: it is a variable or a field.
func steady(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return steady(e.X)
	}
	return false
}

// callee is the function of a package that a call names, with its path and name; both are empty for others.
func (c *Change) callee(e ast.Expr) (call *ast.CallExpr, path, name string) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return nil, "", ""
	}
	fun := ast.Unparen(call.Fun)
	if x, ok := fun.(*ast.IndexExpr); ok {
		fun = x.X
	}
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return call, "", ""
	}
	f, ok := c.Info.Uses[sel.Sel].(*types.Func)
	if !ok || f.Pkg() == nil || f.Signature().Recv() != nil {
		return call, "", ""
	}
	return call, f.Pkg().Path(), f.Name()
}

// within reports whether a node is in another.
func within(n, in ast.Node) bool { return in.Pos() <= n.Pos() && n.End() <= in.End() }
