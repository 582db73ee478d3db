package translate

import (
	"go/ast"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// The order of the keys of a map is not fixed. Known are the uses where it does not count: sorted keys or values, as
//
//	slices.Sorted(maps.Keys(m))
//
// or a loop that collects them, with a call right behind it that sorts them; and loops that use neither.

// sorts are functions that leave their argument in one order whatever it was before.
var sorts = map[string]bool{"sort.Ints": true, "sort.Float64s": true, "slices.Sort": true}

// collected is the call of append of a loop over a map that collects its keys or values in a slice that next sorts; or
// nil.
func (f *fn) collected(s, next ast.Stmt) (loop *ast.RangeStmt, call *ast.CallExpr) {
	loop, ok := s.(*ast.RangeStmt)
	if !ok || f.mapOf(loop.X) == nil || len(loop.Body.List) != 1 {
		return nil, nil
	}
	a, ok := loop.Body.List[0].(*ast.AssignStmt)
	if !ok || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
		return nil, nil
	}
	to, ok := a.Lhs[0].(*ast.Ident)
	call, isCall := ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
	if !ok || !isCall || len(call.Args) != 2 || call.Ellipsis.IsValid() {
		return nil, nil
	}
	obj := f.pkg.Info.Uses[to]
	from, ok := ast.Unparen(call.Args[0]).(*ast.Ident)
	elem, ok2 := ast.Unparen(call.Args[1]).(*ast.Ident)
	if name, isBuiltin := f.builtin(call.Fun); !isBuiltin || name != "append" || !ok || !ok2 || obj == nil ||
		f.pkg.Info.Uses[from] != obj {
		return nil, nil
	}
	if x := f.pkg.Info.Uses[elem]; x == nil || !f.defines(loop.Key, x) && !f.defines(loop.Value, x) ||
		!f.isSort(next, obj) {
		return nil, nil
	}
	return loop, call
}

func (f *fn) defines(e ast.Expr, obj types.Object) bool {
	id, ok := e.(*ast.Ident)
	return ok && f.pkg.Info.Defs[id] == obj
}

// isSort reports whether a statement sorts a variable.
func (f *fn) isSort(s ast.Stmt, v types.Object) bool {
	e, ok := s.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := ast.Unparen(e.X).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return false
	}
	obj, _, _ := f.callee(ast.Unparen(call.Fun))
	arg, ok := ast.Unparen(call.Args[0]).(*ast.Ident)
	return ok && obj != nil && obj.Pkg() != nil && sorts[obj.Pkg().Path()+"."+obj.Name()] && f.pkg.Info.Uses[arg] == v
}

// collect appends the keys or values of a map, as a loop does; false where the map cannot be a table.
func (f *fn) collect(loop *ast.RangeStmt, call *ast.CallExpr) bool {
	what := "Values"
	if x := f.pkg.Info.Uses[ast.Unparen(call.Args[1]).(*ast.Ident)]; f.defines(loop.Key, x) {
		what = "Keys"
	}
	list := f.listed(loop.X, what, loop)
	if list == nil {
		return false
	}
	p := f.place(call.Args[0])
	f.emit(&flow.Append{Dst: p, Src: &flow.Load{Place: p}, Spread: list, At: f.at(loop)})
	return true
}

// listed are the keys or values of a map in any order; nil where it cannot be a table.
func (f *fn) listed(m ast.Expr, what string, n ast.Node) flow.Expr {
	T := f.mapOf(m)
	if T == nil || !f.openMap(T) {
		return nil
	}
	elem := T.Key()
	if what == "Values" {
		elem = T.Elem()
	}
	v := f.temp("k", &flow.Slice{Elem: f.translator.typ(elem)}, n)
	if !f.isOpenMap(T) {
		f.discard(m)
		return zero(v.Type)
	}
	f.onTable(what, T, v, n, f.expr(m))
	return load(v)
}

// sortedKeys is slices.Sorted of what a map has; false for other calls.
func (f *fn) sortedKeys(e *ast.CallExpr, obj *types.Func, dst []flow.Place) bool {
	if obj.Pkg() == nil || obj.Pkg().Path() != "slices" || obj.Name() != "Sorted" {
		return false
	}
	from, ok := ast.Unparen(e.Args[0]).(*ast.CallExpr)
	if !ok || len(from.Args) != 1 {
		return false
	}
	lister, _, _ := f.callee(ast.Unparen(from.Fun))
	if lister == nil || lister.Pkg() == nil || lister.Pkg().Path() != "maps" ||
		lister.Name() != "Keys" && lister.Name() != "Values" {
		return false
	}
	list := f.listed(from.Args[0], lister.Name(), e)
	if list == nil {
		return false
	}
	S := f.typeOf(e)
	v := f.store(list, e)
	p := f.shelfPackage("slices")
	sort := f.instance(f.pkg, p, p.Types.Scope().Lookup("Sort").(*types.Func),
		[]types.Type{S, S.Underlying().(*types.Slice).Elem()})
	f.emit(&flow.Call{Func: sort, Args: []flow.Expr{load(v)}, At: f.at(e)})
	if len(dst) == 1 && dst[0].Var != nil {
		f.assign(dst[0], load(v), e)
	}
	return true
}
