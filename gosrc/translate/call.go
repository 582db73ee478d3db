package translate

import (
	"go/ast"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/mend"
)

// callValue is a call with one result, as an expression.
func (f *fn) callValue(e *ast.CallExpr) flow.Expr {
	T := f.typ(f.pkg.Info.TypeOf(e))
	if f.pkg.Info.Types[e.Fun].IsType() {
		return f.conversion(e)
	}
	if name, ok := f.builtin(e.Fun); ok {
		return f.builtinValue(name, e)
	}
	if x, ok := f.known(e); ok {
		return x
	}
	v := f.temp("c", T, e)
	f.callInto(e, []flow.Place{{Var: v}})
	return load(v)
}

// callResults calls a function with several results and gives the variables that hold them.
func (f *fn) callResults(e *ast.CallExpr) []*flow.Var {
	tuple := f.results(e)
	vars := make([]*flow.Var, len(tuple))
	dst := make([]flow.Place, len(tuple))
	for i, T := range tuple {
		vars[i] = f.temp("c", f.translator.typ(T), e)
		dst[i].Var = vars[i]
	}
	f.callInto(e, dst)
	return vars
}

// results are the Go types of what a call gives.
func (f *fn) results(e *ast.CallExpr) []types.Type {
	switch T := f.pkg.Info.TypeOf(e).(type) {
	case *types.Tuple:
		out := make([]types.Type, T.Len())
		for i := range out {
			out[i] = f.subst.typ(T.At(i).Type())
		}
		return out
	default:
		return []types.Type{f.subst.typ(T)}
	}
}

// callInto calls a function that is neither a conversion nor a builtin and stores its results. Missing places drop
// results.
func (f *fn) callInto(e *ast.CallExpr, dst []flow.Place) {
	if vals, ok := f.knownResults(e); ok {
		for i, d := range dst {
			if d.Var != nil {
				f.assign(d, vals[i], e)
			}
		}
		return
	}
	if obj, _, _ := f.callee(ast.Unparen(e.Fun)); obj != nil {
		if g, args := f.sliceAsAny(e, obj); g != nil {
			f.emit(&flow.Call{Dst: dst, Func: g, Args: args, At: f.at(e)})
			return
		}
		if f.sortedKeys(e, obj, dst) || f.asInterface(e, obj, dst) {
			return
		}
	}
	if f.derivedCall(e, dst) || f.callModel(e, dst) || f.moves(e) {
		return
	}
	c := &flow.Call{Dst: dst, At: f.at(e)}
	sig, ok := f.typeOf(e.Fun).Underlying().(*types.Signature)
	if !ok {
		f.refuse(e, "unsupported", "a call of %s is not supported", f.describe(e.Fun))
		return
	}
	fun := ast.Unparen(e.Fun)
	obj, args, recv := f.callee(fun)
	var held []types.Type
	switch {
	case obj != nil && recv != nil && f.interfaceOf(recv) != nil:
		index := f.pkg.Info.Selections[recv].Index()
		at := func() (flow.Place, bool) { return f.fields(recv.X, index[:len(index)-1]) }
		f.callInterface(e, sig, recv.X, at, f.interfaceOf(recv), obj.Name(), dst)
		f.usesText(dst, nil, e)
		return
	case obj != nil:
		if recv != nil {
			self, method := f.receiver(recv, obj)
			if method == nil {
				return
			}
			obj = method
			args = f.subst.recvArgs(obj)
			c.Args = append(c.Args, self)
		}
		held = f.hiddenArgs(e, sig)
		c.Func = f.functionFor(e, obj, args, held)
		if c.Func == nil {
			for _, a := range e.Args {
				f.discard(a)
			}
			return
		}
		for i := range held { // what the function assigns to, holds more than this
			if isOpaque(c.Func.Params[len(c.Args)+i].Type) {
				held[i] = nil
			}
		}
	default:
		if isOpaque(f.translator.typ(f.typeOf(fun))) {
			f.refuse(e, "opaque-value", "the function %s is not known", f.describe(fun))
			return
		}
		c.Fun = f.expr(fun)
	}
	c.Args = append(c.Args, f.args(e, sig, held)...)
	f.usesText(c.Dst, c.Func, e)
	f.emit(c)
}

