package translate

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/mend"
	"github.com/seed-4b734f86/gochad/syntax"
)

func mustOp(name string) *syntax.Op { return syntax.MustOp(name) }

// builtin is the name of the builtin that an expression denotes.
func (f *fn) builtin(fun ast.Expr) (string, bool) {
	switch fun := ast.Unparen(fun).(type) {
	case *ast.Ident:
		if b, ok := f.pkg.Info.Uses[fun].(*types.Builtin); ok {
			return b.Name(), true
		}
	case *ast.SelectorExpr: // unsafe.Sizeof and the like
		if b, ok := f.pkg.Info.Uses[fun.Sel].(*types.Builtin); ok {
			return "unsafe." + b.Name(), true
		}
	}
	return "", false
}

// builtinValue is a call of a builtin as an expression.
func (f *fn) builtinValue(name string, e *ast.CallExpr) flow.Expr {
	T := f.typ(f.pkg.Info.TypeOf(e))
	switch name {
	case "len", "cap":
		return f.length(e, name == "cap")
	case "make":
		if m := f.mapOf(e); m != nil {
			for _, a := range e.Args[1:] {
				f.discard(a)
			}
			return f.newMap(m, nil, e)
		}
		return f.makeSlice(e, T)
	case "new":
		return f.newValue(e)
	case "min", "max":
		return f.extremum(name, e)
	case "append":
		v := f.temp("s", T, e)
		f.appendTo(e, flow.Place{Var: v})
		return load(v)
	case "copy":
		v := f.temp("n", flow.Int, e)
		f.copyInto(e, flow.Place{Var: v})
		return load(v)
	case "recover":
		return f.bad(e, T, "recover", "recover is not differentiable")
	case "complex", "real", "imag":
		return f.complexBuiltin(name, e, T)
	}
	return f.bad(e, T, "unsafe", "%s is not differentiable", name)
}

// length is len(x) or cap(x).
func (f *fn) length(e *ast.CallExpr, capacity bool) flow.Expr {
	x := e.Args[0]
	switch u := f.typeOf(x).Underlying().(type) {
	case *types.Slice:
		if f.isSliceOfKnown(x) {
			return &flow.Len{X: f.expr(x), Cap: capacity}
		}
	case *types.Array:
		f.discard(x)
		return &flow.Lit{Typ: flow.Int, I: u.Len()}
	case *types.Pointer:
		if a, ok := u.Elem().Underlying().(*types.Array); ok {
			f.discard(x)
			return &flow.Lit{Typ: flow.Int, I: a.Len()}
		}
	}
	if t := f.table(x); t != nil {
		return intLit(int64(len(t.lit.Elts)))
	}
	if n, ok := f.mapSize(x, e); ok {
		return n
	}
	f.discard(x)
	d := f.refuse(e, "opaque-value", "the result depends on %s, of type %s", f.describe(x), f.typeOf(x))
	if isString(f.typeOf(x)) {
		f.offer(d, "compare the string with the empty one", func(c *mend.Change) { c.EmptyString(e, x) })
	}
	return zero(flow.Int)
}

func (f *fn) isSliceOfKnown(x ast.Expr) bool {
	_, ok := f.typ(f.pkg.Info.TypeOf(x)).(*flow.Slice)
	return ok
}

func (f *fn) makeSlice(e *ast.CallExpr, T flow.Type) flow.Expr {
	st, ok := T.(*flow.Slice)
	if !ok {
		return f.bad(e, T, "unsupported", "make of %s is not supported", f.typeOf(e))
	}
	m := &flow.Make{Typ: st, Len: f.intArg(e.Args[1]), At: f.at(e)}
	if len(e.Args) > 2 {
		m.Cap = f.intArg(e.Args[2])
	}
	return m
}

// intArg is an integer of any type as an int.
func (f *fn) intArg(e ast.Expr) flow.Expr {
	x := f.expr(e)
	if b, ok := x.Type().(*flow.Basic); ok && b.Kind == flow.KindReal { // a constant such as 1e3
		n, _ := constInt(f.pkg.Info.Types[ast.Unparen(e)].Value)
		return &flow.Lit{Typ: flow.Int, I: int64(n)}
	}
	return f.convert(x, flow.Int, e)
}

// newValue is new(T), or new(x) since go1.26.
func (f *fn) newValue(e *ast.CallExpr) flow.Expr {
	T := f.typ(f.pkg.Info.TypeOf(e))
	ptr, ok := T.(*flow.Pointer)
	if !ok {
		return zero(T)
	}
	x := zero(ptr.Elem)
	if !f.pkg.Info.Types[e.Args[0]].IsType() {
		x = f.expr(e.Args[0])
	}
	return &flow.Addr{Place: flow.Place{Var: f.store(x, e)}}
}

