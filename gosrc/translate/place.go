package translate

import (
	"go/ast"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// place is where the value of an expression is. What is no variable in Go (the result of a call, a literal) is stored
// in a temporary first.
func (f *fn) place(e ast.Expr) flow.Place {
	e = ast.Unparen(e)
	switch e := e.(type) {
	case *ast.Ident:
		if v := f.variable(e, e); v != nil {
			return flow.Place{Var: v}
		}
	case *ast.SelectorExpr:
		if sel := f.pkg.Info.Selections[e]; sel != nil && sel.Kind() == types.FieldVal {
			p, _ := f.fields(e.X, sel.Index())
			return p
		}
		if v := f.variable(e.Sel, e); v != nil {
			return flow.Place{Var: v}
		}
	case *ast.IndexExpr:
		if p, ok := f.element(e); ok {
			return p
		}
	case *ast.StarExpr:
		if p, ok := f.pointer(e.X); ok {
			return p
		}
	}
	return flow.Place{Var: f.store(f.expr(e), e)}
}

// pointer is the place that a pointer points to.
func (f *fn) pointer(e ast.Expr) (flow.Place, bool) {
	p := f.through(e)
	if _, ok := p.Type().(*flow.Pointer); !ok {
		return p, false
	}
	return extend(p, flow.Step{Kind: flow.StepDeref, At: f.at(e)}), true
}

// variable is the flow variable of an identifier that names a variable, or nil; at is what a message points at.
func (f *fn) variable(id *ast.Ident, at ast.Expr) *flow.Var {
	obj, ok := f.pkg.Info.ObjectOf(id).(*types.Var)
	if !ok {
		return nil
	}
	if v := f.lookup(obj); v != nil {
		return v
	}
	if obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope() {
		return f.global(obj, id, at)
	}
	return f.declare(obj) // an opaque variable, or one whose declaration was refused
}

// fields walks from x along the fields of a selection, through embedded pointers.
func (f *fn) fields(x ast.Expr, index []int) (flow.Place, bool) {
	walk := f.place
	if len(index) > 0 {
		walk = f.through
	}
	p := walk(x)
	for _, i := range index {
		if _, ok := p.Type().(*flow.Pointer); ok {
			p = extend(p, flow.Step{Kind: flow.StepDeref, At: f.at(x)})
		}
		st, ok := p.Type().(*flow.Struct)
		if !ok || i >= len(st.Fields) {
			f.refuse(x, "opaque-value", "%s is not known to the derivative, and so are not its fields", f.describe(x))
			return flow.Place{Var: f.temp("bad", flow.OpaqueT, x)}, false
		}
		p = extend(p, flow.Step{Kind: flow.StepField, Field: i, At: f.at(x)})
	}
	return p, true
}

// element is the place x[i] of a slice, an array or a pointer to one.
func (f *fn) element(e *ast.IndexExpr) (flow.Place, bool) {
	switch u := f.typeOf(e.X).Underlying().(type) {
	case *types.Slice, *types.Array:
	case *types.Basic:
		v := f.pkg.Info.Types[ast.Unparen(e.X)].Value
		if v == nil || u.Info()&types.IsString == 0 {
			return flow.Place{}, false
		}
		T := types.NewSlice(types.Typ[types.Byte])
		l := letters(v, T, f.translator.typ(T))
		if l == nil {
			return flow.Place{}, false
		}
		return extend(f.placed(l, e), flow.Step{Kind: flow.StepIndex, Index: f.expr(e.Index), At: f.at(e.Index)}), true
	case *types.Pointer:
		if _, ok := u.Elem().Underlying().(*types.Array); !ok {
			return flow.Place{}, false
		}
	default:
		return flow.Place{}, false
	}
	p := f.through(e.X)
	if _, ok := p.Type().(*flow.Pointer); ok {
		p = extend(p, flow.Step{Kind: flow.StepDeref, At: f.at(e.X)})
	}
	if isOpaque(p.Type()) {
		f.refuse(e.X, "opaque-value", "%s is not known to the derivative, and so are not its elements", f.describe(e.X))
		return flow.Place{Var: f.temp("bad", f.typ(f.pkg.Info.TypeOf(e)), e)}, true
	}
	return extend(p, flow.Step{Kind: flow.StepIndex, Index: f.expr(e.Index), At: f.at(e.Index)}), true
}

// extend is a place one step further.
func extend(p flow.Place, s flow.Step) flow.Place {
	path := make([]flow.Step, 0, len(p.Path)+1)
	return flow.Place{Var: p.Var, Path: append(append(path, p.Path...), s)}
}

// fixed is the place with all indices stored, so that it can be written twice.
func (f *fn) fixed(p flow.Place, n ast.Node) flow.Place {
	q := flow.Place{Var: p.Var, Path: make([]flow.Step, len(p.Path))}
	for i, s := range p.Path {
		if s.Kind == flow.StepIndex {
			s.Index = f.hold(s.Index, n)
		}
		q.Path[i] = s
	}
	return q
}

// address is &e. A composite literal gets a variable of its own.
func (f *fn) address(e ast.Expr, n ast.Node) flow.Expr {
	e = ast.Unparen(e)
	T := f.typ(f.pkg.Info.TypeOf(e))
	if isOpaque(T) {
		f.discard(e)
		return zero(flow.OpaqueT)
	}
	if _, ok := e.(*ast.CompositeLit); ok {
		return &flow.Addr{Place: flow.Place{Var: f.store(f.expr(e), n)}}
	}
	p := f.place(e)
	// &p.x with p a pointer, and &s[i], point into what p and s look at.
	return &flow.Addr{Place: p}
}

// window is x[lo:hi:max].
func (f *fn) window(e *ast.SliceExpr) flow.Expr {
	T := f.typ(f.pkg.Info.TypeOf(e))
	if isOpaque(T) {
		f.discard(e)
		return zero(T)
	}
	var x flow.Expr
	switch f.typeOf(e.X).Underlying().(type) {
	case *types.Pointer:
		p, _ := f.pointer(e.X)
		x = &flow.Load{Place: p}
	case *types.Array:
		x = &flow.Load{Place: f.place(e.X)}
	default:
		x = f.expr(e.X)
	}
	w := &flow.Window{X: x, At: f.at(e)}
	if e.Low != nil {
		w.Lo = f.expr(e.Low)
	}
	if e.High != nil {
		w.Hi = f.expr(e.High)
	}
	if e.Max != nil {
		w.Max = f.expr(e.Max)
	}
	return w
}

// describe is the source text of a short expression, for messages.
func (f *fn) describe(e ast.Expr) string {
	s := types.ExprString(e)
	if len(s) > 40 {
		return "this value"
	}
	return s
}
