package translate

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// A map that the program itself makes is a pointer to a table of package table on the shelf: its keys, found by hashes,
// have places, and at these are the values. Like interfaces, maps are opaque until something is known to be read from
// one of their type; then Translate begins again. Maps of types that are in the signatures of roots stay opaque: they
// are the caller's.

// tables is the import path of the shelf's package table, which no user can import.
const tables = "chad/table"

// mapOf is the map type of an expression, or nil.
func (f *fn) mapOf(e ast.Expr) *types.Map {
	T := f.typeOf(e)
	if T == nil {
		return nil
	}
	m, _ := T.Underlying().(*types.Map)
	return m
}

// points reports whether a type is that of pointers of Go, and not of maps.
func points(t flow.Type) bool {
	p, ok := t.(*flow.Pointer)
	if !ok {
		return false
	}
	st, ok := p.Elem.(*flow.Struct)
	return !ok || !st.Map
}

// isOpenMap reports whether maps of a type are tables.
func (t *translator) isOpenMap(T *types.Map) bool {
	u := t.opened[typeKey(T)]
	return u != nil && u.read
}

// closeTypes notes the types of maps and locks in the signature of a root: what there is of them is the caller's, too.
func (t *translator) closeTypes(T types.Type, seen map[types.Type]bool) {
	if seen[T] {
		return
	}
	seen[T] = true
	if isLock(named(T)) {
		t.closed[typeKey(named(T))] = true
		return
	}
	switch u := T.Underlying().(type) {
	case *types.Map:
		t.closed[typeKey(u)] = true
		t.closeTypes(u.Elem(), seen)
	case *types.Slice:
		t.closeTypes(u.Elem(), seen)
	case *types.Array:
		t.closeTypes(u.Elem(), seen)
	case *types.Pointer:
		t.closeTypes(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			t.closeTypes(f.Type(), seen)
		}
	case *types.Signature:
		for v := range u.Params().Variables() {
			t.closeTypes(v.Type(), seen)
		}
		for v := range u.Results().Variables() {
			t.closeTypes(v.Type(), seen)
		}
	}
}

// isLock reports whether a type is one of package sync.
func isLock(n *types.Named) bool {
	return n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync"
}

// mayOpen reports whether maps of a type may be tables: they are not the caller's, their keys can be compared, and
// their values are known.
func (t *translator) mayOpen(T *types.Map) bool {
	return !t.closed[typeKey(T)] && isKey(T.Key()) && !isOpaque(t.typ(T.Elem()))
}

