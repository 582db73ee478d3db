package translate

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// An Asked is a function that a directive of a package asks for.
type Asked struct {
	Name string
	// Workspace is the name of the type that has the function as a method, too.
	Workspace string
	Of        *types.Func
	TypeArgs  []types.Type
	// Verb is the word of the directive: func, grad, vjp, jvp, hvp, jacobian or hessian.
	Verb string
	// Wrt are paths of names, from a parameter on; none means all that vary. Result is the name of the result to
	// differentiate, where it is given.
	Wrt    [][]string
	Result string
	Colors bool
	// DropEffects is that of [Root].
	DropEffects bool
}

// asked is what a directive asks for under the name of a function without a body, or nil.
func (t *translator) askedFor(obj *types.Func) (*pkgInfo, *Asked) {
	if obj.Pkg() == nil {
		return nil, nil
	}
	p := t.pkg(obj.Pkg().Path())
	if p == nil || p.decl(obj) != nil {
		return nil, nil
	}
	recv := ""
	if n := recvNamed(obj); n != nil {
		recv = n.Obj().Name()
	}
	for i, a := range p.Asked {
		self := ""
		if n := recvNamed(a.Of); n != nil {
			self = n.Obj().Name()
		}
		generic := recv == "" && len(a.TypeArgs) > 0 // of a generic type: a function whose first parameter is the receiver
		if a.Name == obj.Name() && (recv == self || recv == a.Workspace || generic) {
			return p, &p.Asked[i]
		}
	}
	return nil, nil
}

// derivedCall translates a call of a derivative that is generated: the value, and calls of what differentiation makes.
// It reports whether the call is one.
func (f *fn) derivedCall(e *ast.CallExpr, dst []flow.Place) bool {
	obj, _, recv := f.callee(ast.Unparen(e.Fun))
	if obj == nil {
		return false
	}
	p, a := f.askedFor(obj)
	if a == nil && f.makesWorkspace(obj) {
		for _, p := range dst {
			if p.Var != nil {
				f.assign(p, zero(p.Type()), e)
			}
		}
		return true
	}
	if a == nil || f.derivativeFor(f.pkg, obj) != nil {
		return false
	}
	d := &derived{fn: f, e: e, asked: a, dst: dst}
	if decl := p.decl(a.Of); decl == nil || decl.Body == nil {
		d.cannot("%s has no body here", a.Of.Name())
		return true
	}
	f.dropping(a.DropEffects, func() { d.of = f.instance(f.pkg, p, a.Of, a.TypeArgs) })
	subst := newSubst(f.ctx, a.Of.Signature(), a.TypeArgs)
	vals := f.derivedArgs(e, obj, recv, a)
	if len(vals) < len(d.of.Params) {
		return true // of a workspace that is not known, which was said
	}
	d.args, d.rest = vals[:len(d.of.Params)], vals[len(d.of.Params):]
	d.goParams = parametersOf(a.Of.Signature(), subst)
	d.translate()
	return true
}

// makesWorkspace reports whether a function makes a workspace, of which a derivative that is called needs none.
func (f *fn) makesWorkspace(obj *types.Func) bool {
	if obj.Pkg() == nil {
		return false
	}
	p := f.translator.pkg(obj.Pkg().Path())
	return p != nil && p.decl(obj) == nil && slices.ContainsFunc(p.Asked, func(a Asked) bool {
		return strings.EqualFold(obj.Name(), "New"+a.Workspace)
	})
}

// derivedArgs are the arguments of such a call, the receiver first, held so that each can be named again.
func (f *fn) derivedArgs(e *ast.CallExpr, obj *types.Func, recv *ast.SelectorExpr, a *Asked) []flow.Expr {
	var out []flow.Expr
	if recv != nil {
		if n := recvNamed(obj); n != nil && n.Obj().Name() == a.Workspace {
			f.discard(recv.X)
		} else {
			self, _ := f.receiver(recv, obj)
			if self == nil {
				return nil
			}
			out = append(out, self)
		}
	}
	out = append(out, f.args(e, obj.Signature(), nil)...)
	for i, x := range out {
		if z, ok := x.(*flow.Zero); ok && !isScalar(z.Typ) { // nil
			continue
		}
		if _, ok := x.(*flow.Addr); ok { // a place for a result
			continue
		}
		out[i] = f.hold(x, e)
	}
	return out
}

