package mend

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// Unattach is the title of fixes that take a //chad:derivative line out above a derivative that does not fit.
const Unattach = "leave the derivative out: chad makes one"

// Line takes what is between two places out, with the line if nothing else is on it.
func (c *Change) Line(from, to token.Pos) { c.removeLine(from, to) }

// Directive takes the //chad: line with a verb out of a comment.
func (c *Change) Directive(doc *ast.CommentGroup, verb string) {
	if doc == nil {
		c.failed = true
		return
	}
	for _, l := range doc.List {
		if words := strings.Fields(l.Text); len(words) > 0 && words[0] == "//chad:"+verb {
			c.removeLine(l.Pos(), l.End())
		}
	}
}

// alone is the statement that an expression is by itself, in a list.
func (c *Change) alone(e ast.Expr) *ast.ExprStmt {
	s, ok := c.Statement(e).(*ast.ExprStmt)
	if !ok || ast.Unparen(s.X) != e {
		c.failed = true
		return nil
	}
	return s
}

// Unprint takes a call that prints out. Of its arguments those stay, in assignments to _, whose evaluation may fail or
// do something, and those that hold the only use of a variable.
func (c *Change) Unprint(call *ast.CallExpr, args []ast.Expr) {
	s := c.alone(call)
	if s == nil {
		return
	}
	var stay []string
	for _, a := range args {
		if !c.idle(a) || c.lastUse(a, call) {
			blanks := "_"
			if t, ok := c.Info.TypeOf(a).(*types.Tuple); ok { // of a call that gives all arguments
				blanks += strings.Repeat(", _", t.Len()-1)
			}
			stay = append(stay, blanks+" = "+c.Source(a))
		}
	}
	if len(stay) == 0 {
		c.Remove(s)
		return
	}
	c.Replace(s.Pos(), s.End(), strings.Join(stay, c.Newline()+c.Indent(s.Pos())))
}

// lastUse reports whether an expression has a local variable that is used nowhere outside of a node.
func (c *Change) lastUse(e ast.Expr, in ast.Node) (last bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := c.Info.Uses[id].(*types.Var)
		if !ok || v.IsField() || !c.local(v) {
			return true
		}
		assigned, elsewhere := c.assigned(), false
		for id, obj := range c.Info.Uses {
			elsewhere = elsewhere || obj == v && !within(id, in) && !assigned[id]
		}
		last = last || !elsewhere
		return true
	})
	return last
}

// assigned are the names that assignments only write.
func (c *Change) assigned() map[*ast.Ident]bool {
	out := map[*ast.Ident]bool{}
	ast.Inspect(c.Syntax, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, e := range a.Lhs {
				if id, ok := e.(*ast.Ident); ok {
					out[id] = true
				}
			}
		}
		return true
	})
	return out
}

// Unrecover takes a call of recover out, in a function with results that nothing defers: there it gives nil and does
// nothing.
func (c *Change) Unrecover(call *ast.CallExpr) {
	s := c.alone(call)
	fd := c.Function(call)
	if s == nil || fd == nil || fd.Type.Results == nil || c.literal(call) != nil || !c.onlyCalled(fd, func(ast.Node) bool { return true }) {
		c.failed = true
		return
	}
	c.Remove(s)
}

// literal is the function literal that a node is in, nil for none.
func (c *Change) literal(n ast.Node) *ast.FuncLit {
	for _, m := range c.Path(n) {
		if l, ok := m.(*ast.FuncLit); ok && ast.Node(l) != n {
			return l
		}
	}
	return nil
}

// onlyCalled reports whether the package names a function only where it calls it, not in go and defer statements, and
// whether each call will do.
func (c *Change) onlyCalled(fd *ast.FuncDecl, will func(call ast.Node) bool) bool {
	obj := c.Info.Defs[fd.Name]
	calls := map[*ast.Ident]*ast.CallExpr{}
	for _, file := range c.All {
		late := map[*ast.CallExpr]bool{}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.DeferStmt:
				late[n.Call] = true
			case *ast.GoStmt:
				late[n.Call] = true
			case *ast.CallExpr:
				if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && !late[n] {
					calls[id] = n
				}
			}
			return true
		})
	}
	for id, o := range c.Info.Uses {
		if o == obj && (calls[id] == nil || !will(calls[id])) {
			return false
		}
	}
	return true
}

// OnlyDefault takes the select away of a select statement that has nothing but a default.
func (c *Change) OnlyDefault(s *ast.SelectStmt) {
	if len(s.Body.List) != 1 || c.breaks(s) {
		c.failed = true
		return
	}
	clause := s.Body.List[0].(*ast.CommClause)
	if clause.Comm != nil {
		c.failed = true
		return
	}
	c.Replace(s.Pos(), clause.Colon+1, "{")
}

// breaks reports whether a break without a label in a select leaves it, or the statement may have a label.
func (c *Change) breaks(s *ast.SelectStmt) (found bool) {
	if path := c.Path(s); len(path) < 2 || !inList(path[1], s) {
		return true
	}
	ast.Inspect(s.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BranchStmt:
			found = found || n.Tok == token.BREAK && n.Label == nil
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.FuncLit:
			return false
		}
		return true
	})
	return found
}

// Unwrite takes all writes to a package variable out of the function that an identifier is in, where nothing in the
// package reads it and nothing outside can.
func (c *Change) Unwrite(id *ast.Ident, v *types.Var) {
	fd := c.Function(id)
	if fd == nil || v.Exported() || v.Pkg() != c.Types || v.Parent() != c.Types.Scope() || c.linked(v.Name()) || c.inTests(v.Name()) {
		c.failed = true
		return
	}
	writes := map[*ast.Ident]ast.Stmt{}
	for _, file := range c.All {
		ast.Inspect(file, func(n ast.Node) bool {
			switch s := n.(type) {
			case *ast.IncDecStmt:
				if id, ok := s.X.(*ast.Ident); ok {
					writes[id] = s
				}
			case *ast.AssignStmt:
				if id, ok := s.Lhs[0].(*ast.Ident); ok && len(s.Lhs) == 1 && c.idle(s.Rhs[0]) && s.Tok != token.SHL_ASSIGN &&
					s.Tok != token.SHR_ASSIGN && s.Tok != token.QUO_ASSIGN && s.Tok != token.REM_ASSIGN {
					writes[id] = s
				}
			}
			return true
		})
	}
	for use, obj := range c.Info.Uses {
		if obj != v {
			continue
		}
		switch s := writes[use]; {
		case s == nil:
			c.failed = true
		case within(s, fd):
			c.Remove(s)
		}
	}
}

// linked reports whether a //go:linkname or C code may know a name of the package.
func (c *Change) linked(name string) bool {
	return bytes.Contains(c.Text, []byte("//go:linkname "+name)) || bytes.Contains(c.Text, []byte(`import "C"`))
}
