package translate

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// An interface whose methods are called is a function value. What is stored in it becomes a literal that has captured
// the stored value and calls its method; of several methods, the first argument says which. Package own resolves these
// as all function values: where it is known what was stored, a call of a method is a call of that type's method, else
// it switches over the types that may be there.
//
// Which methods of which interfaces are called is known when everything reached was translated. So Translate does that
// again as long as it finds more; programs that call none are translated once, and for them interfaces are opaque.

// assertion is the prefix of the keys of type assertions, which are methods that give the value and whether it is of
// the type.
const assertion = "."

// A uses is what is done with the values of an interface or a map: of an interface, the methods that are called, and
// the types that they are asserted to be, by keys.
type uses struct {
	methods map[string]*types.Func
	asserts map[string]types.Type
	read    bool // of a map: something is read from it
	nils    bool // of an interface: something depends on whether it is nil
}

// calls has the uses of all interfaces, by the texts of their types.
type calls map[string]*uses

func (c calls) count() (n int) {
	for _, u := range c {
		n += len(u.methods) + len(u.asserts)
		if u.read {
			n++
		}
		if u.nils {
			n++
		}
	}
	return n
}

// of are the uses of a type, empty ones at first.
func (c calls) of(T types.Type) *uses {
	key := typeKey(T)
	if c[key] == nil {
		c[key] = &uses{methods: map[string]*types.Func{}, asserts: map[string]types.Type{}}
	}
	return c[key]
}

// clone is a copy that can grow.
func (c calls) clone() calls {
	out := calls{}
	for k, u := range c {
		out[k] = &uses{maps.Clone(u.methods), maps.Clone(u.asserts), u.read, u.nils}
	}
	return out
}

// A layout is the function type that stands for an interface.
type layout struct {
	typ *flow.FuncType
	// chooses says that the first parameter tells which method is meant.
	chooses bool
	methods []*entry
}

// An entry is a method in a layout, and where its parameters and results are among those of the function.
type entry struct {
	key             string
	number          int
	method          *types.Func
	asserted        types.Type
	params, results []int
}

func (l *layout) entry(key string) *entry {
	for _, e := range l.methods {
		if e.key == key {
			return e
		}
	}
	return nil
}

// isOpen reports whether values of an interface type are represented: something is done with them.
func (t *translator) isOpen(T types.Type) bool {
	return isInterface(T) && !isError(T) && !isShelfInterface(T) && t.opened[typeKey(T)] != nil
}

// layout is how the values of an open interface are represented.
func (t *translator) layout(T types.Type) *layout {
	key := typeKey(T)
	if l := t.layouts[key]; l != nil {
		return l
	}
	u := t.opened[key]
	l := &layout{typ: &flow.FuncType{Interface: key}}
	t.layouts[key] = l
	// Methods may take and give such values themselves, alone or in structs: what is around the interface here is
	// nothing to them.
	around := t.doing
	t.doing = map[types.Type]bool{}
	defer func() { t.doing = around }()
	l.chooses = len(u.methods)+len(u.asserts) > 1
	if l.chooses {
		l.typ.Params = []flow.Type{flow.MethodT}
	}
	// Numbers of several methods share places, others have their own, as they may look at different memory.
	place := func(list *[]flow.Type, ft flow.Type, used map[int]bool) int {
		if b, ok := ft.(*flow.Basic); ok {
			for i, have := range *list {
				if have == b && !used[i] && (i > 0 || !l.chooses || list != &l.typ.Params) {
					used[i] = true
					return i
				}
			}
		}
		*list = append(*list, ft)
		used[len(*list)-1] = true
		return len(*list) - 1
	}
	add := func(e *entry, params, results []types.Type) {
		e.number = len(l.methods)
		in, out := map[int]bool{}, map[int]bool{}
		for _, T := range params {
			e.params = append(e.params, place(&l.typ.Params, t.typ(T), in))
		}
		for _, T := range results {
			e.results = append(e.results, place(&l.typ.Results, t.typ(T), out))
		}
		l.methods = append(l.methods, e)
	}
	for _, name := range slices.Sorted(maps.Keys(u.methods)) {
		m := u.methods[name]
		add(&entry{key: name, method: m}, typesOf(m.Signature().Params()), typesOf(m.Signature().Results()))
	}
	for _, name := range slices.Sorted(maps.Keys(u.asserts)) {
		A := u.asserts[name]
		add(&entry{key: name, asserted: A}, nil, []types.Type{A, types.Typ[types.Bool]})
	}
	return l
}