func isScalar(t flow.Type) bool {
	_, ok := t.(*flow.Basic)
	return ok
}

// parametersOf are the receiver and the parameters.
func parametersOf(sig *types.Signature, s subst) []Param {
	var out []Param
	add := func(v *types.Var) { out = append(out, Param{Name: v.Name(), Go: s.typ(v.Type())}) }
	if sig.Recv() != nil {
		add(sig.Recv())
	}
	for v := range sig.Params().Variables() {
		add(v)
	}
	return out
}

// derived is the translation of one call.
type derived struct {
	*fn
	e          *ast.CallExpr
	asked      *Asked
	of         *flow.Func
	args, rest []flow.Expr // those of the function, and those behind them
	goParams   []Param
	dst        []flow.Place
	results    []*flow.Var // those of the function
	late       bool        // the function has been called already
	more       []flow.Expr // results behind those of the function
	failed     flow.Expr   // whether the function returned an error; nil if it returns none
}

// A part is what a derivative is by: a parameter, or a field in one.
type part struct {
	param  int
	fields []int
}

func (d *derived) translate() {
	if d.asked.Colors {
		d.cannotBut("call one that is not: a directive without by=colors, under another name",
			"%s is a compressed matrix, inside a function that is differentiated", d.asked.Name)
		return
	}
	for _, v := range d.of.Params {
		if holdsFuncs(v.Type) {
			d.cannotBut("put the directive above a function that says which function, or which type behind an interface, it takes",
				"%s is the derivative of a function that takes functions or interfaces", d.asked.Name)
			return
		}
	}
	parts, ok := d.parts()
	if !ok {
		return
	}
	outs := d.outs()
	if d.asked.Verb == "func" {
		d.value()()
		return
	}
	var active []int
	for _, p := range parts {
		if !slices.Contains(active, p.param) {
			active = append(active, p.param)
		}
	}
	slices.Sort(active)
	take := func(n int) []flow.Expr {
		n = min(n, len(d.rest))
		out := d.rest[:n]
		d.rest = d.rest[n:]
		return out
	}
	whole := func() bool { // tangents are given for parameters
		if slices.ContainsFunc(parts, func(p part) bool { return len(p.fields) > 0 }) || len(active) < len(parts) ||
			!slices.IsSortedFunc(parts, func(p, q part) int { return p.param - q.param }) {
			d.cannot("%s, in directions of fields or in another order than that of the parameters",
				d.asked.Name)
			return false
		}
		return true
	}
	// The derivative comes first: the function may write to what it is given.
	switch d.asked.Verb {
	case "grad":
		grads := d.call(flow.Gradient, active, outs, nil)
		assign := d.value()
		d.store(parts, active, grads)
		assign()
	case "vjp":
		cots, outs := d.given(take(len(outs)), outs)
		grads := d.call(flow.Pullback, active, outs, cots)
		assign := d.value()
		d.store(parts, active, grads)
		assign()
	case "jvp":
		if !whole() {
			return
		}
		tans, active := d.given(take(len(parts)), active)
		tangents := d.call(flow.Pushforward, active, outs, tans)
		assign := d.value()
		for _, v := range tangents {
			if d.failed != nil {
				d.emit(&flow.If{
					Cond: d.failed, At: d.at(d.e),
					Then: d.block(func() { d.assign(flow.Place{Var: v}, zero(v.Type), d.e) }),
				})
			}
			d.more = append(d.more, load(v))
		}
		assign()
	case "hvp":
		if !whole() {
			return
		}
		tans, given := d.given(take(len(parts)), active)
		if len(given) < len(active) {
			d.cannotBut("pass zeros",
				"nil as a direction of %s, inside a function that is differentiated",
				d.asked.Name)
			return
		}
		products := d.call(flow.HessianProduct, active, outs, tans)
		assign := d.value()
		d.store(parts, active, products)
		assign()
	case "jacobian", "hessian":
		if whole() {
			d.matrix(active, outs)
		}
	}
}

