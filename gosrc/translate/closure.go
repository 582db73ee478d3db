package translate

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// literal translates a function literal; the variables around it are the same inside.
func (f *fn) literal(e *ast.FuncLit) *flow.Func {
	sig := f.pkg.Info.TypeOf(e).(*types.Signature)
	top := f.top()
	top.temps++
	g := &fn{
		translator: f.translator, pkg: f.pkg, file: f.file, use: f.use, subst: f.subst, parent: f, sig: sig,
		vars: map[types.Object]*flow.Var{}, globals: top.globals,
		flow: &flow.Func{Name: fmt.Sprintf("%s.func%d", top.flow.Name, top.temps), At: f.at(e)},
	}
	g.head(sig, false)
	g.body(e.Body)
	return g.flow
}

// funcValue is a declared function as a value.
func (f *fn) funcValue(fun, n ast.Expr) flow.Expr {
	obj, args, _ := f.callee(ast.Unparen(fun))
	T := f.typ(f.pkg.Info.TypeOf(n))
	if obj == nil {
		return f.bad(n, T, "unsupported", "%s is not a value here", f.describe(fun))
	}
	if f.isMath(obj) && f.translator.pkg("math") == nil && f.attachedTo(obj) == nil {
		if g := f.mathValue(obj, n); g != nil {
			return &flow.FuncRef{Func: g}
		}
	}
	if g := f.function(n, obj, args); g != nil {
		return &flow.FuncRef{Func: g}
	}
	return zero(T)
}

// mathValue is a function of package math as a flow function.
func (f *fn) mathValue(obj *types.Func, n ast.Node) *flow.Func {
	key := "math " + obj.Name()
	if g := f.funcs[key]; g != nil {
		return g
	}
	g := &fn{
		translator: f.translator, pkg: f.pkg, file: f.file, sig: obj.Signature(), vars: map[types.Object]*flow.Var{},
		flow: &flow.Func{Name: "math." + obj.Name()},
	}
	g.head(obj.Signature(), false)
	args := make([]flow.Expr, len(g.flow.Params))
	for i, p := range g.flow.Params {
		args[i] = load(p)
	}
	vals, ok := g.mathCall(obj, args, n)
	if !ok {
		return nil
	}
	for i, v := range vals {
		g.assign(flow.Place{Var: g.flow.Results[i]}, v, n)
	}
	g.flow.Body = g.out
	f.funcs[key] = g.flow
	f.prog.Funcs = append(f.prog.Funcs, g.flow)
	return g.flow
}

// methodValue is x.M as a value: a literal that has the receiver, evaluated now.
func (f *fn) methodValue(e *ast.SelectorExpr, sel *types.Selection) flow.Expr {
	T := f.typ(f.pkg.Info.TypeOf(e))
	method := sel.Obj().(*types.Func)
	if I := f.interfaceOf(e); I != nil {
		return f.interfaceValue(e, method, I, T)
	}
	self, method := f.receiver(e, method)
	if method == nil {
		return zero(T)
	}
	g := f.function(e, method, f.subst.recvArgs(method))
	if g == nil {
		return zero(T)
	}
	return &flow.Closure{Func: f.partial(g, load(f.store(self, e)), e)}
}

// partial is a function literal that calls g with the first argument given.
func (f *fn) partial(g *flow.Func, first flow.Expr, n ast.Node) *flow.Func {
	lit := &flow.Func{Name: g.Name + "-fm", At: f.at(n)}
	c := &flow.Call{Func: g, Args: []flow.Expr{first}, At: f.at(n)}
	for _, p := range g.Params[1:] {
		q := &flow.Var{Name: p.Name, Type: p.Type, At: p.At}
		lit.Params = append(lit.Params, q)
		c.Args = append(c.Args, load(q))
	}
	for _, r := range g.Results {
		q := &flow.Var{Name: r.Name, Type: r.Type, At: r.At, Constant: r.Constant}
		lit.Results = append(lit.Results, q)
		c.Dst = append(c.Dst, flow.Place{Var: q})
	}
	lit.Body = []flow.Stmt{c, &flow.Return{At: lit.At}}
	return lit
}

// methodExpr is T.M as a value: the method itself, or a literal that finds it in an embedded field.
func (f *fn) methodExpr(e *ast.SelectorExpr, sel *types.Selection) flow.Expr {
	T := f.typ(f.pkg.Info.TypeOf(e))
	obj, index, _ := types.LookupFieldOrMethod(f.subst.typ(sel.Recv()), true, f.pkg.Types, e.Sel.Name)
	method, ok := obj.(*types.Func)
	if !ok || isInterface(f.subst.typ(sel.Recv())) {
		return f.bad(e, T, "interface-call", "a method of the interface %s", sel.Recv())
	}
	g := f.function(e, method, f.subst.recvArgs(method))
	if g == nil {
		return zero(T)
	}
	_, wantPtr := types.Unalias(method.Signature().Recv().Type()).(*types.Pointer)
	_, isPtr := types.Unalias(f.subst.typ(sel.Recv())).(*types.Pointer)
	if len(index) == 1 && wantPtr == isPtr {
		return &flow.FuncRef{Func: g}
	}
	return &flow.Closure{Func: f.throughFields(g, f.subst.typ(sel.Recv()), index[:len(index)-1], wantPtr, e)}
}

// throughFields is a literal whose first parameter leads to the receiver of g.
func (f *fn) throughFields(g *flow.Func, recv types.Type, index []int, wantPtr bool, n ast.Node) *flow.Func {
	self := &flow.Var{Name: "recv", Type: f.translator.typ(recv), At: f.at(n)}
	p := flow.Place{Var: self}
	for _, i := range index {
		if _, ok := p.Type().(*flow.Pointer); ok {
			p = extend(p, flow.Step{Kind: flow.StepDeref, At: f.at(n)})
		}
		p = extend(p, flow.Step{Kind: flow.StepField, Field: i, At: f.at(n)})
	}
	isPtr := points(p.Type())
	var first flow.Expr = &flow.Load{Place: p}
	switch {
	case wantPtr && !isPtr:
		first = &flow.Addr{Place: p}
	case !wantPtr && isPtr:
		first = &flow.Load{Place: extend(p, flow.Step{Kind: flow.StepDeref, At: f.at(n)})}
	}
	lit := f.partial(g, first, n)
	lit.Params = append([]*flow.Var{self}, lit.Params...)
	return lit
}