// extremum is min or max of any number of arguments, from the left.
func (f *fn) extremum(name string, e *ast.CallExpr) flow.Expr {
	T := f.typeOf(e)
	x := f.exprTo(e.Args[0], T)
	for _, a := range e.Args[1:] {
		x = f.extremum2(name, x, f.exprTo(a, T), e)
	}
	return x
}

func (f *fn) extremum2(name string, x, y flow.Expr, n ast.Node) flow.Expr {
	t, ok := x.Type().(*flow.Basic)
	if !ok {
		return f.bad(n, x.Type(), "unsupported", "%s of %s", name, x.Type())
	}
	switch {
	case t.Kind == flow.KindReal:
		return f.op(name, t, n, x, y)
	case t == flow.Uint64:
		x, y = f.hold(x, n), f.hold(y, n)
		if name == "max" {
			return &flow.Cond{C: f.ordered(token.LSS, x, y, n), If: y, Else: x}
		}
		return &flow.Cond{C: f.ordered(token.LSS, y, x, n), If: y, Else: x}
	}
	return f.op("i"+name, t, n, x, y)
}

// appendTo is dst = append(…).
func (f *fn) appendTo(e *ast.CallExpr, dst flow.Place) {
	T := f.typeOf(e)
	st, ok := f.translator.typ(T).(*flow.Slice)
	if !ok {
		f.refuse(e, "unsupported", "append to %s is not supported", T)
		return
	}
	s := &flow.Append{Dst: dst, Src: f.exprTo(e.Args[0], T), At: f.at(e)}
	if len(e.Args) > 1 && !e.Ellipsis.IsValid() && f.roomless(e.Args[0]) { // the elements move to new memory
		v := f.temp("s", st, e)
		f.emit(&flow.Append{Dst: flow.Place{Var: v}, Src: zero(st), Spread: s.Src, At: s.At})
		s.Src = load(v)
	}
	if e.Ellipsis.IsValid() {
		if isOpaque(f.typ(f.pkg.Info.TypeOf(e.Args[1]))) {
			s.Spread = f.bad(e.Args[1], st, "opaque-value", "the result depends on %s, of type %s",
				f.describe(e.Args[1]), f.typeOf(e.Args[1]))
		} else {
			s.Spread = f.exprTo(e.Args[1], T)
		}
	} else {
		elem := T.Underlying().(*types.Slice).Elem()
		for _, a := range e.Args[1:] {
			s.Elems = append(s.Elems, f.exprTo(a, elem))
		}
	}
	f.emit(s)
}

// copyInto is n = copy(…); n may be the place without a variable.
func (f *fn) copyInto(e *ast.CallExpr, n flow.Place) {
	for _, a := range e.Args {
		if !f.isSliceOfKnown(a) {
			f.refuse(a, "opaque-value", "the result depends on %s, of type %s", f.describe(a), f.typeOf(a))
			return
		}
	}
	dst := f.expr(e.Args[0])
	f.emit(&flow.Copy{Dst: dst, Src: f.expr(e.Args[1]), N: n, At: f.at(e)})
}

// clearSlice sets all elements to zero.
func (f *fn) clearSlice(e *ast.CallExpr) {
	x := e.Args[0]
	if f.mapOf(x) != nil {
		f.clearMap(e)
		return
	}
	st, ok := f.typ(f.pkg.Info.TypeOf(x)).(*flow.Slice)
	if !ok {
		return
	}
	p := f.placed(f.expr(x), e)
	loop := &flow.Count{Idx: f.temp("i", flow.Int, e), N: &flow.Len{X: &flow.Load{Place: p}}, At: f.at(e)}
	at := extend(p, flow.Step{Kind: flow.StepIndex, Index: load(loop.Idx), At: f.at(e)})
	loop.Body = f.block(func() { f.assign(at, zero(st.Elem), e) })
	f.emit(loop)
}

// panicCall is panic(x).
func (f *fn) panicCall(e *ast.CallExpr) {
	msg := "panic"
	if v := f.pkg.Info.Types[e.Args[0]].Value; v != nil && v.Kind() == constant.String {
		msg = constant.StringVal(v)
	}
	f.discard(e.Args[0])
	f.emit(&flow.Fail{Msg: msg, At: f.at(e)})
	f.dead = true
}

// roomless reports whether a slice has no room behind its end: a[:] of an array, or x[:n:n].
func (f *fn) roomless(e ast.Expr) bool {
	s, ok := ast.Unparen(e).(*ast.SliceExpr)
	if !ok {
		return false
	}
	if s.Max != nil {
		return f.same(s.High, s.Max)
	}
	T := f.typeOf(s.X).Underlying()
	if p, ok := T.(*types.Pointer); ok {
		T = p.Elem().Underlying()
	}
	_, array := T.(*types.Array)
	return array && s.High == nil
}