func typesOf(vars *types.Tuple) (out []types.Type) {
	for v := range vars.Variables() {
		out = append(out, v.Type())
	}
	return out
}

// wantMethod notes that a method of an interface is called, and gives its layout if that was known before.
func (f *fn) wantMethod(I types.Type, name string) (*layout, *entry) {
	obj, _, _ := types.LookupFieldOrMethod(I, false, f.pkg.Types, name)
	m, ok := obj.(*types.Func)
	if !ok {
		return nil, nil
	}
	f.found.of(I).methods[m.Name()] = m
	return f.laidOut(I, m.Name())
}

// wantAssertion is wantMethod for an assertion to a type.
func (f *fn) wantAssertion(I, A types.Type) (*layout, *entry) {
	key := assertion + typeKey(A)
	f.found.of(I).asserts[key] = A
	return f.laidOut(I, key)
}

func (f *fn) laidOut(I types.Type, key string) (*layout, *entry) {
	if !f.isOpen(I) {
		return nil, nil
	}
	l := f.layout(I)
	if e := l.entry(key); e != nil {
		return l, e
	}
	return nil, nil
}

// chosen is a call of a method of an interface value.
func (f *fn) chosen(fun flow.Expr, l *layout, m *entry, args []flow.Expr, dst []flow.Place, n ast.Node) *flow.Call {
	c := &flow.Call{Fun: fun, At: f.at(n), Args: make([]flow.Expr, len(l.typ.Params)),
		Dst: make([]flow.Place, len(l.typ.Results))}
	for i, T := range l.typ.Params {
		c.Args[i] = zero(T)
	}
	if l.chooses {
		c.Args[0] = &flow.Lit{Typ: flow.MethodT, I: int64(m.number)}
	}
	for i, k := range m.params {
		c.Args[k] = args[i]
	}
	for i, d := range dst {
		c.Dst[m.results[i]] = d
	}
	return c
}

// callInterface calls a method of what an interface of type I in a place holds.
func (f *fn) callInterface(e *ast.CallExpr, sig *types.Signature, x ast.Expr, at func() (flow.Place, bool),
	I types.Type, name string, dst []flow.Place) {
	if f.givenToRoot(x) {
		d := f.refuse(e, "interface-call", "a call of method %s of the interface %s", name, I)
		if d != nil && typeKey(I) == "math/rand.Source" {
			d.Hint = "take a *rand.Rand"
		} else if d != nil {
			d.Hint = f.insteadOf(x, d.Hint)
		}
		return
	}
	l, m := f.wantMethod(I, name)
	if l == nil { // the next translation knows; what else is in the call may add to that
		f.args(e, sig, nil)
		return
	}
	p, ok := at()
	if !ok {
		return
	}
	fun := f.hold(&flow.Load{Place: p}, e)
	f.emit(f.chosen(fun, l, m, f.args(e, sig, nil), dst, e))
}

// insteadOf says what a function can take in place of an interface of its caller's; hint is for one that is a parameter.
func (f *fn) insteadOf(x ast.Expr, hint string) string {
	if !f.choosing {
		return "take the concrete type, or a type parameter; or differentiate a function that makes the value and calls this one"
	}
	for {
		switch e := ast.Unparen(x).(type) {
		case *ast.IndexExpr:
			return "take a slice of the concrete type; or ints that say of which type each is, and their fields in slices of numbers"
		case *ast.SelectorExpr:
			return "take it as a parameter of its own, whose values may be of several types; or declare the field with the concrete type"
		case *ast.StarExpr:
			return "take the interface itself as the parameter, which no pointer leads to"
		case *ast.TypeAssertExpr:
			x = e.X
			continue
		}
		return hint
	}
}

