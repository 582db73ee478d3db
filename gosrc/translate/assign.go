package translate

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/mend"
)

func (f *fn) assignStmt(s *ast.AssignStmt) {
	switch s.Tok {
	case token.ASSIGN, token.DEFINE:
		f.assignAll(s.Lhs, s.Rhs, s.Tok == token.DEFINE, s)
	default:
		f.opAssign(s.Lhs[0], s.Rhs[0], s.Tok, s)
	}
}

// assignAll is lhs = rhs, or lhs := rhs.
func (f *fn) assignAll(lhs, rhs []ast.Expr, define bool, n ast.Node) {
	switch {
	case len(lhs) != len(rhs):
		f.assignTuple(lhs, rhs[0], define, n)
	case len(lhs) == 1:
		f.assignOne(lhs[0], rhs[0], define, n)
	default:
		f.assignMany(lhs, rhs, define, n)
	}
}

// unwanted reports whether what is assigned to an expression is dropped: it is blank, or opaque.
func (f *fn) unwanted(lhs ast.Expr) bool {
	if id, ok := ast.Unparen(lhs).(*ast.Ident); ok && id.Name == "_" {
		return true
	}
	T := f.pkg.Info.TypeOf(lhs)
	return T == nil || isOpaque(f.typ(T)) || f.dropsWrite(lhs)
}

// target is where an assignment stores: a new variable, or a place.
func (f *fn) dest(lhs ast.Expr, define bool) flow.Place {
	if id, ok := lhs.(*ast.Ident); ok && define {
		if obj := f.pkg.Info.Defs[id]; obj != nil {
			return flow.Place{Var: f.declare(obj)}
		}
	}
	f.checkGlobal(lhs)
	return f.place(lhs)
}

// destOf is dest; for an element of a map it is a temporary, which done puts into the map.
func (f *fn) destOf(lhs ast.Expr, define bool) (p flow.Place, done func()) {
	e := f.writesMap(lhs)
	if e == nil {
		return f.dest(lhs, define), func() {}
	}
	p.Var = f.temp("v", f.typ(f.pkg.Info.TypeOf(lhs)), lhs)
	lost := f.lost(e.X, e)
	if !lost {
		f.checkGlobal(e)
	}
	in := f.entry(e)
	if lost || in == nil {
		return p, func() {}
	}
	in.m, in.key = f.kept(in.m, lhs), f.kept(in.key, lhs)
	return p, func() { f.assign(f.slot(in, lhs), load(p.Var), lhs) }
}

// kept is a value that stays what it is when variables are assigned.
func (f *fn) kept(e flow.Expr, n ast.Node) flow.Expr {
	if l, ok := e.(*flow.Load); ok {
		return load(f.store(l, n))
	}
	return e
}

// assignEach assigns values to what stands on the left, if it is wanted: first all that is needed to know where to
// store, then the stores. The values are not of variables that are assigned.
func (f *fn) assignEach(lhs []ast.Expr, vals []flow.Expr, define bool, n ast.Node) {
	dst := make([]flow.Place, len(lhs))
	done := make([]func(), len(lhs))
	for i, l := range lhs {
		if f.unwanted(l) {
			f.discardLeft(l, define)
		} else {
			dst[i], done[i] = f.destOf(l, define)
		}
	}
	f.detach(dst, n)
	a := &flow.Assign{At: f.at(n)}
	variables := true
	for i, d := range dst {
		if d.Var != nil {
			a.Dst, a.Src = append(a.Dst, d), append(a.Src, vals[i])
			variables = variables && len(d.Path) == 0
		}
	}
	if !variables {
		f.emit(a)
	} else {
		for i, d := range a.Dst {
			f.assign(d, a.Src[i], n)
		}
	}
	for _, d := range done {
		if d != nil {
			d()
		}
	}
}

// checkGlobal refuses a write to a package variable.
func (f *fn) checkGlobal(lhs ast.Expr) {
	for {
		switch e := ast.Unparen(lhs).(type) {
		case *ast.Ident:
			f.refuseGlobal(e, lhs)
			return
		case *ast.SelectorExpr:
			if f.pkg.Info.Selections[e] == nil {
				f.refuseGlobal(e.Sel, e)
				return
			}
			lhs = e.X
		case *ast.IndexExpr:
			lhs = e.X
		case *ast.StarExpr:
			lhs = e.X
		case *ast.SliceExpr:
			lhs = e.X
		default:
			return
		}
	}
}

