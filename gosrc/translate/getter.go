package translate

import (
	"go/ast"
	"go/token"
	"go/types"
)

// steadyGetter reports whether a call of a function such as
//
//	func (m *Matrix) Rows() int { return len(m.data) / m.cols }
//
// gives the same value each time while the nodes run: the function only returns something made of fields and lengths
// of its parameters, and none of those fields is written meanwhile. The arguments are known to be invariant.
func (f *fn) steadyGetter(e *ast.CallExpr, nodes ...ast.Node) bool {
	obj := staticCallee(f.pkg, e.Fun)
	if obj == nil || isInterface(receiverType(obj)) {
		return false
	}
	p, decl := f.declOf(obj)
	if decl == nil || decl.Body == nil || len(decl.Body.List) != 1 {
		return false
	}
	ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return false
	}
	fields := map[string]bool{}
	if !getter(p, ret.Results[0], fields) {
		return false
	}
	if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok {
		if s := f.pkg.Info.Selections[sel]; s != nil && !f.steadyReceiver(sel.X, nodes...) {
			return false
		}
	}
	for obj, at := range f.use.fields {
		if fields[obj.Name()] && between(at, nodes...) {
			return false
		}
	}
	return !between(f.use.derefs, nodes...) && f.steadyHeaders(nodes...) && f.callsKeep(func(e *effects) bool {
		for name := range fields {
			if e.fields[name] {
				return false
			}
		}
		return true
	}, nodes...)
}

// steadyReceiver reports whether the variable that a method is called on is not assigned as a whole. Taking its address
// for other methods does no harm: what they write is known by its fields.
func (f *fn) steadyReceiver(e ast.Expr, nodes ...ast.Node) bool {
	if f.invariant(e, nodes...) {
		return true
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	obj := f.pkg.Info.Uses[id]
	return obj != nil && !f.use.wild[obj] && !between(f.use.assigned[obj], nodes...)
}

// getter reports whether an expression is made of parameters, fields, lengths and integers, and collects the fields.
func getter(p *pkgInfo, e ast.Expr, fields map[string]bool) bool {
	e = ast.Unparen(e)
	if p.Info.Types[e].Value != nil {
		return true
	}
	switch e := e.(type) {
	case *ast.Ident:
		v, ok := p.Info.Uses[e].(*types.Var)
		return ok && !isGlobal(v)
	case *ast.SelectorExpr:
		s := p.Info.Selections[e]
		if s == nil || s.Kind() != types.FieldVal {
			return false
		}
		fields[s.Obj().Name()] = true
		return getter(p, e.X, fields)
	case *ast.BinaryExpr:
		return e.Op != token.LAND && e.Op != token.LOR && getter(p, e.X, fields) && getter(p, e.Y, fields)
	case *ast.CallExpr:
		id, ok := ast.Unparen(e.Fun).(*ast.Ident)
		if !ok || len(e.Args) != 1 {
			return false
		}
		b, ok := p.Info.Uses[id].(*types.Builtin)
		return ok && b.Name() == "len" && !maybeMap(p.Info.TypeOf(e.Args[0])) && getter(p, e.Args[0], fields)
	}
	return false
}