// cannot says what such a call cannot be, inside a function that is differentiated.
func (d *derived) cannot(format string, args ...any) {
	d.cannotBut("call it outside, and pass what it gives as a parameter", format, args...)
}

// cannotBut is cannot with another mend.
func (d *derived) cannotBut(hint, format string, args ...any) {
	d.report(d.pkg, d.e.Pos(), d.e.End(), "no-body", fmt.Sprintf(format, args...), hint)
}

// given are the tangents or cotangents that a call hands over, and what they belong to: nil stands for zeros, and is
// left out.
func (d *derived) given(xs []flow.Expr, of []int) (some []flow.Expr, at []int) {
	for i, x := range xs {
		if z, ok := x.(*flow.Zero); !ok || isScalar(z.Typ) {
			some, at = append(some, x), append(at, of[i])
		}
	}
	if len(at) == 0 {
		d.cannot("nil for all that %s is told, inside a function that is differentiated", d.asked.Name)
		return xs, of
	}
	return some, at
}

// value calls the function itself, and gives what assigns the results to where the call has them.
func (d *derived) value() (assign func()) {
	tmp := make([]flow.Place, len(d.of.Results))
	for i, r := range d.of.Results {
		v := d.temp("c", r.Type, d.e)
		tmp[i].Var, d.results = v, append(d.results, v)
		if b, ok := r.Type.(*flow.Basic); ok && b.Kind == flow.KindError {
			d.failed = d.op("ine", flow.Bool, d.e, load(v), &flow.Lit{Typ: flow.ErrorT})
		}
	}
	d.emit(&flow.Call{Dst: tmp, Func: d.of, Args: d.args, At: d.at(d.e)})
	return func() {
		n := len(tmp) // those before errors at the end
		for n > 0 && tmp[n-1].Var.Type == flow.ErrorT {
			n--
		}
		all := make([]flow.Expr, 0, len(tmp)+len(d.more))
		for _, p := range tmp {
			all = append(all, &flow.Load{Place: p})
		}
		all = slices.Insert(all, n, d.more...)
		for i, to := range d.dst {
			if to.Var != nil {
				d.assign(to, all[i], d.e)
			}
		}
	}
}

// parts are what the derivative is by.
func (d *derived) parts() (out []part, ok bool) {
	if len(d.asked.Wrt) == 0 {
		for i, v := range d.of.Params {
			if !v.Constant && flow.Varies(v.Type) {
				out = append(out, part{param: i})
			}
		}
		return out, true
	}
	for _, path := range d.asked.Wrt {
		i := slices.IndexFunc(d.goParams, func(p Param) bool { return p.Name == path[0] })
		if i < 0 {
			d.cannot("the derivative of %s by %s, inside a function that is differentiated", d.of.Name, path[0])
			return nil, false
		}
		p, t := part{param: i}, d.of.Params[i].Type
		for _, name := range path[1:] {
			st, ok := pointee(t).(*flow.Struct)
			k := -1
			if ok {
				k = slices.IndexFunc(st.Fields, func(f flow.Field) bool { return f.Name == name })
			}
			if k < 0 {
				d.cannot("the derivative of %s by %s, inside a function that is differentiated",
					d.of.Name, name)
				return nil, false
			}
			p.fields, t = append(p.fields, k), st.Fields[k].Type
		}
		out = append(out, p)
	}
	return out, true
}

func pointee(t flow.Type) flow.Type {
	for {
		p, ok := t.(*flow.Pointer)
		if !ok {
			return t
		}
		t = p.Elem
	}
}

// outs are the results that are differentiated.
func (d *derived) outs() (out []int) {
	sig := d.asked.Of.Signature()
	for i, r := range d.of.Results {
		if !r.Constant && flow.Varies(r.Type) && (d.asked.Result == "" || d.asked.Result == sig.Results().At(i).Name()) {
			out = append(out, i)
		}
	}
	return out
}