// callee is the declared function or method that an expression names, with its type arguments and, for a method, the
// selector that has the receiver. It is nil for function values.
func (f *fn) callee(fun ast.Expr) (obj *types.Func, args []types.Type, recv *ast.SelectorExpr) {
	var id *ast.Ident
	switch fun := fun.(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		sel := f.pkg.Info.Selections[fun]
		switch {
		case sel == nil:
			id = fun.Sel
		case sel.Kind() == types.MethodVal:
			return sel.Obj().(*types.Func), nil, fun
		default:
			return nil, nil, nil
		}
	case *ast.IndexExpr:
		return f.callee(ast.Unparen(fun.X))
	case *ast.IndexListExpr:
		return f.callee(ast.Unparen(fun.X))
	default:
		return nil, nil, nil
	}
	obj, _ = f.pkg.Info.Uses[id].(*types.Func)
	if obj == nil {
		return nil, nil, nil
	}
	if inst, ok := f.pkg.Info.Instances[id]; ok {
		args = f.subst.list(inst.TypeArgs)
	}
	return obj, args, nil
}

// recvArgs are the type arguments of the receiver of a method, put in.
func (s subst) recvArgs(method *types.Func) []types.Type {
	n := recvNamed(method)
	if n == nil || n.TypeArgs().Len() == 0 {
		return nil
	}
	return s.list(n.TypeArgs())
}

// receiver is the value for the receiver parameter of a method, and the method itself: for a type parameter, that of
// its argument.
func (f *fn) receiver(e *ast.SelectorExpr, method *types.Func) (flow.Expr, *types.Func) {
	sel := f.pkg.Info.Selections[e]
	index := sel.Index()
	if T := f.pkg.Info.TypeOf(e.X); isTypeParam(T) || len(f.subst.args) > 0 {
		obj, path, _ := types.LookupFieldOrMethod(f.typeOf(e.X), true, method.Pkg(), method.Name())
		m, ok := obj.(*types.Func)
		if !ok {
			f.refuse(e, "interface-call", "the method %s of %s cannot be called here", method.Name(), f.typeOf(e.X))
			return nil, nil
		}
		method, index = m, path
	}
	_, wantPtr := types.Unalias(method.Signature().Recv().Type()).(*types.Pointer)
	p, ok := f.fields(e.X, index[:len(index)-1])
	if !ok {
		return nil, nil
	}
	isPtr := points(p.Type())
	switch {
	case isOpaque(p.Type()):
		if !isOpaque(f.typ(method.Signature().Recv().Type())) {
			f.refuse(e, "opaque-value", "%s is not known to the derivative", f.describe(e.X))
			return nil, nil
		}
		return zero(flow.OpaqueT), method
	case wantPtr && !isPtr:
		return &flow.Addr{Place: p}, method
	case !wantPtr && isPtr:
		return &flow.Load{Place: extend(p, flow.Step{Kind: flow.StepDeref, At: f.at(e)})}, method
	}
	return &flow.Load{Place: p}, method
}

// interfaceOf is the interface that a method is called on, which may be embedded; nil for methods of other types.
func (f *fn) interfaceOf(e *ast.SelectorExpr) types.Type {
	index := f.pkg.Info.Selections[e].Index()
	if T := f.pkg.Info.TypeOf(e.X); isTypeParam(T) {
		if !isInterface(f.typeOf(e.X)) {
			return nil
		}
		return f.typeOf(e.X)
	}
	if I := f.lastField(f.typeOf(e.X), index); isInterface(I) {
		return I
	}
	return nil
}

// lastField is the type of the embedded field that has the method.
func (f *fn) lastField(T types.Type, index []int) types.Type {
	for _, i := range index[:len(index)-1] {
		if p, ok := T.Underlying().(*types.Pointer); ok {
			T = p.Elem()
		}
		T = T.Underlying().(*types.Struct).Field(i).Type()
	}
	return T
}

// function is the flow function of a declared function or method, or nil when it has no source.
func (f *fn) function(n ast.Node, obj *types.Func, args []types.Type) *flow.Func {
	return f.functionFor(n, obj, args, nil)
}

// functionFor is function for types of what parameters hold, as in instanceFor.
func (f *fn) functionFor(n ast.Node, obj *types.Func, args, held []types.Type) *flow.Func {
	if obj.Pkg() != nil && !isImpure(f.pkg, n, obj) {
		if ext := f.attachedTo(obj); ext != nil {
			return ext
		}
		if p, decl := f.declOf(obj); decl != nil {
			if decl.Body != nil {
				return f.asks(n, p, f.instanceFor(f.derivativeFor(f.pkg, obj), p, f.forRows(p, obj, args), args, held))
			}
			f.refuse(n, "no-body", "%s has no body here", obj.Name())
			return nil
		}
	}
	f.foreign(n, obj)
	return nil
}

