package translate

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// A value that is taken out of a map, changed and put back,
//
//	g := groups[k]
//	g.items = append(g.items, x)
//	groups[k] = g
//
// is not in the map meanwhile. Law: where control comes from the first statement to the last one only, with the same
// map and the same key, and nothing between them can look at a map, what the map holds for the key between them has no
// meaning. So its slices have one owner at a time.
//
// A statement can look at a map that has no other name than a variable, which no function literal captures, only if it
// names the variable; other maps where it deals with values that may lead to one, or calls what is not declared.

// taken is the map element that a statement reads into a variable, if one behind it in its list puts the variable back;
// nil if there is none.
func (f *fn) taken(s ast.Stmt, behind []ast.Stmt) *ast.IndexExpr {
	a, ok := s.(*ast.AssignStmt)
	if !ok || len(a.Rhs) != 1 || f.use == nil {
		return nil
	}
	from := f.writesMap(a.Rhs[0])
	v := f.local(a.Lhs[0])
	if from == nil || v == nil || !holdsMemory(f.mapOf(from.X).Elem(), map[types.Type]bool{}) || !f.path(from.X) {
		return nil
	}
	for i, s := range behind {
		if b, ok := s.(*ast.AssignStmt); ok && b.Tok == token.ASSIGN && len(b.Lhs) == 1 && len(b.Rhs) == 1 {
			to := f.writesMap(b.Lhs[0])
			if to != nil && f.local(b.Rhs[0]) == v && f.same(to.X, from.X) && f.same(to.Index, from.Index) {
				nodes := []ast.Node{a}
				for _, n := range behind[:i] {
					nodes = append(nodes, n)
				}
				if f.keyStays(from.Index, behind[:i], nodes) {
					return from
				}
				return nil
			}
		}
		if (!f.withoutMap(s, from.X) && !f.apartFromMaps(s)) || !staysIn(s, false, false) {
			return nil
		}
	}
	return nil
}

// local is the local variable that an expression is, or nil.
func (f *fn) local(e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := f.pkg.Info.ObjectOf(id).(*types.Var)
	if !ok || isGlobal(v) {
		return nil
	}
	return v
}

// holdsMemory reports whether values of a type hold slices or pointers.
func holdsMemory(T types.Type, seen map[types.Type]bool) bool {
	if seen[T] {
		return false
	}
	seen[T] = true
	switch u := T.Underlying().(type) {
	case *types.Slice, *types.Pointer:
		return true
	case *types.Array:
		return holdsMemory(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if holdsMemory(f.Type(), seen) {
				return true
			}
		}
	}
	return false
}

// path reports whether an expression is a local variable, or a field of one, and so on.
func (f *fn) path(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return f.local(e) != nil
	case *ast.SelectorExpr:
		s := f.pkg.Info.Selections[e]
		return s != nil && s.Kind() == types.FieldVal && f.path(e.X)
	}
	return false
}

// keyStays reports whether a key is the same behind statements, which are among the nodes.
func (f *fn) keyStays(key ast.Expr, behind []ast.Stmt, nodes []ast.Node) bool {
	if f.invariant(key, nodes...) {
		return true
	}
	if call, ok := ast.Unparen(key).(*ast.CallExpr); ok {
		return f.computes(call) && !slices.ContainsFunc(call.Args,
			func(e ast.Expr) bool { return !f.keyStays(e, behind, nodes) })
	}
	x, ok := ast.Unparen(key).(*ast.IndexExpr)
	if !ok || f.mapOf(x.X) != nil || !f.invariant(x.X, nodes...) || !f.invariant(x.Index, nodes...) {
		return false
	}
	T := f.typeOf(key)
	_, isNumber := T.Underlying().(*types.Basic)
	for _, c := range f.use.calls {
		if between([]token.Pos{c.Pos()}, nodes...) {
			return false
		}
	}
	for _, s := range behind {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, l := range n.Lhs {
					isNumber = isNumber && (f.local(l) != nil || isBlank(l) || f.elsewhere(l))
				}
			case *ast.IncDecStmt:
				isNumber = isNumber && (f.local(n.X) != nil || f.elsewhere(n.X))
			case *ast.RangeStmt:
				isNumber = isNumber && n.Tok != token.ASSIGN
			case *ast.CallExpr:
				if name, ok := f.builtin(n.Fun); ok && (name == "copy" || name == "clear" || name == "append") {
					E, isSlice := f.typeOf(n.Args[0]).Underlying().(*types.Slice)
					isNumber = isNumber && isSlice && isFloat(E.Elem())
				}
			}
			return isNumber
		})
	}
	return isNumber && !isFloat(T)
}

// elsewhere reports whether what is assigned is no memory of a number that may be a key: a float, or a slice or pointer
// itself.
func (f *fn) elsewhere(e ast.Expr) bool {
	switch T := f.typeOf(e); T.Underlying().(type) {
	case *types.Slice, *types.Pointer:
		return true
	default:
		return isFloat(T)
	}
}

// isFloat reports whether a type is one of floats.
func isFloat(T types.Type) bool {
	b, ok := T.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}