// call calls what differentiation makes of the function.
func (d *derived) call(kind flow.DerivedKind, active, outs []int, more []flow.Expr) []*flow.Var {
	g, isNew := d.derivedOf(d.asked.Name, d.of, d.at(d.e), flow.Derived{
		Of: d.of, Given: len(d.of.Params), Kind: kind, Active: active, Outs: outs, After: d.late,
	})
	if isNew {
		d.derivs = append(d.derivs, derivedAt{g, d.fn, d.e})
	}
	c := &flow.Call{Func: g, Args: append(slices.Clone(d.args), more...), At: d.at(d.e)}
	var out []*flow.Var
	for _, r := range g.Results {
		v := d.temp(r.Name, r.Type, d.e)
		out = append(out, v)
		c.Dst = append(c.Dst, flow.Place{Var: v})
	}
	d.emit(c)
	return out
}

// derivedOf is what differentiation makes of a function, made where it is first asked for.
func (t *translator) derivedOf(name string, of *flow.Func, at *syntax.Pos, d flow.Derived) (g *flow.Func, isNew bool) {
	key := fmt.Sprintf("%s %p %v %v %v", d.Kind, of, d.Active, d.Outs, d.After)
	if g = t.funcs[key]; g != nil {
		return g, false
	}
	g = &flow.Func{Name: name, At: at, Derived: &d}
	t.funcs[key] = g
	t.prog.Funcs = append(t.prog.Funcs, g)
	param := func(v *flow.Var, name string) {
		g.Params = append(g.Params, &flow.Var{Name: name, Type: v.Type, At: v.At, Constant: v.Constant})
	}
	result := func(v *flow.Var, name string) {
		g.Results = append(g.Results, &flow.Var{Name: name, Type: bare(v.Type), At: v.At})
	}
	for _, v := range of.Params {
		param(v, v.Name)
	}
	for _, i := range d.Active {
		v := of.Params[i]
		if d.Kind == flow.Pushforward || d.Kind == flow.HessianProduct {
			param(v, "d"+v.Name)
		}
		if d.Kind != flow.Pushforward {
			result(v, v.Name+"bar")
		}
	}
	for _, i := range d.Outs {
		v := of.Results[i]
		switch d.Kind {
		case flow.Pullback:
			param(v, v.Name+"bar")
		case flow.Pushforward:
			result(v, "d"+v.Name)
		case flow.Gradient, flow.HessianProduct:
		}
	}
	return g, true
}

// bare is a type without the pointer around it.
func bare(t flow.Type) flow.Type {
	if p, ok := t.(*flow.Pointer); ok {
		return p.Elem
	}
	return t
}

// store writes gradients to the buffers that the call hands over; nil skips one.
func (d *derived) store(parts []part, active []int, grads []*flow.Var) {
	for i, p := range parts {
		if i >= len(d.rest) {
			return
		}
		to, ok := d.buffer(d.rest[i])
		if !ok {
			continue
		}
		field := func(from flow.Place) flow.Place {
			for _, k := range p.fields {
				if _, ok := from.Type().(*flow.Pointer); ok {
					from = extend(from, flow.Step{Kind: flow.StepDeref, At: d.at(d.e)})
				}
				from = extend(from, flow.Step{Kind: flow.StepField, Field: k})
			}
			return from
		}
		from := field(flow.Place{Var: grads[slices.Index(active, p.param)]})
		if k := len(d.e.Args) - len(d.rest) + i; k >= 0 && d.bare(d.e.Args[k]) {
			d.makeLike(to, field(d.placed(d.args[p.param], d.e)), false)
		}
		write := func() { d.overwrite(to, from, false) }
		if d.failed == nil {
			write()
			continue
		}
		d.emit(&flow.If{
			Cond: d.failed, Then: d.block(func() { d.overwrite(to, from, true) }), Else: d.block(write), At: d.at(d.e),
		})
	}
}