func (f *fn) refuseGlobal(id *ast.Ident, n ast.Node) {
	if obj, ok := f.pkg.Info.Uses[id].(*types.Var); ok && isGlobal(obj) && f.lookup(obj) == nil {
		d := f.refuse(n, "global-write", "a write to the package variable %s", obj.Name())
		f.offer(d, "leave it out: nothing reads "+obj.Name(), func(c *mend.Change) { c.Unwrite(id, obj) })
		if top := f.top(); top.globals[obj] == nil { // once is enough
			top.globals[obj] = &flow.Var{Name: obj.Name(), Type: f.typ(obj.Type()), Global: true}
		}
	}
}

// isGlobal reports whether a variable is one of a package.
func isGlobal(v *types.Var) bool { return v.Pkg() != nil && v.Parent() == v.Pkg().Scope() }

func (f *fn) assignOne(lhs, rhs ast.Expr, define bool, n ast.Node) {
	if f.defineHidden(lhs, rhs, define, n) || f.defineTable(lhs, rhs, define) {
		return
	}
	if f.unwanted(lhs) {
		f.discardLeft(lhs, define)
		f.discardRight(lhs, rhs)
		return
	}
	T := f.pkg.Info.TypeOf(lhs)
	if e := f.writesMap(lhs); e != nil {
		if !f.appendInMap(e, rhs, n) {
			f.storeInMap(e, func() flow.Expr { return f.exprTo(rhs, T) }, n)
		}
		return
	}
	if id, ok := lhs.(*ast.Ident); ok && define && f.pkg.Info.Defs[id] != nil {
		// The new variable is not in scope on the right, but a literal that is translated again may hold an old one.
		v := &flow.Var{Name: id.Name, Type: f.typ(T), At: f.at(id)}
		if !f.direct(flow.Place{Var: v}, rhs, T) {
			f.assign(flow.Place{Var: v}, f.exprTo(rhs, T), n)
		}
		f.vars[f.pkg.Info.Defs[id]] = v
		if v.Type == flow.Type(flow.Int) {
			f.keepsTo(f.pkg.Info.Defs[id], f.spanOf(rhs))
		}
		return
	}
	dst := f.dest(lhs, define)
	if !f.direct(dst, rhs, T) {
		f.assign(dst, f.exprTo(rhs, T), n)
	}
}

// defineHidden declares a variable of an interface of the shelf that is assigned but once, as one of the type of its
// value.
func (f *fn) defineHidden(lhs, rhs ast.Expr, define bool, n ast.Node) bool {
	T := f.heldBy(lhs, rhs, define)
	if T == nil {
		return false
	}
	id := lhs.(*ast.Ident)
	v := &flow.Var{Name: id.Name, Type: f.translator.typ(T), At: f.at(id)}
	f.assign(flow.Place{Var: v}, f.expr(rhs), n)
	f.vars[f.pkg.Info.Defs[id]] = v
	f.holds(f.pkg.Info.Defs[id], T)
	return true
}

// heldBy is the type of what a new variable of an interface of the shelf holds, if it is assigned but here; or nil.
func (f *fn) heldBy(lhs, rhs ast.Expr, define bool) types.Type {
	id, ok := lhs.(*ast.Ident)
	if !ok || !define || id.Name == "_" {
		return nil
	}
	obj := f.pkg.Info.Defs[id]
	if obj == nil || !isShelfInterface(f.subst.typ(obj.Type())) || f.use == nil || len(f.use.assigned[obj]) > 0 {
		return nil
	}
	return f.concrete(rhs)
}

// holds notes what a variable holds.
func (f *fn) holds(obj types.Object, T types.Type) {
	if T == nil {
		return
	}
	if f.values == nil {
		f.values = map[types.Object]types.Type{}
	}
	f.values[obj] = T
}

// discardLeft evaluates the left side of a dropped assignment.
func (f *fn) discardLeft(lhs ast.Expr, define bool) {
	if _, ok := ast.Unparen(lhs).(*ast.Ident); ok && define {
		return
	}
	if f.dropsWrite(lhs) {
		f.discardWrite(lhs)
		return
	}
	f.checkGlobal(lhs)
	switch e := ast.Unparen(lhs).(type) {
	case *ast.IndexExpr:
		if _, ok := f.typeOf(e.X).Underlying().(*types.Map); ok {
			f.discard(e.X)
			f.discard(e.Index)
			return
		}
		f.discard(e.X)
		f.discard(e.Index)
	case *ast.SelectorExpr:
		f.discard(e.X)
	case *ast.StarExpr:
		f.discard(e.X)
	}
}

