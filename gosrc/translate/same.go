package translate

import (
	"go/ast"
	"go/token"
	"go/types"
)

// same reports whether two expressions are written alike and have the same value, one evaluated right after the other:
// they read and compute, and call nothing but conversions and functions of numbers.
func (f *fn) same(a, b ast.Expr) bool {
	switch a := ast.Unparen(a).(type) {
	case *ast.Ident:
		b, ok := ast.Unparen(b).(*ast.Ident)
		return ok && f.pkg.Info.ObjectOf(a) == f.pkg.Info.ObjectOf(b)
	case *ast.BasicLit:
		b, ok := ast.Unparen(b).(*ast.BasicLit)
		return ok && a.Kind == b.Kind && a.Value == b.Value
	case *ast.SelectorExpr:
		b, ok := ast.Unparen(b).(*ast.SelectorExpr)
		return ok && f.pkg.Info.ObjectOf(a.Sel) == f.pkg.Info.ObjectOf(b.Sel) && f.same(a.X, b.X)
	case *ast.StarExpr:
		b, ok := ast.Unparen(b).(*ast.StarExpr)
		return ok && f.same(a.X, b.X)
	case *ast.UnaryExpr:
		b, ok := ast.Unparen(b).(*ast.UnaryExpr)
		return ok && a.Op == b.Op && a.Op != token.AND && a.Op != token.ARROW && f.same(a.X, b.X)
	case *ast.BinaryExpr:
		b, ok := ast.Unparen(b).(*ast.BinaryExpr)
		return ok && a.Op == b.Op && f.same(a.X, b.X) && f.same(a.Y, b.Y)
	case *ast.IndexExpr:
		b, ok := ast.Unparen(b).(*ast.IndexExpr)
		return ok && f.same(a.X, b.X) && f.same(a.Index, b.Index)
	case *ast.CompositeLit:
		b, ok := ast.Unparen(b).(*ast.CompositeLit)
		return ok && types.Identical(f.typeOf(a), f.typeOf(b)) && f.sameList(a.Elts, b.Elts)
	case *ast.KeyValueExpr:
		b, ok := b.(*ast.KeyValueExpr)
		return ok && f.same(a.Key, b.Key) && f.same(a.Value, b.Value)
	case *ast.CallExpr:
		b, ok := ast.Unparen(b).(*ast.CallExpr)
		return ok && f.computes(a) && f.computes(b) && f.same(a.Fun, b.Fun) && f.sameList(a.Args, b.Args)
	case *ast.ArrayType:
		b, ok := ast.Unparen(b).(*ast.ArrayType)
		return ok && types.Identical(f.typeOf(a), f.typeOf(b))
	}
	return false
}

func (f *fn) sameList(a, b []ast.Expr) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !f.same(a[i], b[i]) {
			return false
		}
	}
	return true
}

// computes reports whether a call is a conversion, or of a function that depends on its arguments alone and changes
// nothing.
func (f *fn) computes(c *ast.CallExpr) bool {
	if f.pkg.Info.Types[c.Fun].IsType() {
		return true
	}
	if name, ok := f.builtin(c.Fun); ok {
		return name == "len" || name == "cap" || name == "min" || name == "max"
	}
	obj := staticCallee(f.pkg, c.Fun)
	return obj != nil && f.numeric(obj)
}

// numeric reports whether a function of this package, or of package math, gets and gives numbers only: then its results
// depend on nothing else, as nothing writes package variables.
func (f *fn) numeric(obj *types.Func) bool {
	if obj.Pkg() == nil || obj.Pkg() != f.pkg.Types && obj.Pkg().Path() != "math" || obj.Signature().Recv() != nil {
		return false
	}
	for _, vs := range []*types.Tuple{obj.Signature().Params(), obj.Signature().Results()} {
		for v := range vs.Variables() {
			if b, ok := v.Type().Underlying().(*types.Basic); !ok || b.Info()&(types.IsNumeric|types.IsBoolean) == 0 {
				return false
			}
		}
	}
	return true
}