// isKey reports whether the values of a type are numbers and bools only.
func isKey(T types.Type) bool {
	switch u := T.Underlying().(type) {
	case *types.Basic:
		return basics[u.Kind()] != nil || complexTypes[u.Kind()] != nil
	case *types.Array:
		return isKey(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !isKey(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// hasFloat reports whether a key may equal one that is another: 0 and -0.
func hasFloat(T types.Type) bool {
	switch u := T.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsFloat|types.IsComplex) != 0
	case *types.Array:
		return hasFloat(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if hasFloat(f.Type()) {
				return true
			}
		}
	}
	return false
}

// openMap asks for maps of a type to be tables, and reports whether that is possible. Where they are none yet, the next
// translation knows.
func (f *fn) openMap(T *types.Map) bool {
	if !f.mayOpen(T) {
		return false
	}
	f.found.of(T).read = true
	return true
}

// tableType is the type of the tables that stand for maps of a type.
func (t *translator) tableType(T *types.Map) types.Type {
	own := t.shelfPackage(tables).Types.Scope().Lookup("Table")
	inst, err := types.Instantiate(t.ctx, own.Type(), []types.Type{T.Key(), T.Elem()}, false)
	if err != nil {
		panic("translate: " + err.Error())
	}
	return inst
}

// onTable calls a function of package table for maps of type T.
func (f *fn) onTable(name string, T *types.Map, dst *flow.Var, n ast.Node, args ...flow.Expr) {
	p := f.shelfPackage(tables)
	g := f.asks(n, p, f.instance(f.pkg, p, p.Types.Scope().Lookup(name).(*types.Func),
		[]types.Type{f.subst.typ(T.Key()), f.subst.typ(T.Elem())}))
	c := &flow.Call{Func: g, Args: args, At: f.at(n)}
	if dst != nil {
		c.Dst = []flow.Place{{Var: dst}}
	}
	f.emit(c)
}

// newMap is an empty map, or one with the elements of a literal.
func (f *fn) newMap(T *types.Map, elems []ast.Expr, n ast.Node) flow.Expr {
	ptr := f.translator.typ(T).(*flow.Pointer)
	fields := ptr.Elem.(*flow.Struct).Fields
	table := &flow.Lits{Typ: ptr.Elem}
	for _, field := range fields {
		table.Elems = append(table.Elems, zero(field.Type))
	}
	table.Elems[len(fields)-1] = boolLit(true)
	m := f.store(&flow.Addr{Place: flow.Place{Var: f.store(table, n)}}, n)
	for _, x := range elems {
		kv := x.(*ast.KeyValueExpr)
		e := &entryOf{T: T, m: load(m), key: f.literalPart(kv.Key, T.Key())}
		val := f.hold(f.literalPart(kv.Value, T.Elem()), kv)
		f.assign(f.slot(e, kv), val, kv)
	}
	return load(m)
}

// literalPart is a key or value in a literal of a map.
func (f *fn) literalPart(e ast.Expr, T types.Type) flow.Expr { return f.hold(f.exprTo(e, T), e) }

// An entryOf is m[key], with m and key evaluated.
type entryOf struct {
	T      *types.Map
	m, key flow.Expr
}

// through is the place of an expression that leads on, to an element or what a pointer points to: of a value in a map,
// or a part of one, it is the place there. What is missing in the map is nil, and leads nowhere.
func (f *fn) through(x ast.Expr) flow.Place {
	if !f.isTrail(x) {
		return f.place(x)
	}
	msg := "index out of range"
	switch f.typeOf(x).Underlying().(type) {
	case *types.Slice:
	case *types.Pointer:
		msg = "nil pointer"
	case *types.Map:
		msg = "assignment to entry in nil map"
	default:
		return f.place(x)
	}
	t, ok := f.trail(x)
	if !ok {
		return flow.Place{Var: f.temp("bad", f.typ(f.pkg.Info.TypeOf(x)), x)}
	}
	return f.must(t, msg)
}

// entry evaluates the parts of m[key], which is going to be written; nil where the map is not yet a table, or cannot be
// one, which is refused.
func (f *fn) entry(e *ast.IndexExpr) *entryOf {
	T := f.mapOf(e.X)
	if !f.isOpenMap(T) {
		f.discard(e.X)
		f.discard(e.Index)
		return nil
	}
	var m flow.Expr
	if f.isTrail(e.X) {
		m = &flow.Load{Place: f.through(e.X)}
	} else {
		m = f.hold(f.expr(e.X), e)
	}
	key := f.hold(f.exprTo(e.Index, T.Key()), e)
	if !flow.Same(m.Type(), f.translator.typ(T)) { // a part of a type that contains itself
		f.refuse(e, "map-value", "the result depends on a map")
		return nil
	}
	return &entryOf{T, m, key}
}

// slot is the place of an entry, which is made where there is none.
func (f *fn) slot(e *entryOf, n ast.Node) flow.Place {
	i := f.temp("i", flow.Int, n)
	f.onTable("Slot", e.T, i, n, e.m, e.key, f.hash(e.key, n))
	if hasFloat(e.T.Key()) {
		f.onTable("Rekey", e.T, nil, n, e.m, load(i), e.key)
	}
	return f.valueAt(e, i, n)
}

// valueAt is the place of a value in a table.
func (f *fn) valueAt(e *entryOf, i *flow.Var, n ast.Node) flow.Place {
	p := extend(f.placed(e.m, n), flow.Step{Kind: flow.StepDeref, At: f.at(n)})
	p = extend(p, flow.Step{Kind: flow.StepField, Field: 1, At: f.at(n)})
	return extend(p, flow.Step{Kind: flow.StepIndex, Index: load(i), At: f.at(n)})
}

// readMap is m[key] and whether it is there; found is false where maps of the type cannot be tables.
func (f *fn) readMap(e *ast.IndexExpr) (val, ok flow.Expr, found bool) {
	T := f.mapOf(e.X)
	if !f.openMap(T) {
		return nil, nil, false
	}
	if f.isTrail(e.X) {
		return f.readFar(e, T)
	}
	in := f.entry(e)
	if in == nil {
		return zero(f.translator.typ(T.Elem())), boolLit(false), true
	}
	i := f.temp("i", flow.Int, e)
	f.onTable("Find", T, i, e, in.m, in.key, f.hash(in.key, e))
	v := f.store(zero(f.translator.typ(T.Elem())), e)
	there := f.ordered(token.GEQ, load(i), intLit(0), e)
	st := &flow.If{Cond: there, At: f.at(e)}
	st.Then = f.block(func() { f.lift(v, func() flow.Place { return f.valueAt(in, i, e) }, e) })
	f.emit(st)
	return load(v), there, true
}

// lift gives v the value of an entry.
func (f *fn) lift(v *flow.Var, from func() flow.Place, e *ast.IndexExpr) {
	if f.takes == e {
		f.exchange(v, from, e)
		return
	}
	f.assign(flow.Place{Var: v}, &flow.Load{Place: from()}, e)
}

// writesMap is the map element that an expression on the left of an assignment names, or nil.
func (f *fn) writesMap(lhs ast.Expr) *ast.IndexExpr {
	e, ok := ast.Unparen(lhs).(*ast.IndexExpr)
	if !ok || f.mapOf(e.X) == nil {
		return nil
	}
	return e
}

// lost reports whether nobody can see a change of a map: nothing is read from maps of its type, and it is not the
// caller's.
func (f *fn) lost(e ast.Expr, n ast.Node) bool {
	T := f.mapOf(e)
	switch {
	case f.isOpenMap(T):
		return false
	case f.closed[typeKey(T)]:
		f.refuse(n, "map-value", "a change of a map")
	}
	return true
}

// storeInMap is m[key] = x; x comes from value when the map and the key have been evaluated.
func (f *fn) storeInMap(e *ast.IndexExpr, value func() flow.Expr, n ast.Node) {
	if f.lost(e.X, e) {
		f.entry(e)
		f.store(value(), n)
		return
	}
	f.checkGlobal(e)
	in := f.entry(e)
	if in == nil {
		return
	}
	x := f.hold(value(), n)
	f.assign(f.slot(in, n), x, n)
}

// changeInMap is m[key] op= y.
func (f *fn) changeInMap(e *ast.IndexExpr, operand func() flow.Expr, change func(x, y flow.Expr) flow.Expr,
	n ast.Node) {
	if f.lost(e.X, e) {
		f.entry(e)
		f.store(operand(), n)
		return
	}
	f.checkGlobal(e)
	in := f.entry(e)
	if in == nil {
		return
	}
	y := f.hold(operand(), n)
	p := f.slot(in, n)
	f.assign(p, change(&flow.Load{Place: p}, y), n)
}

// appendInMap is m[key] = append(m[key], …), which does not copy what is there; false for other assignments.
func (f *fn) appendInMap(e *ast.IndexExpr, rhs ast.Expr, n ast.Node) bool {
	call, ok := ast.Unparen(rhs).(*ast.CallExpr)
	if !ok {
		return false
	}
	if name, ok := f.builtin(call.Fun); !ok || name != "append" {
		return false
	}
	from, ok := ast.Unparen(call.Args[0]).(*ast.IndexExpr)
	if !ok || f.mapOf(from.X) == nil || !f.isOpenMap(f.mapOf(from.X)) || !f.same(from.X, e.X) ||
		!f.same(from.Index, e.Index) {
		return false
	}
	f.checkGlobal(e)
	in := f.entry(e)
	if in == nil {
		return true
	}
	elem := f.mapOf(e.X).Elem().Underlying().(*types.Slice).Elem()
	s := &flow.Append{At: f.at(n)}
	if call.Ellipsis.IsValid() {
		s.Spread = f.hold(f.exprTo(call.Args[1], f.mapOf(e.X).Elem()), n)
	} else {
		for _, a := range call.Args[1:] {
			s.Elems = append(s.Elems, f.hold(f.exprTo(a, elem), n))
		}
	}
	s.Dst = f.slot(in, n)
	s.Src = &flow.Load{Place: s.Dst}
	f.emit(s)
	return true
}

// deleteKey is delete(m, key).
func (f *fn) deleteKey(e *ast.CallExpr) {
	m, key := e.Args[0], e.Args[1]
	T := f.mapOf(m)
	if f.lost(m, e) {
		f.discard(m)
		f.discard(key)
		return
	}
	f.checkGlobal(m)
	in, ok := f.trail(m)
	k := f.hold(f.exprTo(key, T.Key()), e)
	if !ok {
		return
	}
	h := f.hash(k, e)
	f.look(in, func(p flow.Place) { f.onTable("Delete", T, nil, e, &flow.Load{Place: p}, k, h) })
}

// clearMap is clear(m).
func (f *fn) clearMap(e *ast.CallExpr) {
	m := e.Args[0]
	if f.lost(m, e) {
		f.discard(m)
		return
	}
	f.checkGlobal(m)
	if in, ok := f.trail(m); ok {
		f.look(in, func(p flow.Place) { f.onTable("Clear", f.mapOf(m), nil, e, &flow.Load{Place: p}) })
	}
}

// mapSize is len(m); false where maps of the type cannot be tables.
func (f *fn) mapSize(x ast.Expr, n ast.Node) (flow.Expr, bool) {
	T := f.mapOf(x)
	if T == nil || !f.openMap(T) {
		return nil, false
	}
	if !f.isOpenMap(T) {
		f.discard(x)
		return intLit(0), true
	}
	if f.isTrail(x) {
		v := f.store(intLit(0), n)
		if t, ok := f.trail(x); ok {
			f.look(t, func(p flow.Place) { f.onTable("Size", T, v, n, &flow.Load{Place: p}) })
		}
		return load(v), true
	}
	v := f.temp("n", flow.Int, n)
	f.onTable("Size", T, v, n, f.expr(x))
	return load(v), true
}

// isNilMap is m == nil, or m != nil; where maps of the type cannot be tables it is refused.
func (f *fn) isNilMap(e *ast.BinaryExpr, m ast.Expr, T *types.Map) flow.Expr {
	if !f.openMap(T) {
		f.discard(m)
		return f.bad(e, flow.Bool, "nil-compare", "whether %s, of type %s, is nil cannot influence the result",
			f.describe(m), f.typeOf(m))
	}
	if !f.isOpenMap(T) {
		f.discard(m)
		return boolLit(false)
	}
	made := func(p flow.Place) *flow.Load {
		p = extend(p, flow.Step{Kind: flow.StepDeref, At: f.at(e)})
		last := len(p.Type().(*flow.Struct).Fields) - 1
		return &flow.Load{Place: extend(p, flow.Step{Kind: flow.StepField, Field: last, At: f.at(e)})}
	}
	var is *flow.Load
	if f.isTrail(m) {
		v := f.store(boolLit(false), e)
		if t, ok := f.trail(m); ok {
			f.look(t, func(p flow.Place) { f.assign(flow.Place{Var: v}, made(p), e) })
		}
		is = load(v)
	} else {
		is = made(f.placed(f.expr(m), e))
	}
	if e.Op == token.NEQ {
		return is
	}
	return not(is)
}

// hash is a number for a key; equal keys have equal ones.
func (f *fn) hash(key flow.Expr, n ast.Node) flow.Expr {
	h := f.hashed(intLit(0), key, n)
	return f.hold(f.op("ixor", flow.Int, n, h, f.op("iushr", flow.Int, n, h, intLit(29))), n)
}

// hashed mixes a value into a hash.
func (f *fn) hashed(h, x flow.Expr, n ast.Node) flow.Expr {
	switch t := x.Type().(type) {
	case *flow.Basic:
		switch t.Kind {
		case flow.KindReal: // -0 equals 0
			x = f.hold(x, n)
			zero := &flow.Lit{Typ: t}
			bits := f.op("bits", flow.Int, n, retype(x, flow.Real))
			x = &flow.Cond{C: f.op("eq", flow.Bool, n, x, zero), If: intLit(0), Else: bits}
		case flow.KindBool:
			x = &flow.Cond{C: x, If: intLit(1), Else: intLit(0)}
		default:
			x = retype(x, flow.Int)
		}
		const odd = 0x1e3779b97f4a7c15 // about 2⁶⁴ times the golden ratio
		return f.hold(f.op("imul", flow.Int, n, f.op("ixor", flow.Int, n, h, x), intLit(odd)), n)
	case *flow.Struct:
		p := f.placed(x, n)
		for i := range t.Fields {
			h = f.hashed(h, &flow.Load{Place: extend(p, flow.Step{Kind: flow.StepField, Field: i})}, n)
		}
		return h
	case *flow.Array:
		p := f.placed(x, n)
		sum := f.store(h, n)
		loop := &flow.Count{Idx: f.temp("i", flow.Int, n), N: intLit(int64(t.Len)), At: f.at(n)}
		loop.Body = f.block(func() {
			part := &flow.Load{Place: extend(p, flow.Step{Kind: flow.StepIndex, Index: load(loop.Idx), At: f.at(n)})}
			f.assign(flow.Place{Var: sum}, f.hashed(load(sum), part, n), n)
		})
		f.emit(loop)
		return load(sum)
	}
	panic("translate: a key without a hash")
}
