package fromgo

import (
	"go/ast"
	"go/token"
	"go/types"
)

// fusable are the products of floats that Go may fuse with a sum on some machines: all that are neither converted
// nor factors. A division by a constant may be compiled as a product.
func (t *translator) fusable(f *ast.File) (out []*ast.BinaryExpr) {
	var stack []ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		e, ok := n.(*ast.BinaryExpr)
		if !ok || t.info.Types[e].Value != nil || e.Op != token.MUL && (e.Op != token.QUO || t.info.Types[e.Y].Value == nil) {
			return true
		}
		if b, ok := t.info.Types[e].Type.Underlying().(*types.Basic); !ok || b.Info()&types.IsFloat == 0 {
			return true
		}
		i := len(stack) - 2
		for ; i >= 0; i-- {
			if _, ok := stack[i].(*ast.ParenExpr); !ok {
				break
			}
		}
		switch p := stack[i].(type) {
		case *ast.BinaryExpr:
			if p.Op == token.MUL || p.Op == token.QUO {
				return true
			}
		case *ast.CallExpr:
			if id, ok := p.Fun.(*ast.Ident); ok && id.Name == "float64" {
				return true
			}
		}
		out = append(out, e)
		return true
	})
	return out
}
