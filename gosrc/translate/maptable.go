package translate

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// A table is a package variable that holds a map literal with constant keys, and that is looked up in and nothing else:
// a look-up is a chain of comparisons, or nothing where the key is a constant.
type table struct {
	pkg  *pkgInfo
	init *types.Initializer
	lit  *ast.CompositeLit
	typ  *types.Map
}

// table is the table that an expression names, or nil.
func (f *fn) table(e ast.Expr) *table {
	var id *ast.Ident
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		if f.pkg.Info.Selections[e] == nil {
			id = e.Sel
		}
	}
	if id == nil {
		return nil
	}
	obj, ok := f.pkg.Info.Uses[id].(*types.Var)
	if !ok || !isGlobal(obj) {
		return nil
	}
	p := f.translator.pkg(obj.Pkg().Path())
	if p == nil || p.writes(obj.Name()) || p.handedOn(obj.Name()) {
		return nil
	}
	init := p.inits[p.Types.Scope().Lookup(obj.Name())]
	if init == nil || len(init.Lhs) != 1 {
		return nil
	}
	lit, ok := ast.Unparen(init.Rhs).(*ast.CompositeLit)
	if !ok {
		return nil
	}
	T, ok := p.Info.TypeOf(lit).Underlying().(*types.Map)
	if !ok || isOpaque(f.translator.typ(T.Elem())) {
		return nil
	}
	for _, x := range lit.Elts {
		if p.Info.Types[x.(*ast.KeyValueExpr).Key].Value == nil {
			return nil
		}
	}
	return &table{p, init, lit, T}
}

// lookUp is m[key] and whether it is there; found is false when the map is none that is known, or the key is of a type
// that is not.
func (f *fn) lookUp(e *ast.IndexExpr) (val, ok flow.Expr, found bool) {
	if _, isMap := f.typeOf(e.X).Underlying().(*types.Map); !isMap {
		return nil, nil, false
	}
	if t := f.localTable(e.X); t != nil {
		return f.lookUpLocal(t, e)
	}
	t := f.table(e.X)
	if t == nil {
		return f.readMap(e)
	}
	zeroVal := func() flow.Expr { return zero(f.translator.typ(t.typ.Elem())) }
	if v := f.pkg.Info.Types[ast.Unparen(e.Index)].Value; v != nil {
		for _, x := range t.lit.Elts {
			kv := x.(*ast.KeyValueExpr)
			if constant.Compare(t.pkg.Info.Types[kv.Key].Value, token.EQL, v) {
				return f.tableValue(t, kv, e), boolLit(true), true
			}
		}
		return zeroVal(), boolLit(false), true
	}
	if isString(t.typ.Key()) && !f.hasText {
		f.wantText = true // the next translation knows
		f.discard(e.Index)
		return zeroVal(), boolLit(false), true
	}
	b, isBasic := f.translator.typ(t.typ.Key()).(*flow.Basic)
	if !isBasic || b.Kind != flow.KindInt && b.Kind != flow.KindUint {
		return nil, nil, false
	}
	key := f.hold(f.exprTo(e.Index, t.typ.Key()), e)
	dst, there := f.store(zeroVal(), e), f.store(boolLit(false), e)
	var cases func(k int) []flow.Stmt
	cases = func(k int) []flow.Stmt {
		if k == len(t.lit.Elts) {
			return nil
		}
		kv := t.lit.Elts[k].(*ast.KeyValueExpr)
		is := f.op("ieq", flow.Bool, e, key, f.constant(t.pkg.Info.Types[kv.Key].Value, t.typ.Key(), e))
		st := &flow.If{Cond: is, At: f.at(e)}
		st.Then = f.block(func() {
			f.assign(flow.Place{Var: dst}, f.tableValue(t, kv, e), e)
			f.assign(flow.Place{Var: there}, boolLit(true), e)
		})
		st.Else = cases(k + 1)
		return []flow.Stmt{st}
	}
	for _, st := range cases(0) {
		f.emit(st)
	}
	return load(dst), load(there), true
}

// tableValue is a value of a table, evaluated where it is looked up.
func (f *fn) tableValue(t *table, kv *ast.KeyValueExpr, n ast.Node) flow.Expr {
	top := f.top()
	g := &fn{
		translator: f.translator, pkg: t.pkg, file: t.pkg.fileOf(t.init.Rhs), vars: map[types.Object]*flow.Var{},
		globals: top.globals, flow: top.flow, use: t.pkg.usage(t.init.Rhs), temps: top.temps,
	}
	v := f.temp("v", f.translator.typ(t.typ.Elem()), n)
	g.temps = top.temps
	g.assign(flow.Place{Var: v}, g.exprTo(kv.Value, t.typ.Elem()), kv)
	top.temps = g.temps
	top.prelude = append(top.prelude, g.prelude...)
	for _, s := range g.out {
		f.emit(s)
	}
	return load(v)
}

// assignLookup is v, ok = m[key] for a table.
func (f *fn) assignLookup(lhs []ast.Expr, rhs ast.Expr, define bool, n ast.Node) bool {
	e, isIndex := ast.Unparen(rhs).(*ast.IndexExpr)
	if !isIndex {
		return false
	}
	val, ok, found := f.lookUp(e)
	if !found {
		return false
	}
	f.assignEach(lhs, []flow.Expr{f.hold(val, n), f.hold(ok, n)}, define, n)
	return true
}