// buffer is the place that a call hands over for a result; false for nil.
func (d *derived) buffer(x flow.Expr) (flow.Place, bool) {
	switch x := x.(type) {
	case *flow.Zero:
		return flow.Place{}, false
	case *flow.Addr:
		return x.Place, true
	}
	return d.placed(x, d.e), true
}

// overwrite writes what varies of one place to another, or zeros.
func (d *derived) overwrite(to, from flow.Place, zeros bool) {
	deref := flow.Step{Kind: flow.StepDeref, At: d.at(d.e)}
	if _, ok := to.Type().(*flow.Pointer); ok {
		to = extend(to, deref)
	}
	if _, ok := from.Type().(*flow.Pointer); ok {
		from = extend(from, deref)
	}
	if !flow.Varies(to.Type()) {
		return
	}
	each := func(n flow.Expr) {
		loop := &flow.Count{Idx: d.temp("i", flow.Int, d.e), N: n, At: d.at(d.e)}
		step := flow.Step{Kind: flow.StepIndex, Index: load(loop.Idx), At: d.at(d.e)}
		loop.Body = d.block(func() { d.overwrite(extend(to, step), extend(from, step), zeros) })
		d.emit(loop)
	}
	switch t := to.Type().(type) {
	case *flow.Basic:
		x := flow.Expr(&flow.Load{Place: from})
		if zeros {
			x = zero(t)
		}
		d.assign(to, x, d.e)
	case *flow.Array:
		if isScalar(t.Elem) && !zeros {
			d.assign(to, &flow.Load{Place: from}, d.e)
			return
		}
		each(intLit(int64(t.Len)))
	case *flow.Slice:
		n := &flow.Len{X: &flow.Load{Place: to}}
		if zeros {
			each(n)
			return
		}
		d.emit(&flow.If{
			Cond: d.op("ine", flow.Bool, d.e, n, &flow.Len{X: &flow.Load{Place: from}}),
			Then: []flow.Stmt{&flow.Fail{Msg: "a gradient of another length than what it is by", At: d.at(d.e)}},
			At:   d.at(d.e),
		})
		if isScalar(t.Elem) {
			d.emit(&flow.Copy{Dst: &flow.Load{Place: to}, Src: &flow.Load{Place: from}, At: d.at(d.e)})
			return
		}
		each(n)
	case *flow.Struct:
		for k, field := range t.Fields {
			if !field.Constant && flow.Varies(field.Type) {
				step := flow.Step{Kind: flow.StepField, Field: k}
				d.overwrite(extend(to, step), extend(from, step), zeros)
			}
		}
	case *flow.Pointer, *flow.FuncType:
	}
}