// args are the arguments of a call: variadic ones as a slice, the results of f in g(f()) one by one. Parameters of
// interfaces may have the types of what they hold.
func (f *fn) args(e *ast.CallExpr, sig *types.Signature, held []types.Type) []flow.Expr {
	params := sig.Params()
	var vals []func(T types.Type) flow.Expr
	if len(e.Args) == 1 {
		if call, ok := ast.Unparen(e.Args[0]).(*ast.CallExpr); ok {
			if tuple, ok := f.pkg.Info.TypeOf(call).(*types.Tuple); ok {
				vars := f.callResults(call)
				for i, v := range vars {
					vals = append(vals, func(T types.Type) flow.Expr {
						return f.assignable(load(v), tuple.At(i).Type(), T, call)
					})
				}
			}
		}
	}
	if vals == nil {
		for _, a := range e.Args {
			vals = append(vals, func(T types.Type) flow.Expr { return f.exprTo(a, T) })
		}
	}
	out := make([]flow.Expr, 0, params.Len())
	for i := range params.Len() {
		T := params.At(i).Type()
		if held != nil && held[i] != nil {
			T = held[i]
		}
		if i < params.Len()-1 || !sig.Variadic() || e.Ellipsis.IsValid() {
			out = append(out, vals[i](T))
			continue
		}
		elem := T.(*types.Slice).Elem()
		if len(vals) == i {
			return append(out, zero(f.typ(T)))
		}
		l := &flow.Lits{Typ: f.typ(T)}
		for _, v := range vals[i:] {
			l.Elems = append(l.Elems, v(elem))
		}
		if isOpaque(f.typ(elem)) {
			out = append(out, zero(f.typ(T)))
		} else {
			out = append(out, l)
		}
	}
	return out
}

// assignable is a value of type from, assigned to a variable of type to.
func (f *fn) assignable(x flow.Expr, from, to types.Type, n ast.Node) flow.Expr {
	to = f.subst.typ(to)
	switch {
	case isError(to) && !isInterface(f.subst.typ(from)):
		return &flow.Lit{Typ: flow.ErrorT, I: 1}
	case isOpaque(f.translator.typ(to)):
		return zero(flow.OpaqueT)
	case f.isOpen(to):
		return f.fromInterface(x, f.subst.typ(from), to, n)
	}
	return x
}

// conversion is T(x).
func (f *fn) conversion(e *ast.CallExpr) flow.Expr {
	T, x := f.typeOf(e), e.Args[0]
	ft := f.translator.typ(T)
	from := f.typ(f.pkg.Info.TypeOf(x))
	if isError(T) || f.isOpen(T) {
		return f.exprTo(x, T)
	}
	if f.pkg.Info.Types[ast.Unparen(x)].IsNil() {
		return zero(ft)
	}
	if v := f.pkg.Info.Types[ast.Unparen(x)].Value; v != nil && isString(f.typeOf(x)) {
		if l := letters(v, T, ft); l != nil {
			return l
		}
	}
	if isOpaque(from) {
		f.discard(x)
		d := f.refuse(e, "opaque-value", "the result depends on %s, of type %s", f.describe(x), f.typeOf(x))
		f.offer(d, "use package math for the bits", func(c *mend.Change) { c.MathBits(e) })
		return zero(ft)
	}
	if a, ok := ft.(*flow.Array); ok {
		if _, ok := from.(*flow.Slice); ok {
			return f.toArray(x, a, e)
		}
	}
	if isString(T) != isString(f.typeOf(x)) {
		f.discard(x)
		return f.bad(e, ft, "opaque-value", "the result depends on %s, of type %s", f.describe(e), T)
	}
	switch {
	case isComplex(ft) && from == ft:
		return f.roundedComplex(f.expr(x), e)
	case isComplex(ft) && isComplex(from):
		return f.convertComplex(f.expr(x), ft, e)
	}
	to, number := ft.(*flow.Basic)
	if !number || to.Kind == flow.KindBool || to.Kind == flow.KindError {
		if !flow.Same(from, ft) {
			d := f.refuse(e, "unsupported", "a conversion of %s to %s", f.typeOf(x), T)
			f.offer(d, "convert the slice to an array", func(c *mend.Change) { c.ToArray(e) })
			return zero(ft)
		}
		return f.expr(x)
	}
	if from == flow.Real && to == flow.Real {
		return f.rounded(f.expr(x), e)
	}
	return f.convert(f.expr(x), to, e)
}

// toArray is the conversion of a slice to an array, which copies. A slice that is too short fails by the index.
func (f *fn) toArray(x ast.Expr, t *flow.Array, n ast.Node) flow.Expr {
	p := f.placed(f.expr(x), n)
	v := f.store(zero(t), n)
	loop := &flow.Count{Idx: f.temp("i", flow.Int, n), N: intLit(int64(t.Len)), At: f.at(n)}
	step := flow.Step{Kind: flow.StepIndex, Index: load(loop.Idx), At: f.at(n)}
	loop.Body = f.block(func() {
		f.assign(extend(flow.Place{Var: v}, step), &flow.Load{Place: extend(p, step)}, n)
	})
	f.emit(loop)
	return load(v)
}
