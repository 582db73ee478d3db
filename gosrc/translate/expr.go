package translate

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// expr translates an expression; what has effects in it becomes statements before.
func (f *fn) expr(e ast.Expr) flow.Expr {
	e = ast.Unparen(e)
	tv := f.pkg.Info.Types[e]
	if tv.Value != nil {
		return f.constant(tv.Value, f.typeOf(e), e)
	}
	if tv.IsNil() {
		return zero(f.typ(f.pkg.Info.TypeOf(e)))
	}
	if f.hidden(e) {
		return f.shown(e)
	}
	T := f.typ(f.pkg.Info.TypeOf(e))
	if isOpaque(T) {
		f.discard(e)
		return zero(T)
	}
	if T == flow.Type(flow.StringT) && !f.knownText(e) {
		return f.makeText(e)
	}
	switch e := e.(type) {
	case *ast.Ident:
		return f.ident(e, e)
	case *ast.SelectorExpr:
		return f.selector(e)
	case *ast.FuncLit:
		return &flow.Closure{Func: f.literal(e)}
	case *ast.CompositeLit:
		return f.composite(e)
	case *ast.IndexExpr:
		return f.index(e)
	case *ast.IndexListExpr:
		return f.funcValue(e.X, e)
	case *ast.SliceExpr:
		return f.window(e)
	case *ast.StarExpr:
		return &flow.Load{Place: f.place(e)}
	case *ast.UnaryExpr:
		return f.unary(e)
	case *ast.BinaryExpr:
		return f.binary(e)
	case *ast.CallExpr:
		return f.callValue(e)
	case *ast.TypeAssertExpr:
		if v, T := f.boxed(e.X); v != nil && e.Type != nil && types.Identical(T, f.typeOf(e.Type)) {
			return f.expr(v)
		}
		if e.Type != nil && f.hidden(e.X) && typeKey(f.concrete(e.X)) == typeKey(f.typeOf(e.Type)) {
			return f.shown(e.X)
		}
		if e.Type != nil {
			v := f.temp("a", f.typ(f.pkg.Info.TypeOf(e)), e)
			if f.asserted(e, flow.Place{Var: v}, flow.Place{}) {
				return load(v)
			}
		}
		f.refuseAssertion(e)
		return zero(f.typ(f.pkg.Info.TypeOf(e)))
	}
	return f.bad(e, f.typ(f.pkg.Info.TypeOf(e)), "unsupported", "this expression is not supported")
}

// exprTo translates the value of an expression that is assigned to a variable of type T: nil and concrete values
// become interfaces.
func (f *fn) exprTo(e ast.Expr, T types.Type) flow.Expr {
	T = f.subst.typ(T)
	ft := f.translator.typ(T)
	if f.pkg.Info.Types[ast.Unparen(e)].IsNil() {
		return zero(ft)
	}
	switch {
	case ft == flow.Type(flow.StringT) && !isString(f.typeOf(e)):
		return f.refuseText(e)
	case isOpaque(ft):
		f.discard(e)
		return zero(ft)
	case isError(T):
		return f.errorValue(e)
	case f.isOpen(T):
		return f.inInterface(e, T)
	}
	x := f.expr(e)
	if isOpaque(x.Type()) { // a part of a type that contains itself
		return f.bad(e, ft, "opaque-value", "the result depends on %s, of type %s", f.describe(e), T)
	}
	return x
}

// ident is the value of a name; at is what the position is of.
func (f *fn) ident(id *ast.Ident, at ast.Expr) flow.Expr {
	switch f.pkg.Info.ObjectOf(id).(type) {
	case *types.Var:
		if v := f.variable(id, at); v != nil {
			return load(v)
		}
	case *types.Func:
		return f.funcValue(id, at)
	}
	return f.bad(at, f.typ(f.pkg.Info.TypeOf(at)), "unsupported", "%s is not a value here", id.Name)
}

// selector is a field, a method as a value, or a name of another package.
func (f *fn) selector(e *ast.SelectorExpr) flow.Expr {
	sel := f.pkg.Info.Selections[e]
	if sel == nil {
		return f.ident(e.Sel, e)
	}
	switch sel.Kind() {
	case types.FieldVal:
		p, ok := f.fields(e.X, sel.Index())
		if !ok {
			return zero(f.typ(f.pkg.Info.TypeOf(e)))
		}
		return &flow.Load{Place: p}
	case types.MethodVal:
		return f.methodValue(e, sel)
	case types.MethodExpr:
		return f.methodExpr(e, sel)
	}
	panic("translate: unexpected kind of selection")
}

// index is an element, or an instance of a generic function.
func (f *fn) index(e *ast.IndexExpr) flow.Expr {
	if _, ok := f.typeOf(e.X).Underlying().(*types.Signature); ok {
		return f.funcValue(e.X, e)
	}
	if p, ok := f.element(e); ok {
		return &flow.Load{Place: p}
	}
	if val, _, found := f.lookUp(e); found {
		return val
	}
	T := f.typ(f.pkg.Info.TypeOf(e))
	switch f.typeOf(e.X).Underlying().(type) {
	case *types.Map:
		return f.bad(e, T, "map-value", "the result depends on a map")
	default:
		return f.bad(e, T, "opaque-value", "the result depends on %s, of type %s", f.describe(e.X), f.typeOf(e.X))
	}
}

// composite is a literal of an array, a slice or a struct.
func (f *fn) composite(e *ast.CompositeLit) flow.Expr {
	T := f.typeOf(e)
	ft := f.translator.typ(T)
	switch u := T.Underlying().(type) {
	case *types.Pointer: // the elided &T in []*T{{…}}
		return &flow.Addr{Place: flow.Place{Var: f.store(f.literalOf(e, u.Elem(), f.translator.typ(u.Elem())), e)}}
	default:
		return f.literalOf(e, T, ft)
	}
}

