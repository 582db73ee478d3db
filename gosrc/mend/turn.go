package mend

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// InTurn makes the goroutines of the function that a node is in calls, one after the other, and takes the WaitGroups out
// that wait for them. That is one of the orders in which they may run: nothing in them waits, locks or recovers.
func (c *Change) InTurn(at ast.Node) {
	fd := c.Function(at)
	if fd == nil || fd.Body == nil {
		c.failed = true
		return
	}
	w := &turn{Change: c, groups: map[types.Object]bool{}, known: map[*ast.Ident]bool{}, seen: map[*types.Func]bool{}}
	ast.Inspect(fd.Body, w.declaration)
	ast.Inspect(fd.Body, w.visit)
	ast.Inspect(fd.Body, w.rest)
}

type turn struct {
	*Change
	groups map[types.Object]bool // local variables of type sync.WaitGroup
	known  map[*ast.Ident]bool   // of the statements that go
	seen   map[*types.Func]bool
}

// declaration takes var wg sync.WaitGroup out.
func (w *turn) declaration(n ast.Node) bool {
	s, ok := n.(*ast.DeclStmt)
	if !ok {
		return true
	}
	g := s.Decl.(*ast.GenDecl)
	if g.Tok != token.VAR || len(g.Specs) != 1 {
		return true
	}
	spec := g.Specs[0].(*ast.ValueSpec)
	if len(spec.Names) != 1 || len(spec.Values) > 0 || !isWaitGroup(w.Info.TypeOf(spec.Type)) {
		return true
	}
	w.groups[w.Info.Defs[spec.Names[0]]] = true
	w.know(spec.Type)
	w.Remove(s)
	return false
}

func isWaitGroup(T types.Type) bool {
	n, ok := types.Unalias(T).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync" && n.Obj().Name() == "WaitGroup"
}

func (w *turn) know(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			w.known[id] = true
		}
		return true
	})
}

// ofGroup is the method of a WaitGroup that a call calls.
func (w *turn) ofGroup(call *ast.CallExpr) string {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	id, ok := sel.X.(*ast.Ident)
	if !ok || !w.groups[w.Info.Uses[id]] {
		return ""
	}
	return sel.Sel.Name
}

func (w *turn) visit(n ast.Node) bool {
	switch s := n.(type) {
	case *ast.GoStmt:
		w.Replace(s.Go, s.Call.Pos(), "")
	case *ast.DeferStmt:
		if w.ofGroup(s.Call) == "Done" {
			w.know(s.Call.Fun)
			w.Remove(s)
		}
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch method := w.ofGroup(call); {
		case method == "Done" || method == "Wait" || method == "Add" && w.idle(call.Args[0]):
			w.know(call.Fun)
			w.Remove(s)
		case method == "Go":
			lit, ok := call.Args[0].(*ast.FuncLit)
			if !ok {
				w.failed = true
				return true
			}
			w.know(call.Fun)
			w.Around(call, lit, "", "()")
		}
	}
	return true
}

// rest finds what makes the order of goroutines matter, or is more than waiting for them, in the function and those of
// the package that it names.
func (w *turn) rest(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.SendStmt, *ast.SelectStmt:
		w.failed = true
	case *ast.UnaryExpr:
		w.failed = w.failed || n.Op == token.ARROW
	case *ast.Ident:
		if !w.known[n] {
			w.names(w.Info.Uses[n])
		}
	}
	return !w.failed
}

// calm are packages of which no function waits.
var calm = []string{"cmp", "errors", "fmt", "log", "maps", "math", "math/bits", "math/cmplx", "slices", "sort", "strconv",
	"strings", "sync", "unicode"}

// names looks at what is named.
func (w *turn) names(obj types.Object) {
	switch obj := obj.(type) {
	case *types.Builtin:
		w.failed = w.failed || obj.Name() == "recover" || obj.Name() == "close"
	case *types.PkgName:
		w.failed = w.failed || !slices.Contains(calm, obj.Imported().Path())
	case *types.TypeName:
		w.failed = w.failed || obj.Pkg() != nil && obj.Pkg().Path() == "sync"
	case *types.Var:
		switch obj.Type().Underlying().(type) {
		case *types.Chan:
			w.failed = true
		case *types.Signature: // those of local variables are literals of the function
			w.failed = w.failed || obj.Kind() != types.LocalVar
		}
		w.failed = w.failed || w.groups[obj]
	case *types.Func:
		if recv := obj.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
			w.failed = true
			return
		}
		if obj.Pkg() == nil || obj.Pkg() != w.Types {
			w.failed = w.failed || obj.Pkg() != nil && !slices.Contains(calm, obj.Pkg().Path()) ||
				obj.Pkg() != nil && obj.Pkg().Path() == "sync"
			return
		}
		if w.seen[obj.Origin()] {
			return
		}
		w.seen[obj.Origin()] = true
		for _, file := range w.All {
			for _, d := range file.Decls {
				if fd, ok := d.(*ast.FuncDecl); ok && w.Info.Defs[fd.Name] == obj.Origin() {
					ast.Inspect(fd, w.rest)
				}
			}
		}
	}
}