// withoutMap reports whether m is a variable that is the only name of a map, and a statement does not mention it.
func (f *fn) withoutMap(s ast.Stmt, m ast.Expr) bool {
	v := f.local(m)
	if v == nil || !f.use.made[v] || f.use.shown[v] != 0 || f.use.captured[v] || f.use.addressed[v] {
		return false
	}
	mentioned := false
	ast.Inspect(s, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		mentioned = mentioned || ok && f.pkg.Info.Uses[id] == v
		return !mentioned
	})
	return !mentioned
}

// apartFromMaps reports whether a statement deals with no value that may lead to a map, and calls declared functions
// only.
func (f *fn) apartFromMaps(s ast.Stmt) bool {
	fine := true
	called := map[ast.Expr]bool{}
	ast.Inspect(s, func(n ast.Node) bool {
		if !fine {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			fine = false
		case *ast.CallExpr:
			fun := ast.Unparen(n.Fun)
			if f.pkg.Info.Types[fun].IsType() || f.pkg.Info.Types[fun].IsBuiltin() {
				return true
			}
			obj, _, recv := f.callee(fun)
			if obj == nil {
				fine = false
				return false
			}
			called[fun] = true
			if recv != nil {
				called[recv.Sel], called[recv] = true, true
			}
		case ast.Expr:
			if sel, ok := n.(*ast.SelectorExpr); ok && called[n] {
				called[sel.Sel] = true
				return true
			}
			if tv, ok := f.pkg.Info.Types[n]; ok && tv.IsValue() && !called[n] &&
				leadsToMaps(f.typeOf(n), map[types.Type]bool{}) {
				fine = false
			}
			if id, ok := n.(*ast.Ident); ok && !called[n] {
				if v, ok := f.pkg.Info.ObjectOf(id).(*types.Var); ok &&
					leadsToMaps(f.subst.typ(v.Type()), map[types.Type]bool{}) {
					fine = false
				}
			}
		}
		return fine
	})
	return fine
}

// leadsToMaps reports whether values of a type may lead to a map.
func leadsToMaps(T types.Type, seen map[types.Type]bool) bool {
	if seen[T] {
		return false
	}
	seen[T] = true
	switch u := T.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Slice:
		return leadsToMaps(u.Elem(), seen)
	case *types.Array:
		return leadsToMaps(u.Elem(), seen)
	case *types.Pointer:
		return leadsToMaps(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if leadsToMaps(f.Type(), seen) {
				return true
			}
		}
		return false
	case *types.Tuple:
		for v := range u.Variables() {
			if leadsToMaps(v.Type(), seen) {
				return true
			}
		}
		return false
	}
	return true
}

// staysIn reports whether control leaves a statement at its end only, if it leaves it other than by a panic.
func staysIn(s ast.Stmt, inLoop, inSwitch bool) bool {
	fine := true
	ast.Inspect(s, func(n ast.Node) bool {
		if !fine {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // ends itself alone
		case *ast.ReturnStmt, *ast.LabeledStmt, *ast.DeferStmt, *ast.GoStmt, *ast.SelectStmt:
			fine = false
		case *ast.BranchStmt:
			switch {
			case n.Label != nil || n.Tok == token.GOTO:
				fine = false
			case n.Tok == token.BREAK:
				fine = inLoop || inSwitch
			case n.Tok == token.CONTINUE:
				fine = inLoop
			}
		case *ast.ForStmt:
			fine = staysIn(n.Body, true, false)
			return false
		case *ast.RangeStmt:
			fine = staysIn(n.Body, true, false)
			return false
		case *ast.SwitchStmt:
			fine = staysIn(n.Body, inLoop, true)
			return false
		case *ast.TypeSwitchStmt:
			fine = staysIn(n.Body, inLoop, true)
			return false
		}
		return fine
	})
	return fine
}

// exchange moves what is at a place to a variable, which is zero: slices and pointers leave the place.
func (f *fn) exchange(v *flow.Var, from func() flow.Place, n ast.Node) {
	a := &flow.Assign{At: f.at(n)}
	var part func(t flow.Type, path []flow.Step)
	part = func(t flow.Type, path []flow.Step) {
		if st, ok := t.(*flow.Struct); ok {
			for k, field := range st.Fields {
				part(field.Type, append(slices.Clone(path), flow.Step{Kind: flow.StepField, Field: k, At: a.At}))
			}
			return
		}
		at := func() flow.Place {
			p := from()
			for _, s := range path {
				p = extend(p, s)
			}
			return p
		}
		a.Dst = append(a.Dst, flow.Place{Var: v, Path: path})
		a.Src = append(a.Src, &flow.Load{Place: at()})
		if _, basic := t.(*flow.Basic); !basic {
			f.emit(&flow.Assign{
				Dst: []flow.Place{{Var: v, Path: path}, at()},
				Src: []flow.Expr{&flow.Load{Place: at()}, &flow.Load{Place: flow.Place{Var: v, Path: path}}}, At: a.At,
			})
			a.Dst, a.Src = a.Dst[:len(a.Dst)-1], a.Src[:len(a.Src)-1]
		}
	}
	part(v.Type, nil)
	if len(a.Dst) > 0 {
		f.emit(a)
	}
}
