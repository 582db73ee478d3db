package translate

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// A localTable is a local map that is made by a literal with constant keys, and of which nothing is done but look-ups:
// each value is a variable.
type localTable struct {
	typ  *types.Map
	keys []constant.Value
	vals []*flow.Var
}

// defineTable makes a local table of x := map[K]V{…}; false when the map is used otherwise.
func (f *fn) defineTable(lhs, rhs ast.Expr, define bool) bool {
	id, ok := lhs.(*ast.Ident)
	lit, isLit := ast.Unparen(rhs).(*ast.CompositeLit)
	if !ok || !isLit || !define || f.pkg.Info.Defs[id] == nil {
		return false
	}
	T, ok := f.typeOf(lit).Underlying().(*types.Map)
	obj := f.pkg.Info.Defs[id]
	if !ok || isOpaque(f.translator.typ(T.Elem())) || !f.onlyLooked(obj) {
		return false
	}
	t := &localTable{typ: T}
	for _, x := range lit.Elts {
		kv := x.(*ast.KeyValueExpr)
		v := f.pkg.Info.Types[kv.Key].Value
		if v == nil {
			return false
		}
		t.keys = append(t.keys, v)
	}
	for _, x := range lit.Elts {
		kv := x.(*ast.KeyValueExpr)
		t.vals = append(t.vals, f.store(f.exprTo(kv.Value, T.Elem()), kv))
	}
	if f.tables == nil {
		f.tables = map[types.Object]*localTable{}
	}
	f.tables[obj] = t
	return true
}

// onlyLooked reports whether all uses of a local variable are look-ups of values, or none: _ = m.
func (f *fn) onlyLooked(obj types.Object) bool {
	looked := map[*ast.Ident]bool{}
	fine := true
	stored := func(e ast.Expr) {
		if x, ok := ast.Unparen(e).(*ast.IndexExpr); ok {
			if id, ok := ast.Unparen(x.X).(*ast.Ident); ok && f.pkg.Info.Uses[id] == obj {
				fine = false
			}
		}
	}
	decl := f.declAround(obj)
	if decl == nil {
		return false
	}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				stored(l)
				if blank, ok := l.(*ast.Ident); ok && blank.Name == "_" && len(n.Lhs) == len(n.Rhs) {
					if id, ok := ast.Unparen(n.Rhs[i]).(*ast.Ident); ok {
						looked[id] = true // _ = m
					}
				}
			}
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				stored(n.Key)
				stored(n.Value)
			}
		case *ast.IncDecStmt:
			stored(n.X)
		case *ast.IndexExpr:
			if id, ok := ast.Unparen(n.X).(*ast.Ident); ok {
				looked[id] = true
			}
		case *ast.Ident:
			fine = fine && (f.pkg.Info.Uses[n] != obj || looked[n])
		}
		return fine
	})
	return fine
}

// declAround is the declaration that an object stands in.
func (f *fn) declAround(obj types.Object) ast.Node {
	if f.file == nil {
		return nil
	}
	for _, d := range f.file.Decls {
		if d.Pos() <= obj.Pos() && obj.Pos() < d.End() {
			return d
		}
	}
	return nil
}

// localTable is the local table that an expression names, or nil.
func (f *fn) localTable(e ast.Expr) *localTable {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	obj := f.pkg.Info.Uses[id]
	for g := f; g != nil; g = g.parent {
		if t := g.tables[obj]; t != nil {
			return t
		}
	}
	return nil
}

// lookUpLocal is lookUp in a local table.
func (f *fn) lookUpLocal(t *localTable, e *ast.IndexExpr) (val, ok flow.Expr, found bool) {
	ft := f.translator.typ(t.typ.Elem())
	if v := f.pkg.Info.Types[ast.Unparen(e.Index)].Value; v != nil {
		for i, k := range t.keys {
			if constant.Compare(k, token.EQL, v) {
				return load(t.vals[i]), boolLit(true), true
			}
		}
		return zero(ft), boolLit(false), true
	}
	if isString(t.typ.Key()) && !f.hasText {
		f.wantText = true // the next translation knows
		f.discard(e.Index)
		return zero(ft), boolLit(false), true
	}
	b, isBasic := f.translator.typ(t.typ.Key()).(*flow.Basic)
	if !isBasic || b.Kind != flow.KindInt && b.Kind != flow.KindUint && b.Kind != flow.KindBool {
		return nil, nil, false
	}
	key := f.hold(f.exprTo(e.Index, t.typ.Key()), e)
	dst, there := f.store(zero(ft), e), f.store(boolLit(false), e)
	var chain []flow.Stmt
	for i := len(t.keys) - 1; i >= 0; i-- {
		is := f.equal(key, f.constant(t.keys[i], t.typ.Key(), e), e)
		chain = []flow.Stmt{&flow.If{Cond: is, At: f.at(e), Else: chain, Then: []flow.Stmt{
			&flow.Assign{Dst: []flow.Place{{Var: dst}, {Var: there}}, Src: []flow.Expr{load(t.vals[i]), boolLit(true)},
				At: f.at(e)},
		}}}
	}
	for _, s := range chain {
		f.emit(s)
	}
	return load(dst), load(there), true
}