// givenToRoot reports whether an expression is a parameter of the function with the directive, or a part of one, which
// nothing is assigned to.
func (f *fn) givenToRoot(e ast.Expr) bool {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			if f.pkg.Info.Selections[x] == nil {
				return false
			}
			e = x.X
			continue
		case *ast.IndexExpr:
			e = x.X
			continue
		case *ast.StarExpr:
			e = x.X
			continue
		case *ast.Ident:
			v, ok := f.pkg.Info.Uses[x].(*types.Var)
			top := f.top()
			return ok && top.isRoot && !top.choosable[v] && isParameter(top.sig, v) && len(f.use.assigned[v]) == 0 &&
				!f.use.wild[v]
		}
		return false
	}
}

func isParameter(sig *types.Signature, v *types.Var) bool {
	for p := range sig.Params().Variables() {
		if p == v {
			return true
		}
	}
	return sig.Recv() == v
}

// inInterface is the value of e, of a type that is not I or nil, stored in a variable of the open interface type I.
func (f *fn) inInterface(e ast.Expr, I types.Type) flow.Expr {
	from := f.typeOf(e)
	if isInterface(from) && !f.isOpen(from) && !isError(from) {
		f.needAll(from, I)
		f.discard(e)
		return zero(f.translator.typ(I))
	}
	x := f.expr(e)
	return f.boxedIn(x, from, I, e)
}

// needAll asks for all that is done with I of another interface type.
func (f *fn) needAll(from, I types.Type) {
	u := f.opened[typeKey(I)]
	for _, name := range slices.Sorted(maps.Keys(u.methods)) {
		f.wantMethod(from, name)
	}
	for _, name := range slices.Sorted(maps.Keys(u.asserts)) {
		f.wantAssertion(from, u.asserts[name])
	}
}

// boxedIn is a value of type from as a value of the open interface type I.
func (f *fn) boxedIn(x flow.Expr, from, I types.Type, n ast.Node) flow.Expr {
	if typeKey(from) == typeKey(I) {
		return x
	}
	// An assertion in the box makes boxes, too. Those for what is being made already would have no end.
	key := [2]string{typeKey(from), typeKey(I)}
	if f.boxing[key] {
		d := f.refuse(n, "type-assertion", "a value that is asserted to the interface %s, and from that to others and back", I)
		if d != nil {
			d.Hint = "leave out an assertion to what the interface has already, or take the concrete type"
		}
		return zero(f.translator.typ(I))
	}
	f.boxing[key] = true
	defer delete(f.boxing, key)
	v := f.store(x, n)
	name := strings.TrimPrefix(types.TypeString(from, func(*types.Package) string { return "" }), "*")
	box := f.box(name, I, n, func(lit *flow.Func, m *entry) { f.boxMethod(lit, m, flow.Place{Var: v}, from, n) })
	if !f.isOpen(from) {
		return box
	}
	// nil stays nil
	f.found.of(from).nils = true
	out := f.store(zero(f.translator.typ(I)), n)
	set := f.block(func() { f.assign(flow.Place{Var: out}, box, n) })
	f.emit(&flow.If{Cond: not(&flow.IsNil{X: load(v), At: f.at(n)}), Then: set, At: f.at(n)})
	return load(out)
}

// box is a literal that is a value of the interface type I; call emits what a method of it does.
func (f *fn) box(name string, I types.Type, n ast.Node, call func(lit *flow.Func, m *entry)) *flow.Closure {
	l := f.layout(I)
	lit := &flow.Func{Name: name, At: f.at(n), Interface: l.typ.Interface}
	for _, T := range l.typ.Params {
		lit.Params = append(lit.Params, f.temp("x", T, n))
	}
	for _, T := range l.typ.Results {
		lit.Results = append(lit.Results, f.temp("y", T, n))
	}
	for i, m := range slices.Backward(l.methods) {
		body := f.block(func() { call(lit, m) })
		if i == len(l.methods)-1 {
			lit.Body = body
			continue
		}
		lit.Body = []flow.Stmt{&flow.If{
			Cond: f.op("ieq", flow.Bool, n, load(lit.Params[0]), &flow.Lit{Typ: flow.MethodT, I: int64(m.number)}),
			Then: body, Else: lit.Body, At: f.at(n),
		}}
	}
	lit.Body = append(lit.Body, &flow.Return{At: lit.At})
	return &flow.Closure{Func: lit}
}