// direct lets a call or an append store into the place itself, without a temporary. It reports whether it did.
func (f *fn) direct(dst flow.Place, rhs ast.Expr, T types.Type) bool {
	call, ok := ast.Unparen(rhs).(*ast.CallExpr)
	if !ok || f.pkg.Info.Types[call].Value != nil || f.pkg.Info.Types[call.Fun].IsType() {
		return false
	}
	if !flow.Same(f.typ(T), f.typ(f.pkg.Info.TypeOf(call))) || isOpaque(f.typ(T)) {
		return false
	}
	if name, ok := f.builtin(call.Fun); ok {
		if name != "append" {
			return false
		}
		f.appendTo(call, dst)
		return true
	}
	if f.isKnown(call) || isError(f.subst.typ(T)) {
		return false
	}
	f.callInto(call, []flow.Place{dst})
	return true
}

// isKnown reports whether known would answer, without translating the arguments.
func (f *fn) isKnown(call *ast.CallExpr) bool {
	obj, _, recv := f.callee(ast.Unparen(call.Fun))
	if obj == nil || recv != nil || obj.Pkg() == nil || f.translator.pkg(obj.Pkg().Path()) != nil {
		return false
	}
	path := obj.Pkg().Path()
	return path == "math" || path == "math/bits" || path == "errors" || path == "fmt"
}

// assignMany is a, b = x, y: first all that is needed to know where to store, then all values, then the stores.
func (f *fn) assignMany(lhs, rhs []ast.Expr, define bool, n ast.Node) {
	dst := make([]flow.Place, len(lhs))
	held := make([]types.Type, len(lhs))
	done := make([]func(), len(lhs))
	for i, l := range lhs {
		if held[i] = f.heldBy(l, rhs[i], define); held[i] != nil {
			dst[i].Var = &flow.Var{Name: l.(*ast.Ident).Name, Type: f.translator.typ(held[i]), At: f.at(l)}
			continue
		}
		if f.unwanted(l) {
			f.discardLeft(l, define)
			continue
		}
		if id, ok := l.(*ast.Ident); ok && define && f.pkg.Info.Defs[id] != nil {
			obj := f.pkg.Info.Defs[id]
			dst[i].Var = &flow.Var{Name: id.Name, Type: f.typ(obj.Type()), At: f.at(id)}
			continue
		}
		dst[i], done[i] = f.destOf(l, define)
	}
	f.detach(dst, n)
	a := &flow.Assign{At: f.at(n)}
	for i, r := range rhs {
		if dst[i].Var == nil {
			f.discard(r)
			continue
		}
		a.Dst = append(a.Dst, dst[i])
		if held[i] != nil {
			a.Src = append(a.Src, f.expr(r))
			continue
		}
		a.Src = append(a.Src, f.exprTo(r, f.pkg.Info.TypeOf(lhs[i])))
	}
	for i, l := range lhs {
		if id, ok := l.(*ast.Ident); ok && define && dst[i].Var != nil && f.pkg.Info.Defs[id] != nil {
			f.vars[f.pkg.Info.Defs[id]] = dst[i].Var
			f.holds(f.pkg.Info.Defs[id], held[i])
		}
	}
	if len(a.Dst) > 0 {
		f.emit(a)
	}
	for _, d := range done {
		if d != nil {
			d()
		}
	}
}

// detach keeps the slices and pointers that destinations go through from changing before the stores: in
// a, a[0] = b, 1 the element is one of the old a.
func (f *fn) detach(dst []flow.Place, n ast.Node) {
	for i, d := range dst {
		for j := range d.Path {
			if d.Path[j].Kind == flow.StepField {
				continue
			}
			base := flow.Place{Var: d.Var, Path: d.Path[:j]}
			switch base.Type().(type) {
			case *flow.Slice, *flow.Pointer:
			default:
				continue
			}
			if assignedIn(dst[:i], base) {
				v := f.store(&flow.Load{Place: base}, n)
				dst[i] = flow.Place{Var: v, Path: d.Path[j:]}
				break
			}
		}
	}
}

// assignedIn reports whether one of the places is p or may be around it: the same variable and no longer path.
func assignedIn(dst []flow.Place, p flow.Place) bool {
	for _, d := range dst {
		if d.Var == p.Var && len(d.Path) <= len(p.Path) {
			return true
		}
	}
	return false
}