// matrix calls what gives a matrix, row by row or column by column: of functions of one slice or array of numbers.
func (d *derived) matrix(active, outs []int) {
	reals := func(t flow.Type) flow.Type {
		switch t := t.(type) {
		case *flow.Slice:
			return t.Elem
		case *flow.Array:
			return t.Elem
		}
		return nil
	}
	hessian := d.asked.Verb == "hessian"
	if len(active) != 1 || reals(d.of.Params[active[0]].Type) != flow.Real || len(outs) != 1 || len(d.rest) != 1 ||
		!hessian && reals(d.of.Results[outs[0]].Type) != flow.Real && d.of.Results[outs[0]].Type != flow.Real {
		d.cannotBut("ask for a matrix by one of them, with wrt=, and of one result; or for VJPs and JVPs",
			"%s, whose matrix is not by one slice or array of float64", d.asked.Name)
		return
	}
	to, ok := d.buffer(d.rest[0])
	if !ok {
		d.value()()
		return
	}
	d.late = true
	defer d.value()()
	x, y := d.of.Params[active[0]], d.of.Results[outs[0]]
	// Rows by pullbacks of unit cotangents, or for Hessians, which are symmetric, by products with unit vectors.
	size := func(at flow.Expr, t flow.Type) flow.Expr {
		if a, ok := t.(*flow.Array); ok {
			return intLit(int64(a.Len))
		}
		if t == flow.Real {
			return intLit(1)
		}
		return &flow.Len{X: at}
	}
	n := load(d.store1(size(d.args[active[0]], x.Type)))
	rows, unit := flow.Expr(n), x
	if !hessian {
		rows, unit = load(d.store1(size(load(d.results[outs[0]]), y.Type))), y
	}
	d.emit(&flow.If{
		Cond: d.op("ine", flow.Bool, d.e, &flow.Len{X: &flow.Load{Place: to}}, d.op("imul", flow.Int, d.e, rows, n)),
		Then: []flow.Stmt{&flow.Fail{Msg: "a matrix of another length than its rows times its columns", At: d.at(d.e)}},
		At:   d.at(d.e),
	})
	loop := &flow.Count{Idx: d.temp("i", flow.Int, d.e), N: rows, At: d.at(d.e)}
	loop.Body = d.block(func() {
		one := &flow.Lit{Typ: flow.Real, F: 1}
		e := d.temp("unit", unit.Type, d.e)
		if s, ok := unit.Type.(*flow.Slice); ok {
			d.assign(flow.Place{Var: e}, &flow.Make{Typ: s, Len: rows, At: d.at(d.e)}, d.e)
		} else {
			d.assign(flow.Place{Var: e}, zero(unit.Type), d.e)
		}
		at := flow.Place{Var: e}
		if unit.Type != flow.Real {
			at = extend(at, flow.Step{Kind: flow.StepIndex, Index: load(loop.Idx), At: d.at(d.e)})
		}
		d.assign(at, one, d.e)
		kind := flow.Pullback
		if hessian {
			kind = flow.HessianProduct
		}
		row := d.call(kind, active, outs, []flow.Expr{load(e)})[0]
		first := d.store1(d.op("imul", flow.Int, d.e, load(loop.Idx), n))
		inner := &flow.Count{Idx: d.temp("j", flow.Int, d.e), N: n, At: d.at(d.e)}
		inner.Body = d.block(func() {
			k := d.op("iadd", flow.Int, d.e, load(first), load(inner.Idx))
			x := flow.Expr(&flow.Load{Place: extend(flow.Place{Var: row},
				flow.Step{Kind: flow.StepIndex, Index: load(inner.Idx), At: d.at(d.e)})})
			if d.failed != nil {
				x = &flow.Cond{C: d.failed, If: zero(flow.Real), Else: x}
			}
			d.assign(extend(to, flow.Step{Kind: flow.StepIndex, Index: k, At: d.at(d.e)}), x, d.e)
		})
		d.emit(inner)
	})
	d.emit(loop)
}

// store1 keeps an int for later.
func (d *derived) store1(x flow.Expr) *flow.Var { return d.fn.store(x, d.e) }

func holdsFuncs(t flow.Type) bool {
	switch t := t.(type) {
	case *flow.FuncType:
		return true
	case *flow.Slice:
		return holdsFuncs(t.Elem)
	case *flow.Array:
		return holdsFuncs(t.Elem)
	case *flow.Pointer:
		return holdsFuncs(t.Elem)
	case *flow.Struct:
		return slices.ContainsFunc(t.Fields, func(f flow.Field) bool { return holdsFuncs(f.Type) })
	}
	return false
}

// derivedAt is where a derived function was first called.
type derivedAt struct {
	f    *flow.Func
	fn   *fn
	node ast.Node
}

// refuseSelfDerived refuses functions that call their own derivatives: there would be derivatives of every order.
func (t *translator) refuseSelfDerived() {
	for _, i := range t.implicits {
		seen := map[*flow.Func]bool{}
		if reach(i.residual, seen); seen[i.of] {
			t.report(i.d.pkg, i.d.Pos, i.d.End, "derivative-signature", "the residual calls "+i.of.Name+" itself",
				"compute the residual from x and the parameters alone")
		}
	}
	for _, d := range t.derivs {
		seen := map[*flow.Func]bool{}
		reach(d.f.Derived.Of, seen)
		if seen[d.f] {
			d.fn.report(d.fn.pkg, d.node.Pos(), d.node.End(), "no-body",
				d.f.Derived.Of.Name+" calls its own derivative, which has no end",
				"write a function for each order of derivative")
		}
	}
}
