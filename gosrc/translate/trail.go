package translate

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// A trail is an expression that leads through maps to a value: m[i].rows[j]. Its parts are evaluated, and nothing is
// looked up yet. The value has a place as long as all keys are there, so that maps in maps are not copied out to be
// looked at or changed.
type trail struct {
	root  flow.Expr
	hops  []hop
	value flow.Type
	n     ast.Node
}

// A hop leads from a value to a part of it: the one that a key has in a map, a field of a struct or an element of an
// array.
type hop struct {
	T    *types.Map // of the map; nil for a field or an element
	key  flow.Expr
	step flow.Step // to the field or element
	in   flow.Type // what it is in
	n    ast.Node
}

// isTrail reports whether an expression is an element of a map that is a table, or lies in one without a slice or a
// pointer between.
func (f *fn) isTrail(x ast.Expr) bool {
	switch e := ast.Unparen(x).(type) {
	case *ast.IndexExpr:
		switch T := f.typeOf(e.X).Underlying().(type) {
		case *types.Map:
			return f.isOpenMap(T) && f.table(e.X) == nil && f.localTable(e.X) == nil
		case *types.Array:
			return f.isTrail(e.X)
		}
	case *ast.SelectorExpr:
		s := f.pkg.Info.Selections[e]
		return s != nil && s.Kind() == types.FieldVal && !s.Indirect() && f.isTrail(e.X)
	}
	return false
}

// trail evaluates the parts of an expression of which isTrail is true; ok is false, and the expression refused, if the
// derivative does not know a value on the way.
func (f *fn) trail(x ast.Expr) (t *trail, ok bool) {
	x = ast.Unparen(x)
	if !f.isTrail(x) {
		root := f.hold(f.expr(x), x)
		return &trail{root: root, value: root.Type(), n: x}, true
	}
	if e, isField := x.(*ast.SelectorExpr); isField {
		if t, ok = f.trail(e.X); !ok {
			return nil, false
		}
		for _, i := range f.pkg.Info.Selections[e].Index() {
			st, isStruct := t.value.(*flow.Struct)
			if !isStruct || i >= len(st.Fields) {
				f.refuse(e, "opaque-value", "%s is not known to the derivative, and so are not its fields",
					f.describe(e.X))
				return nil, false
			}
			t.hops = append(t.hops, hop{step: flow.Step{Kind: flow.StepField, Field: i, At: f.at(e)}, in: st, n: e})
			t.value = st.Fields[i].Type
		}
		return t, true
	}
	e := x.(*ast.IndexExpr)
	if t, ok = f.trail(e.X); !ok {
		return nil, false
	}
	if T := f.mapOf(e.X); T != nil {
		if !flow.Same(t.value, f.translator.typ(T)) { // a part of a type that contains itself
			f.refuse(e, "map-value", "the result depends on a map")
			return nil, false
		}
		t.hops = append(t.hops, hop{T: T, key: f.hold(f.exprTo(e.Index, T.Key()), e), n: e})
		t.value = f.translator.typ(T.Elem())
		return t, true
	}
	a, isArray := t.value.(*flow.Array)
	if !isArray {
		f.refuse(e.X, "opaque-value", "%s is not known to the derivative, and so are not its elements", f.describe(e.X))
		return nil, false
	}
	step := flow.Step{Kind: flow.StepIndex, Index: f.hold(f.expr(e.Index), e), At: f.at(e.Index)}
	t.hops = append(t.hops, hop{step: step, in: a, n: e})
	t.value = a.Elem
	return t, true
}

// look runs found with the place of the trail's value, if all keys are there.
func (f *fn) look(t *trail, found func(flow.Place)) {
	f.follow(t, f.placed(t.root, t.n), 0, nil, found)
}

// must is the place of the trail's value, which fails with a message where a key is missing.
func (f *fn) must(t *trail, msg string) flow.Place {
	var at flow.Place
	f.follow(t, f.placed(t.root, t.n), 0, func(n ast.Node) { f.emit(&flow.Fail{Msg: msg, At: f.at(n)}) },
		func(p flow.Place) { at = p })
	return at
}

// follow goes on from hop k. Where a key is missing fail ends the program, if it is there; else the value is zero, of
// which only the indices of elements can go wrong.
func (f *fn) follow(t *trail, p flow.Place, k int, fail func(ast.Node), found func(flow.Place)) {
	for ; k < len(t.hops) && t.hops[k].T == nil; k++ {
		p = extend(p, t.hops[k].step)
	}
	if k == len(t.hops) {
		found(p)
		return
	}
	h := t.hops[k]
	in := &entryOf{T: h.T, m: &flow.Load{Place: p}, key: h.key}
	i := f.temp("i", flow.Int, h.n)
	f.onTable("Find", h.T, i, h.n, in.m, in.key, f.hash(in.key, h.n))
	missing := f.block(func() { f.checkZero(t, k+1) })
	if fail != nil {
		missing = append(missing, f.block(func() { fail(h.n) })...)
		f.emit(&flow.If{Cond: f.ordered(token.LSS, load(i), intLit(0), h.n), Then: missing, At: f.at(h.n)})
		f.follow(t, f.valueAt(in, i, h.n), k+1, fail, found)
		return
	}
	there := &flow.If{Cond: f.ordered(token.GEQ, load(i), intLit(0), h.n), Else: missing, At: f.at(h.n)}
	there.Then = f.block(func() { f.follow(t, f.valueAt(in, i, h.n), k+1, nil, found) })
	f.emit(there)
}

// checkZero looks at the indices of a zero value, from hop k to the next key.
func (f *fn) checkZero(t *trail, k int) {
	for ; k < len(t.hops) && t.hops[k].T == nil; k++ {
		h := t.hops[k]
		if _, constant := h.step.Index.(*flow.Lit); h.step.Kind == flow.StepIndex && !constant {
			f.store(&flow.Load{Place: extend(flow.Place{Var: f.store(zero(h.in), h.n)}, h.step)}, h.n)
		}
	}
}

// readFar is m[key] and whether it is there, where m is in a map itself.
func (f *fn) readFar(e *ast.IndexExpr, T *types.Map) (val, ok flow.Expr, found bool) {
	v := f.store(zero(f.translator.typ(T.Elem())), e)
	if !f.isOpenMap(T) {
		f.discard(e.X)
		f.discard(e.Index)
		return load(v), boolLit(false), true
	}
	there := f.store(boolLit(false), e)
	if t, known := f.trail(e); known {
		f.look(t, func(p flow.Place) {
			f.assign(flow.Place{Var: there}, boolLit(true), e)
			f.lift(v, func() flow.Place { return p }, e)
		})
	}
	return load(v), load(there), true
}