// boxMethod calls one method of a value at a place.
func (f *fn) boxMethod(lit *flow.Func, m *entry, at flow.Place, from types.Type, n ast.Node) {
	args, dst := make([]flow.Expr, len(m.params)), make([]flow.Place, len(m.results))
	for i, k := range m.params {
		args[i] = load(lit.Params[k])
	}
	for i, k := range m.results {
		dst[i] = flow.Place{Var: lit.Results[k]}
	}
	if m.asserted != nil {
		f.assert(at, from, m.asserted, dst, n)
		return
	}
	obj, index, _ := types.LookupFieldOrMethod(from, true, m.method.Pkg(), m.method.Name())
	method, ok := obj.(*types.Func)
	if !ok {
		f.refuse(n, "unsupported", "no method %s of %s", m.method.Name(), from)
		return
	}
	p := f.along(at, index[:len(index)-1], n)
	if I := f.lastField(from, index); isInterface(I) {
		if l, m := f.wantMethod(I, method.Name()); l != nil {
			f.emit(f.chosen(&flow.Load{Place: p}, l, m, args, dst, n))
		}
		return
	}
	_, wantPtr := types.Unalias(method.Signature().Recv().Type()).(*types.Pointer)
	isPtr := points(p.Type())
	var self flow.Expr = &flow.Load{Place: p}
	switch {
	case isOpaque(p.Type()) && !isOpaque(f.typ(method.Signature().Recv().Type())):
		f.refuse(n, "opaque-value", "%s, in the interface, is not known to the derivative", from)
		return
	case wantPtr && !isPtr && !isOpaque(p.Type()):
		self = &flow.Addr{Place: p}
	case !wantPtr && isPtr:
		self = &flow.Load{Place: extend(p, flow.Step{Kind: flow.StepDeref, At: f.at(n)})}
	}
	if g := f.function(n, method, f.subst.recvArgs(method)); g != nil {
		f.emit(&flow.Call{Func: g, Args: append([]flow.Expr{self}, args...), Dst: dst, At: f.at(n)})
	}
}

// along goes from a place along embedded fields.
func (f *fn) along(p flow.Place, index []int, n ast.Node) flow.Place {
	for _, i := range index {
		if _, ok := p.Type().(*flow.Pointer); ok {
			p = extend(p, flow.Step{Kind: flow.StepDeref, At: f.at(n)})
		}
		if st, ok := p.Type().(*flow.Struct); !ok || i >= len(st.Fields) {
			return flow.Place{Var: f.temp("bad", flow.OpaqueT, n)}
		}
		p = extend(p, flow.Step{Kind: flow.StepField, Field: i, At: f.at(n)})
	}
	return p
}

// assert stores what is in a place, of type from, as a value of type A, and whether it is one.
func (f *fn) assert(p flow.Place, from, A types.Type, dst []flow.Place, n ast.Node) {
	if f.isOpen(from) { // an interface in an interface: it holds no interfaces itself
		if l, m := f.wantAssertion(from, A); l != nil {
			f.emit(f.chosen(&flow.Load{Place: p}, l, m, nil, dst, n))
		}
		return
	}
	is := typeKey(from) == typeKey(A)
	if i, ok := A.Underlying().(*types.Interface); ok {
		is = types.Implements(from, i)
	}
	if !is {
		return // zero and false
	}
	var x flow.Expr = &flow.Load{Place: p}
	if isInterface(A) {
		if f.isOpen(A) {
			x = f.boxedIn(x, from, A, n)
		} else {
			x = zero(f.translator.typ(A))
		}
	}
	f.emit(&flow.Assign{Dst: dst, Src: []flow.Expr{x, boolLit(true)}, At: f.at(n)})
}

// asserted is x.(T) for an interface whose values are made here; ok is where it goes whether it is one, or the place
// without a variable: then another type stops the program.
func (f *fn) asserted(e *ast.TypeAssertExpr, dst, ok flow.Place) bool {
	I, A := f.typeOf(e.X), f.typeOf(e.Type)
	if !f.canOpen(e.X) {
		return false
	}
	l, m := f.wantAssertion(I, A)
	if l == nil {
		f.discard(e.X)
		return true
	}
	fun := f.hold(f.expr(e.X), e)
	must := ok.Var == nil
	if must {
		ok = flow.Place{Var: f.temp("ok", flow.Bool, e)}
	}
	f.takeOut(fun, I, l, m, dst, ok, e)
	if must {
		fail := &flow.Fail{Msg: "interface conversion: the value is of another type", At: f.at(e)}
		f.emit(&flow.If{Cond: not(&flow.Load{Place: ok}), Then: []flow.Stmt{fail}, At: f.at(e)})
	}
	return true
}