// assignTuple is a, b = f(). The comma-ok forms have no place in the subset.
func (f *fn) assignTuple(lhs []ast.Expr, rhs ast.Expr, define bool, n ast.Node) {
	call, ok := ast.Unparen(rhs).(*ast.CallExpr)
	if !ok {
		if f.assignLookup(lhs, rhs, define, n) || f.assignAsserted(lhs, rhs, define, n) {
			return
		}
		f.commaOk(rhs)
		return
	}
	tuple := f.results(call)
	dst := make([]flow.Place, len(lhs))
	var later []func(*flow.Assign) // what gets another type
	var born []*flow.Var
	var done []func()
	for i, l := range lhs {
		born = append(born, nil)
		if f.unwanted(l) {
			f.discardLeft(l, define)
			continue
		}
		T := f.typeOf(l)
		ft := f.translator.typ(T)
		var p flow.Place
		if id, ok := l.(*ast.Ident); ok && define && f.pkg.Info.Defs[id] != nil {
			p.Var = &flow.Var{Name: id.Name, Type: ft, At: f.at(id)}
			born[i] = p.Var
		} else {
			var put func()
			p, put = f.destOf(l, define)
			done = append(done, put)
		}
		if flow.Same(ft, f.translator.typ(tuple[i])) {
			dst[i] = p
			continue
		}
		dst[i].Var = f.temp("c", f.translator.typ(tuple[i]), l)
		v := dst[i].Var
		later = append(later, func(a *flow.Assign) {
			a.Dst, a.Src = append(a.Dst, p), append(a.Src, f.assignable(load(v), tuple[i], T, call))
		})
	}
	f.detach(dst, n)
	f.callInto(call, dst)
	if len(later) > 0 {
		a := &flow.Assign{At: f.at(n)}
		for _, add := range later {
			add(a)
		}
		f.emit(a)
	}
	for _, put := range done {
		put()
	}
	for i, l := range lhs {
		if born[i] != nil {
			f.vars[f.pkg.Info.Defs[l.(*ast.Ident)]] = born[i]
		}
	}
}

func (f *fn) commaOk(rhs ast.Expr) {
	switch e := ast.Unparen(rhs).(type) {
	case *ast.IndexExpr:
		f.refuse(e, "map-value", "a value looked up in a map")
	case *ast.TypeAssertExpr:
		f.refuseAssertion(e)
	default:
		f.refuse(e, "channel", "a value received from a channel")
	}
}

// opAssign is lhs op= rhs; lhs is evaluated once.
func (f *fn) opAssign(lhs, rhs ast.Expr, tok token.Token, n ast.Node) {
	if f.unwanted(lhs) {
		f.discardLeft(lhs, false)
		f.discardRight(lhs, rhs)
		return
	}
	op := tok + (token.ADD - token.ADD_ASSIGN)
	change := func(x, y flow.Expr) flow.Expr {
		if op == token.SHL || op == token.SHR {
			return f.shift(op, x, y, n, f.pkg.Info.Types[ast.Unparen(rhs)].Value)
		}
		return f.arith(op, x, y, n)
	}
	if e := f.writesMap(lhs); e != nil {
		f.changeInMap(e, func() flow.Expr { return f.expr(rhs) }, change, n)
		return
	}
	f.checkGlobal(lhs)
	p := f.fixed(f.place(lhs), n)
	if f.refusedPlace(p, lhs) {
		f.expr(rhs) // for what is to be said of it
		return
	}
	x := &flow.Load{Place: p}
	f.assign(p, change(x, f.expr(rhs)), n)
}

// refusedPlace reports whether p stands for the place of a number that has been refused.
func (f *fn) refusedPlace(p flow.Place, lhs ast.Expr) bool {
	return isOpaque(p.Type()) && !isOpaque(f.typ(f.typeOf(lhs)))
}

// incDec is x++ or x--.
func (f *fn) incDec(s *ast.IncDecStmt) {
	if f.dropsWrite(s.X) {
		f.discardWrite(s.X)
		return
	}
	one := f.constant(constant.MakeInt64(1), f.typeOf(s.X), s)
	op := token.ADD
	if s.Tok == token.DEC {
		op = token.SUB
	}
	if e := f.writesMap(s.X); e != nil {
		f.changeInMap(e, func() flow.Expr { return one },
			func(x, y flow.Expr) flow.Expr { return f.arith(op, x, y, s) }, s)
		return
	}
	f.checkGlobal(s.X)
	p := f.fixed(f.place(s.X), s)
	if f.refusedPlace(p, s.X) {
		return
	}
	f.assign(p, f.arith(op, &flow.Load{Place: p}, one, s), s)
}
