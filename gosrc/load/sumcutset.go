package load

import (
	"go/ast"
	"go/types"
	"slices"
)

// sets reports whether a statement of the loop sets one of the outputs, or elements of it: under its own name, under
// another that the loop gives to its memory, or by a function of the package that writes what it is given.
func (s *splitter) sets(st ast.Stmt) (found bool) {
	set := s.assigns(st)
	if slices.ContainsFunc(s.outputs, func(v *types.Var) bool { return set[v] }) {
		return true
	}
	if s.names == nil {
		s.nameOutputs()
	}
	element := func(x ast.Expr) {
		if _, whole := ast.Unparen(x).(*ast.Ident); !whole {
			found = found || s.names[s.rooted(x)]
		}
	}
	ast.Inspect(st, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				element(x)
			}
		case *ast.IncDecStmt:
			element(n.X)
		case *ast.CallExpr:
			for i, x := range n.Args {
				found = found || s.names[s.rooted(x)] && s.writes(n, i)
			}
		}
		return !found
	})
	return found
}

// nameOutputs finds the variables of the loop that are other names for the memory of outputs.
func (s *splitter) nameOutputs() {
	s.names = map[types.Object]bool{}
	for _, v := range s.outputs {
		s.names[v] = true
	}
	ast.Inspect(s.body, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Lhs) == len(a.Rhs) {
			for i, x := range a.Lhs {
				o := s.object(x)
				if t := s.info.TypeOf(x); o != nil && t != nil && refers(t, map[types.Type]bool{}) && s.names[s.rooted(a.Rhs[i])] {
					s.names[o] = true
				}
			}
		}
		return true
	})
}

// writes reports whether a call is of a function of the package that sets elements of its parameter i, or calls one
// that does.
func (s *splitter) writes(call *ast.CallExpr, i int) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	if b, ok := s.object(id).(*types.Builtin); ok {
		return i == 0 && (b.Name() == "copy" || b.Name() == "clear")
	}
	f, ok := s.info.Uses[id].(*types.Func)
	if !ok || f.Pkg() != s.p.Types || i >= f.Origin().Signature().Params().Len() {
		return false
	}
	param := f.Origin().Signature().Params().At(i)
	if !refers(param.Type(), map[types.Type]bool{}) {
		return false
	}
	if known, ok := s.written[param]; ok {
		return known
	}
	if s.written == nil {
		s.written = map[*types.Var]bool{}
	}
	s.written[param] = false // of a recursive one, what the rest says
	found := false
	element := func(x ast.Expr) {
		for whole := true; ; whole = false {
			switch t := ast.Unparen(x).(type) {
			case *ast.IndexExpr:
				x = t.X
			case *ast.SelectorExpr:
				x = t.X
			case *ast.StarExpr:
				x = t.X
			case *ast.SliceExpr:
				x = t.X
			default:
				found = found || !whole && s.object(t) == param
				return
			}
		}
	}
	for _, file := range s.p.Syntax {
		for _, d := range file.Decls {
			d, ok := d.(*ast.FuncDecl)
			if !ok || d.Body == nil || s.info.Defs[d.Name] != f.Origin() {
				continue
			}
			ast.Inspect(d.Body, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.AssignStmt:
					for _, x := range n.Lhs {
						element(x)
					}
				case *ast.IncDecStmt:
					element(n.X)
				case *ast.CallExpr:
					for k, x := range n.Args {
						found = found || s.object(x) == param && s.writes(n, k)
					}
				}
				return !found
			})
		}
	}
	s.written[param] = found
	return found
}
