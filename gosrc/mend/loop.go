package mend

import (
	"go/ast"
	"go/token"
	"go/types"
)

// loops are the loops around a node in its function or function literal, the inner one first.
func (c *Change) loops(n ast.Node) (out []ast.Stmt) {
	for _, m := range c.Path(n) {
		switch m := m.(type) {
		case *ast.ForStmt:
			out = append(out, m)
		case *ast.RangeStmt:
			out = append(out, m)
		case *ast.FuncLit, *ast.FuncDecl:
			return out
		}
	}
	return out
}

// DeferOnce collects what a defer statement in a loop defers in a slice, of which one call deferred before the loop calls
// all from the last to the first.
func (c *Change) DeferOnce(s *ast.DeferStmt) {
	loops := c.loops(s)
	if len(loops) == 0 || len(s.Call.Args) > 0 || c.jumps(s) || c.hasOther(loops[len(loops)-1], s) {
		c.failed = true
		return
	}
	lit, literal := s.Call.Fun.(*ast.FuncLit)
	id, named := s.Call.Fun.(*ast.Ident)
	_, declared := c.Info.Uses[id].(*types.Func)
	if !literal && !(named && declared) || c.recovers(s) {
		c.failed = true
		return
	}
	if sig, ok := c.Info.TypeOf(s.Call.Fun).(*types.Signature); !ok || sig.Results().Len() > 0 {
		c.failed = true
		return
	}
	outer := c.Statement(loops[len(loops)-1])
	if outer == nil {
		return
	}
	list, f := c.Fresh("deferred"), c.Fresh("i")
	nl := c.Newline() + c.Indent(outer.Pos())
	c.Insert(outer.Pos(), "var "+list+" []func()"+nl+
		"defer func() {"+nl+
		"\tfor "+f+" := len("+list+") - 1; "+f+" >= 0; "+f+"-- {"+nl+
		"\t\t"+list+"["+f+"]()"+nl+
		"\t}"+nl+
		"}()"+nl)
	c.Replace(s.Pos(), s.Call.Fun.Pos(), list+" = append("+list+", ")
	var fun ast.Node = lit
	if !literal {
		fun = id
	}
	c.Replace(fun.End(), s.End(), ")")
}

// jumps reports whether the function around a node has a goto, which may not pass a new variable.
func (c *Change) jumps(at ast.Node) (found bool) {
	fd := c.Function(at)
	if fd == nil {
		return true
	}
	ast.Inspect(fd, func(n ast.Node) bool {
		b, ok := n.(*ast.BranchStmt)
		found = found || ok && b.Tok == token.GOTO
		return !found
	})
	return found
}

// hasOther reports whether a loop has another defer statement of the same function, whose calls would no longer come
// between.
func (c *Change) hasOther(loop ast.Node, s *ast.DeferStmt) (found bool) {
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			found = found || n != s
		}
		return true
	})
	return found
}

// recovers reports whether a node names recover.
func (c *Change) recovers(n ast.Node) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == "recover"
		return true
	})
	return found
}

// RangeSlices makes the loops over slices.Values and slices.All that a node is in loops over the slices themselves.
func (c *Change) RangeSlices(at ast.Node) {
	for _, l := range c.loops(at) {
		s, ok := l.(*ast.RangeStmt)
		if !ok {
			continue
		}
		if _, over := c.Info.TypeOf(s.X).Underlying().(*types.Signature); !over {
			continue
		}
		call, path, name := c.callee(s.X)
		if path != "slices" || name != "Values" && name != "All" || len(call.Args) != 1 {
			c.failed = true
			return
		}
		if name == "Values" && s.Key != nil {
			c.Insert(s.Key.Pos(), "_, ")
		}
		before, after := "", ""
		if _, literal := call.Args[0].(*ast.CompositeLit); literal {
			before, after = "(", ")"
		}
		c.Around(s.X, call.Args[0], before, after)
	}
}

// SortedKeys makes a loop over a map one over its keys in their order. Nothing in the loop changes the map.
func (c *Change) SortedKeys(s *ast.RangeStmt) {
	m, ok := c.Info.TypeOf(s.X).Underlying().(*types.Map)
	if !ok {
		c.failed = true
		return
	}
	key, ok := m.Key().Underlying().(*types.Basic)
	if !ok || key.Info()&(types.IsInteger|types.IsString) == 0 || s.Tok != token.DEFINE || !steady(s.X) || c.assigns(s.Body, s.X) {
		c.failed = true
		return
	}
	k := c.Fresh("key")
	if id, ok := s.Key.(*ast.Ident); ok && id.Name != "_" {
		k = id.Name
	}
	text := c.Source(s.X)
	c.Replace(s.Key.Pos(), s.X.End(), "_, "+k+" := range "+c.Package("slices", s.Pos())+".Sorted("+
		c.Package("maps", s.Pos())+".Keys("+text+"))")
	v, ok := s.Value.(*ast.Ident)
	if !ok || v.Name == "_" {
		return
	}
	if v.Name == k {
		c.failed = true
	}
	c.Insert(s.Body.Lbrace+1, c.Newline()+c.Indent(s.Pos())+"\t"+v.Name+" := "+text+"["+k+"]")
	if len(s.Body.List) > 0 && c.lineOf(s.Body.List[0].Pos()) == c.lineOf(s.Body.Lbrace) {
		c.edits[len(c.edits)-1].New += c.Newline() + c.Indent(s.Pos()) + "\t"
	}
}

// assigns reports whether a body assigns to the variable that an expression begins with, or declares one of its name.
func (c *Change) assigns(body ast.Node, e ast.Expr) (found bool) {
	for {
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		if !ok {
			break
		}
		e = sel.X
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return true
	}
	obj := c.Info.Uses[id]
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				found = found || c.root(l) == obj && !c.indexed(l)
			}
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && c.root(n.X) == obj
		}
		return true
	})
	return found
}

// root is the variable that a place begins with.
func (c *Change) root(e ast.Expr) types.Object {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			return c.Info.Uses[x]
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// indexed reports whether a place is an element of something.
func (c *Change) indexed(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.IndexExpr)
	return ok
}
