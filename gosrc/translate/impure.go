package translate

import (
	"go/ast"
	"go/types"
	"strings"
)

// impure finds a use, in a declared function or in those of our modules that it mentions, of a function that is none of
// its arguments; nil if there is none.
func (t *translator) impure(obj *types.Func, seen map[*ast.FuncDecl]bool) (in *pkgInfo, at ast.Node, name string) {
	p, decl := t.declOf(obj)
	if decl == nil || decl.Body == nil || seen[decl] {
		return nil, nil, ""
	}
	seen[decl] = true
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		var called *types.Func
		switch n := n.(type) {
		case *ast.SelectorExpr:
			called, _ = p.Info.Uses[n.Sel].(*types.Func)
		case *ast.Ident:
			called, _ = p.Info.Uses[n].(*types.Func)
		}
		switch {
		case at != nil || called == nil:
		case isImpure(p, n, called):
			in, at, name = p, n, called.Pkg().Name()+"."+funcName(called)
		default:
			in, at, name = t.impure(called.Origin(), seen)
		}
		return at == nil
	})
	return in, at, name
}

// isImpure reports whether a function that n mentions is none of its arguments: it asks what time it is, or draws
// random numbers from a source that all share, or that is a package variable.
func isImpure(p *pkgInfo, n ast.Node, obj *types.Func) bool {
	if obj.Pkg() == nil || obj.Pkg() == p.Types {
		return false
	}
	switch obj.Pkg().Path() {
	case "time":
		return obj.Name() == "Now" || obj.Name() == "Since" || obj.Name() == "Until"
	case "math/rand", "math/rand/v2", "crypto/rand":
	default:
		return false
	}
	if obj.Signature().Recv() == nil {
		return !strings.HasPrefix(obj.Name(), "New")
	}
	shared := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			v, isVar := p.Info.Uses[id].(*types.Var)
			shared = shared || isVar && v.Parent() == v.Pkg().Scope()
		}
		return !shared
	})
	return shared
}
