package translate

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// Generated functions make the slices that are nil in the struct of a gradient. Where such a call is translated, an
// assignment to the slice of a struct would cost what is known of its length and of views of it. So slices are made
// only in local variables into which the function itself puts none.

// bare reports whether x, a buffer that a call hands over, is such a variable, or its address.
func (d *derived) bare(x ast.Expr) bool {
	x = ast.Unparen(x)
	if a, ok := x.(*ast.UnaryExpr); ok && a.Op == token.AND {
		x = ast.Unparen(a.X)
	}
	id, ok := x.(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := d.pkg.Info.Uses[id].(*types.Var)
	if !ok || v.Parent() == nil || v.Parent() == v.Pkg().Scope() {
		return false
	}
	for _, decl := range d.file.Decls {
		if decl.Pos() <= d.e.Pos() && d.e.Pos() < decl.End() {
			b := &bareness{fn: d.fn, v: v}
			ast.Walk(b, decl)
			return b.declared && !b.filled
		}
	}
	return false
}

// bareness looks for the declaration of a variable as a zero value, and for what could put a slice into it.
type bareness struct {
	*fn
	v                *types.Var
	declared, filled bool
	path             []ast.Node
}

func (b *bareness) Visit(n ast.Node) ast.Visitor {
	if n == nil {
		b.path = b.path[:len(b.path)-1]
		return nil
	}
	b.path = append(b.path, n)
	if id, ok := n.(*ast.Ident); ok {
		switch {
		case b.pkg.Info.Defs[id] == b.v:
			b.declared = b.zeroAt(id)
		case b.pkg.Info.Uses[id] == b.v && !b.harmless():
			b.filled = true
		}
	}
	return b
}

// zeroAt reports whether the variable is declared at id with a value that has no slices.
func (b *bareness) zeroAt(id *ast.Ident) bool {
	switch p := b.path[len(b.path)-2].(type) {
	case *ast.ValueSpec:
		if len(p.Values) == 0 {
			return !isPointer(b.typeOf(id))
		}
		return len(p.Values) == len(p.Names) && b.zero(p.Values[slices.Index(p.Names, id)])
	case *ast.AssignStmt:
		return b.zeroFor(p, id)
	}
	return false
}

// zeroFor reports whether a statement assigns such a value to x.
func (b *bareness) zeroFor(p *ast.AssignStmt, x ast.Expr) bool {
	k := slices.Index(p.Lhs, x)
	return k >= 0 && len(p.Lhs) == len(p.Rhs) && b.zero(p.Rhs[k])
}

func isPointer(T types.Type) bool {
	_, ok := T.Underlying().(*types.Pointer)
	return ok
}

// zero reports whether x is new(T), or a literal, or the address of one, in which only numbers and bools are given.
func (b *bareness) zero(x ast.Expr) bool {
	x = ast.Unparen(x)
	if a, ok := x.(*ast.UnaryExpr); ok && a.Op == token.AND {
		x = ast.Unparen(a.X)
	}
	switch x := x.(type) {
	case *ast.CallExpr:
		fun, ok := ast.Unparen(x.Fun).(*ast.Ident)
		return ok && b.pkg.Info.Uses[fun] == types.Universe.Lookup("new")
	case *ast.CompositeLit:
		for _, e := range x.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				e = kv.Value
			}
			if !isScalar(b.typ(b.pkg.Info.TypeOf(e))) {
				return false
			}
		}
		return true
	}
	return false
}

// harmless reports whether the use of the variable at the end of the path puts no slice into it.
func (b *bareness) harmless() bool {
	k := len(b.path) - 1
	x, whole := b.path[k].(ast.Expr), true
	for ; b.leads(x, b.path[k-1]); k-- {
		x = b.path[k-1].(ast.Expr)
		if _, ok := x.(*ast.ParenExpr); !ok {
			whole = false
		}
	}
	p, number := b.path[k-1], isScalar(b.typ(b.pkg.Info.TypeOf(x)))
	if a, ok := p.(*ast.UnaryExpr); ok && a.Op == token.AND {
		return number || whole && b.derives(b.path[k-2])
	}
	if s, ok := p.(*ast.AssignStmt); ok && b.zeroFor(s, x) {
		return true
	}
	if isPointer(b.typeOf(x)) {
		return whole && b.derives(p)
	}
	switch p := p.(type) {
	case *ast.SelectorExpr: // a method, which may do anything
		return false
	case *ast.SliceExpr: // the elements of an array may be structs
		_, array := b.typeOf(x).Underlying().(*types.Array)
		return p.X != x || !array
	case *ast.AssignStmt:
		return number || !slices.Contains(p.Lhs, x)
	case *ast.RangeStmt:
		return number || p.X == x
	}
	return true
}

// leads reports whether p is a part of x, or what it points to.
func (b *bareness) leads(x ast.Expr, p ast.Node) bool {
	switch p := p.(type) {
	case *ast.ParenExpr, *ast.StarExpr:
		return true
	case *ast.SelectorExpr:
		s := b.pkg.Info.Selections[p]
		return s != nil && s.Kind() == types.FieldVal
	case *ast.IndexExpr:
		return p.X == x
	}
	return false
}

// derives reports whether a node is a call of what is generated.
func (b *bareness) derives(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	obj, _, _ := b.callee(ast.Unparen(call.Fun))
	if obj == nil {
		return false
	}
	_, a := b.askedFor(obj)
	return a != nil
}

// makeLike makes the slices that are nil in a struct, as long as those of another place.
func (d *derived) makeLike(to, like flow.Place, inside bool) {
	deref := flow.Step{Kind: flow.StepDeref, At: d.at(d.e)}
	if _, ok := to.Type().(*flow.Pointer); ok {
		if inside {
			return // which may be nil
		}
		to = extend(to, deref)
	}
	if _, ok := like.Type().(*flow.Pointer); ok {
		like = extend(like, deref)
	}
	length := func(p flow.Place) flow.Expr { return &flow.Len{X: &flow.Load{Place: p}} }
	each := func(elem flow.Type, n flow.Expr) {
		if isScalar(elem) {
			return
		}
		loop := &flow.Count{Idx: d.temp("i", flow.Int, d.e), N: n, At: d.at(d.e)}
		step := flow.Step{Kind: flow.StepIndex, Index: load(loop.Idx), At: d.at(d.e)}
		if loop.Body = d.block(func() { d.makeLike(extend(to, step), extend(like, step), inside) }); len(loop.Body) > 0 {
			d.emit(loop)
		}
	}
	switch t := to.Type().(type) {
	case *flow.Array:
		each(t.Elem, intLit(int64(t.Len)))
	case *flow.Slice:
		if !inside || !flow.Varies(t) {
			return
		}
		d.emit(&flow.If{
			Cond: d.op("ieq", flow.Bool, d.e, length(to), intLit(0)),
			Then: d.block(func() { d.assign(to, &flow.Make{Typ: t, Len: length(like), At: d.at(d.e)}, d.e) }),
			At:   d.at(d.e),
		})
		each(t.Elem, length(to))
	case *flow.Struct:
		for k, field := range t.Fields {
			if !field.Constant && flow.Varies(field.Type) {
				step := flow.Step{Kind: flow.StepField, Field: k}
				d.makeLike(extend(to, step), extend(like, step), true)
			}
		}
	case *flow.Basic, *flow.Pointer, *flow.FuncType:
	}
}