// takeOut calls an assertion, which of nil gives zero and false.
func (f *fn) takeOut(fun flow.Expr, I types.Type, l *layout, m *entry, dst, ok flow.Place, n ast.Node) {
	f.found.of(I).nils = true
	call := f.chosen(fun, l, m, nil, []flow.Place{dst, ok}, n)
	nothing := &flow.Assign{Dst: []flow.Place{ok}, Src: []flow.Expr{boolLit(false)}, At: f.at(n)}
	if dst.Var != nil {
		nothing.Dst, nothing.Src = append(nothing.Dst, dst), append(nothing.Src, zero(dst.Type()))
	}
	f.emit(nothing)
	f.emit(&flow.If{Cond: not(&flow.IsNil{X: fun, At: f.at(n)}), Then: []flow.Stmt{call}, At: f.at(n)})
}

// canOpen reports whether values of an interface can be looked into: it is none of a library that has its own versions
// here, no error, and not what the caller of the function with the directive gives.
func (f *fn) canOpen(e ast.Expr) bool {
	I := f.typeOf(e)
	return isInterface(I) && !isError(I) && !isShelfInterface(I) && !f.givenToRoot(e)
}

// fromInterface is a value of type from as one of the open interface type to.
func (f *fn) fromInterface(x flow.Expr, from, to types.Type, n ast.Node) flow.Expr {
	if isInterface(from) && !f.isOpen(from) {
		f.needAll(from, to)
		return zero(f.translator.typ(to))
	}
	return f.boxedIn(x, from, to, n)
}

// assignAsserted is v, ok = x.(T); false where values of the interface are not made here.
func (f *fn) assignAsserted(lhs []ast.Expr, rhs ast.Expr, define bool, n ast.Node) bool {
	e, is := ast.Unparen(rhs).(*ast.TypeAssertExpr)
	if !is || !f.canOpen(e.X) {
		return false
	}
	v, ok := flow.Place{}, flow.Place{Var: f.temp("ok", flow.Bool, n)}
	T := f.typ(f.typeOf(e.Type))
	if !f.unwanted(lhs[0]) {
		v.Var = f.temp("a", T, n)
	}
	if !f.asserted(e, v, ok) {
		return false
	}
	vals := []flow.Expr{nil, load(ok.Var)}
	if v.Var != nil {
		vals[0] = load(v.Var)
	}
	f.assignEach(lhs, vals, define, n)
	return true
}

// openSwitch is a type switch on an interface whose values are made here.
func (f *fn) openSwitch(s *ast.TypeSwitchStmt, label string) {
	if s.Init != nil {
		f.stmt(s.Init, "")
	}
	x := switchedOn(s)
	I := f.typeOf(x)
	if !f.isOpen(I) { // the next translation knows; see what there is in the clauses
		f.discard(x)
	}
	var fun flow.Expr
	if f.isOpen(I) {
		fun = load(f.store(f.expr(x), x))
	}
	b := &flow.Block{}
	t := f.push(&target{label: label, out: b})
	b.Body = f.block(func() { f.dead = f.typeClauses(s, s.Body.List, I, fun) })
	f.pop()
	f.dead = f.dead && !t.left
	f.emitBlock(b, t.left)
}

// typeClauses is the chain of Ifs for the clauses of a type switch; it reports whether control never comes behind it.
func (f *fn) typeClauses(s *ast.TypeSwitchStmt, list []ast.Stmt, I types.Type, fun flow.Expr) bool {
	for i, c := range list {
		c := c.(*ast.CaseClause)
		if c.List == nil {
			continue
		}
		cond := f.store(boolLit(false), c)
		var value *flow.Var
		for _, e := range c.List {
			v := f.isOfType(c, e, I, fun, cond, len(c.List) == 1)
			if v != nil {
				value = v
			}
		}
		var dead [2]bool
		then := f.block(func() { dead[0] = f.typeBody(c, value, fun) })
		other := f.block(func() { dead[1] = f.typeClauses(s, list[i+1:], I, fun) })
		f.emit(&flow.If{Cond: load(cond), Then: then, Else: other, At: f.at(c)})
		return dead[0] && dead[1]
	}
	for _, c := range s.Body.List {
		if c := c.(*ast.CaseClause); c.List == nil {
			return f.typeBody(c, nil, fun)
		}
	}
	return false
}

