package mend

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// Generic makes the type of a parameter, which is an interface, a type parameter, and the directives of its function be
// about an instance of it. Who calls the function may go on: what can be assigned to the interface fits the parameter.
func (c *Change) Generic(x ast.Expr, inst string) {
	id, ok := ast.Unparen(x).(*ast.Ident)
	fd := c.Function(x)
	if !ok || fd == nil || !c.since("go1.18") || fd.Body == nil || fd.Doc == nil || fd.Recv != nil || fd.Type.TypeParams != nil || strings.ContainsAny(inst, " \t\n,/") {
		c.failed = true
		return
	}
	v, ok := c.Info.Uses[id].(*types.Var)
	var field *ast.Field
	k := 0
	for _, f := range fd.Type.Params.List {
		if field != nil {
			break
		}
		for _, name := range f.Names {
			if c.Info.Defs[name] == v {
				field = f
				break
			}
			k++
		}
	}
	if !ok || field == nil || len(field.Names) != 1 || !types.IsInterface(v.Type()) {
		c.failed = true
		return
	}
	name := c.Fresh(strings.ToUpper(id.Name[:1]))
	c.Insert(fd.Name.End(), "["+name+" "+c.Source(field.Type)+"]")
	c.Replace(field.Type.Pos(), field.Type.End(), name)
	c.uses(fd, v)
	directives := 0
	for _, l := range fd.Doc.List {
		if verb, ok := strings.CutPrefix(l.Text, "//chad:"); ok && asks(verb) {
			at := l.Pos() + token.Pos(len("//chad:")+len(strings.Fields(verb)[0]))
			c.Insert(at, " inst="+inst)
			directives++
		}
	}
	called := c.onlyCalled(fd, func(n ast.Node) bool {
		args := n.(*ast.CallExpr).Args
		if k >= len(args) {
			return false
		}
		tv := c.Info.Types[args[k]]
		return !tv.IsNil() && tv.Value == nil
	})
	if directives == 0 || !called || c.inTests(fd.Name.Name) {
		c.failed = true
	}
}

// asks reports whether a directive asks for a function.
func asks(directive string) bool {
	words := strings.Fields(directive)
	if len(words) == 0 {
		return false
	}
	switch words[0] {
	case "func", "grad", "vjp", "jvp", "jacobian", "hessian", "hvp":
		return true
	}
	return false
}

// uses looks at the uses of a parameter whose type becomes a type parameter: calls of its methods and arguments stay,
// assertions and switches want an interface, and all else might not compile.
func (c *Change) uses(fd *ast.FuncDecl, v *types.Var) {
	for id, obj := range c.Info.Uses {
		if obj != v {
			continue
		}
		path := c.Path(id)
		if len(path) < 2 {
			c.failed = true
			continue
		}
		switch in := path[1].(type) {
		case *ast.SelectorExpr:
		case *ast.CallExpr:
			if in.Fun == ast.Expr(id) {
				c.failed = true
			}
		case *ast.TypeAssertExpr:
			c.Insert(id.Pos(), "any(")
			c.Insert(id.End(), ")")
		default:
			c.failed = true
		}
	}
}
