package mend

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// Untime takes out what measures the time that something takes and prints it: a variable with time.Now, which only
// calls that print use. The call is one of time.Now or time.Since.
func (c *Change) Untime(call *ast.CallExpr) {
	v, start := c.clock(call)
	if v == nil || start == nil {
		c.failed = true
		return
	}
	c.Remove(start)
	done := map[ast.Stmt]bool{}
	for id, obj := range c.Info.Uses {
		if obj != v {
			continue
		}
		s := c.Statement(id)
		var print *ast.CallExpr
		switch s := s.(type) {
		case *ast.ExprStmt:
			print, _ = s.X.(*ast.CallExpr)
		case *ast.DeferStmt:
			print = s.Call
		}
		if print == nil || !c.onlyTells(print, v) {
			c.failed = true
			return
		}
		if !done[s] {
			c.Remove(s)
		}
		done[s] = true
	}
}

// clock is the variable that holds when something began, and the statement that declares it.
func (c *Change) clock(call *ast.CallExpr) (*types.Var, ast.Stmt) {
	_, path, name := c.callee(call)
	if path == "time" && name == "Since" && len(call.Args) == 1 {
		id, ok := call.Args[0].(*ast.Ident)
		v, _ := c.Info.Uses[id].(*types.Var)
		if !ok || v == nil {
			return nil, nil
		}
		for def, obj := range c.Info.Defs {
			if obj == v {
				return v, c.beginning(c.Statement(def))
			}
		}
		return nil, nil
	}
	s := c.beginning(c.Statement(call))
	if s == nil {
		return nil, nil
	}
	v, _ := c.Info.Defs[s.Lhs[0].(*ast.Ident)].(*types.Var)
	return v, s
}

// beginning is a statement of the form v := time.Now(), nil for others.
func (c *Change) beginning(s ast.Stmt) *ast.AssignStmt {
	a, ok := s.(*ast.AssignStmt)
	if !ok || a.Tok != token.DEFINE || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
		return nil
	}
	if _, path, name := c.callee(a.Rhs[0]); path != "time" || name != "Now" {
		return nil
	}
	return a
}

// onlyTells reports whether a call prints, and its arguments do nothing else but ask how long something took.
func (c *Change) onlyTells(print *ast.CallExpr, v *types.Var) bool {
	_, path, name := c.callee(print)
	if path != "fmt" && path != "log" || !strings.HasPrefix(name, "Print") {
		return false
	}
	for _, a := range print.Args {
		since, path, name := c.callee(a)
		if path == "time" && name == "Since" && c.root(since.Args[0]) == v {
			continue
		}
		if !c.idle(a) {
			return false
		}
	}
	return true
}