func (f *fn) literalOf(e *ast.CompositeLit, T types.Type, ft flow.Type) flow.Expr {
	switch u := T.Underlying().(type) {
	case *types.Struct:
		return f.structLit(e, u, ft.(*flow.Struct))
	case *types.Array:
		return &flow.Lits{Typ: ft, Elems: f.elements(e, u.Elem(), int(u.Len()))}
	case *types.Slice:
		return &flow.Lits{Typ: ft, Elems: f.elements(e, u.Elem(), -1)}
	case *types.Map:
		return f.newMap(u, e.Elts, e)
	}
	return f.bad(e, ft, "unsupported", "a literal of type %s is not supported", T)
}

func (f *fn) structLit(e *ast.CompositeLit, st *types.Struct, ft *flow.Struct) flow.Expr {
	l := &flow.Lits{Typ: ft, Elems: make([]flow.Expr, len(ft.Fields))}
	for i, field := range ft.Fields {
		l.Elems[i] = zero(field.Type)
	}
	for i, elt := range e.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			i, elt = fieldIndex(st, kv.Key.(*ast.Ident).Name), kv.Value
		}
		l.Elems[i] = f.exprTo(elt, st.Field(i).Type())
	}
	return l
}

func fieldIndex(st *types.Struct, name string) int {
	for i := range st.NumFields() {
		if st.Field(i).Name() == name {
			return i
		}
	}
	panic("translate: no field " + name)
}

// maxLiteral bounds the elements that a keyed literal may ask for.
const maxLiteral = 1 << 16

// elements are the elements of an array or slice literal, n of them, or as many as are needed when n is negative.
func (f *fn) elements(e *ast.CompositeLit, elem types.Type, n int) []flow.Expr {
	var list []flow.Expr
	next := 0
	for _, elt := range e.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			next, _ = constInt(f.pkg.Info.Types[kv.Key].Value)
			elt = kv.Value
		}
		if next >= maxLiteral || n >= maxLiteral {
			f.refuse(e, "unsupported", "a literal of more than %d elements", maxLiteral)
			return nil
		}
		for len(list) <= next {
			list = append(list, nil)
		}
		list[next] = f.exprTo(elt, elem)
		next++
	}
	if len(e.Elts) == 0 && n > 0 {
		list = make([]flow.Expr, n)
	}
	for len(list) < n {
		list = append(list, nil)
	}
	ft := f.typ(elem)
	for i := range list {
		if list[i] == nil {
			list[i] = zero(ft)
		}
	}
	return list
}

func (f *fn) unary(e *ast.UnaryExpr) flow.Expr {
	switch e.Op {
	case token.AND:
		return f.address(e.X, e)
	case token.NOT:
		return not(f.cond(e.X))
	case token.ADD:
		return f.expr(e.X)
	case token.SUB, token.XOR:
		return f.arith1(e.Op, f.expr(e.X), e)
	case token.ARROW:
		return f.bad(e, f.typ(f.pkg.Info.TypeOf(e)), "channel", "a value received from a channel")
	}
	return f.bad(e, f.typ(f.pkg.Info.TypeOf(e)), "unsupported", "the operator %s is not supported", e.Op)
}

func (f *fn) binary(e *ast.BinaryExpr) flow.Expr {
	switch e.Op {
	case token.LAND, token.LOR:
		return f.shortCircuit(e)
	case token.EQL, token.NEQ:
		return f.equality(e)
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		if isOpaque(f.typ(f.pkg.Info.TypeOf(e.X))) || isString(f.typeOf(e.X)) {
			return f.opaqueOperand(e)
		}
		x := f.expr(e.X)
		y := f.expr(e.Y)
		return f.ordered(e.Op, x, y, e)
	case token.SHL, token.SHR:
		x := f.expr(e.X)
		return f.shift(e.Op, x, f.expr(e.Y), e, f.pkg.Info.Types[e.Y].Value)
	}
	x := f.expr(e.X)
	y := f.expr(e.Y)
	return f.arith(e.Op, x, y, e)
}

// shortCircuit is && and ||. Where the right side has effects it becomes an If statement.
func (f *fn) shortCircuit(e *ast.BinaryExpr) flow.Expr {
	x := f.cond(e.X)
	var y flow.Expr
	list := f.block(func() { y = f.cond(e.Y) })
	if len(list) == 0 {
		if e.Op == token.LAND {
			return &flow.Cond{C: x, If: y, Else: boolLit(false)}
		}
		return &flow.Cond{C: x, If: boolLit(true), Else: y}
	}
	v := f.store(x, e)
	list = append(list, &flow.Assign{Dst: []flow.Place{{Var: v}}, Src: []flow.Expr{y}, At: f.at(e.Y)})
	s := &flow.If{Cond: load(v), Then: list, At: f.at(e)}
	if e.Op == token.LOR {
		s.Then, s.Else = nil, list
	}
	f.emit(s)
	return load(v)
}

// cond translates a condition.
func (f *fn) cond(e ast.Expr) flow.Expr {
	x := f.expr(e)
	if b, ok := x.Type().(*flow.Basic); !ok || b.Kind != flow.KindBool {
		return boolLit(false) // refused already
	}
	return x
}

func boolLit(b bool) *flow.Lit {
	l := &flow.Lit{Typ: flow.Bool}
	if b {
		l.I = 1
	}
	return l
}

// opaqueOperand reports that a value depends on something opaque.
func (f *fn) opaqueOperand(e *ast.BinaryExpr) flow.Expr {
	return f.bad(e, f.typ(f.pkg.Info.TypeOf(e)), "opaque-value", "the result depends on %s, of type %s",
		f.describe(e.X), f.typeOf(e.X))
}