// isOfType sets cond where the value is of one more type, and gives the variable that then holds it, if it is wanted.
func (f *fn) isOfType(c *ast.CaseClause, e ast.Expr, I types.Type, fun flow.Expr, cond *flow.Var,
	single bool) *flow.Var {
	if !f.pkg.Info.Types[e].IsType() { // nil
		f.found.of(I).nils = true
		if fun != nil {
			is := &flow.Cond{C: load(cond), If: boolLit(true), Else: &flow.IsNil{X: fun, At: f.at(e)}}
			f.assign(flow.Place{Var: cond}, is, e)
		}
		return nil
	}
	A := f.typeOf(e)
	l, m := f.wantAssertion(I, A)
	if l == nil || fun == nil {
		if single && f.pkg.Info.Implicits[c] != nil {
			return f.temp("a", f.typ(A), e)
		}
		return nil
	}
	value := flow.Place{}
	if single && f.pkg.Info.Implicits[c] != nil && !isOpaque(f.typ(A)) {
		value.Var = f.temp("a", f.typ(A), e)
	}
	take := f.block(func() { f.takeOut(fun, I, l, m, value, flow.Place{Var: cond}, e) })
	if single {
		f.out = append(f.out, take...)
	} else {
		f.emit(&flow.If{Cond: not(load(cond)), Then: take, At: f.at(e)})
	}
	return value.Var
}

// typeBody is the body of a clause; value is what its variable holds, the interface itself where it is nil.
func (f *fn) typeBody(c *ast.CaseClause, value *flow.Var, fun flow.Expr) bool {
	if obj := f.pkg.Info.Implicits[c]; obj != nil && !isOpaque(f.typ(obj.Type())) {
		v := f.declare(obj)
		switch {
		case value != nil:
			f.assign(flow.Place{Var: v}, load(value), c)
		case fun != nil:
			f.assign(flow.Place{Var: v}, fun, c)
		}
	}
	f.dead = false
	f.stmts(c.Body)
	dead := f.dead
	f.dead = false
	return dead
}

// interfaceValue is the method of an interface value as a function.
func (f *fn) interfaceValue(e *ast.SelectorExpr, method *types.Func, I types.Type, T flow.Type) flow.Expr {
	if f.givenToRoot(e.X) {
		if d := f.refuse(e, "interface-call", "a method of the interface %s", I); d != nil {
			d.Hint = f.insteadOf(e.X, d.Hint)
		}
		return zero(T)
	}
	l, m := f.wantMethod(I, method.Name())
	ft, ok := T.(*flow.FuncType)
	if l == nil || !ok {
		return zero(T)
	}
	index := f.pkg.Info.Selections[e].Index()
	p, ok := f.fields(e.X, index[:len(index)-1])
	if !ok {
		return zero(T)
	}
	self := f.store(&flow.Load{Place: p}, e)
	nothing := &flow.Fail{Msg: "a method of nil", At: f.at(e)}
	f.emit(&flow.If{Cond: &flow.IsNil{X: load(self), At: f.at(e)}, Then: []flow.Stmt{nothing}, At: f.at(e)})
	lit := &flow.Func{Name: method.Name() + "-fm", At: f.at(e)}
	var args []flow.Expr
	var dst []flow.Place
	for _, P := range ft.Params {
		v := f.temp("x", P, e)
		lit.Params, args = append(lit.Params, v), append(args, load(v))
	}
	for _, R := range ft.Results {
		v := f.temp("y", R, e)
		lit.Results, dst = append(lit.Results, v), append(dst, flow.Place{Var: v})
	}
	lit.Body = []flow.Stmt{f.chosen(load(self), l, m, args, dst, e), &flow.Return{At: lit.At}}
	return &flow.Closure{Func: lit}
}
