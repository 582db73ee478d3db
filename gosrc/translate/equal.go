package translate

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// equality is == and !=.
func (f *fn) equality(e *ast.BinaryExpr) flow.Expr {
	X, Y := f.typeOf(e.X), f.typeOf(e.Y)
	if yes, ok := f.decided(e); ok {
		return boolLit(yes)
	}
	nilX, nilY := f.pkg.Info.Types[ast.Unparen(e.X)].IsNil(), f.pkg.Info.Types[ast.Unparen(e.Y)].IsNil()
	if nilX || nilY {
		x, T := e.X, X
		if nilX {
			x, T = e.Y, Y
		}
		return f.isNil(e, x, T)
	}
	if isString(X) && isString(Y) {
		if !f.comparesText(e.X, e.Y) {
			return f.opaqueEquality(e, X, Y)
		}
		if !f.hasText {
			f.discard(e.X)
			f.discard(e.Y)
			return boolLit(false) // the next translation knows
		}
	}
	if isOpaque(f.translator.typ(X)) || isError(X) || isInterface(X) != isInterface(Y) {
		return f.opaqueEquality(e, X, Y)
	}
	x := f.expr(e.X)
	y := f.expr(e.Y)
	eq := f.equal(x, y, e)
	if e.Op == token.NEQ {
		return f.negated(eq)
	}
	return eq
}

// opaqueEquality is a comparison whose answer flow does not know.
func (f *fn) opaqueEquality(e *ast.BinaryExpr, X, Y types.Type) flow.Expr {
	if isError(X) && isError(Y) && (f.errorVariable(e.X) != nil || f.errorVariable(e.Y) != nil) {
		f.compared = append(f.compared, comparedError{f, e})
		op := "ieq"
		if e.Op == token.NEQ {
			op = "ine"
		}
		return f.op(op, flow.Bool, e, f.expr(e.X), f.expr(e.Y))
	}
	f.discard(e.X)
	f.discard(e.Y)
	if isError(X) || isError(Y) {
		return f.bad(e, flow.Bool, "error-compare", "which error it is cannot influence the result")
	}
	return f.bad(e, flow.Bool, "opaque-value", "the result depends on %s, of type %s", f.describe(e.X), X)
}

// An error is a number: 0 for nil, one of its own for each package variable that holds an error which its declaration
// makes, and 1 for all others. So an error can be compared with such a variable, unless it comes from outside.

// comparedError is where errors are compared.
type comparedError struct {
	fn   *fn
	node ast.Expr
}

// errorVariable is the package variable that an expression names, if it holds an error that its declaration makes; or
// nil.
func (f *fn) errorVariable(e ast.Expr) *types.Var {
	var id *ast.Ident
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	default:
		return nil
	}
	v, ok := f.pkg.Info.Uses[id].(*types.Var)
	if !ok || !isGlobal(v) || f.errorNumber(v) == 0 {
		return nil
	}
	return v
}

// errorNumber is the number of the error that the declaration of a package variable makes, or 0.
func (t *translator) errorNumber(v *types.Var) int64 {
	if !isError(v.Type()) {
		return 0
	}
	if p := t.pkg(v.Pkg().Path()); p != nil {
		init := p.inits[p.Types.Scope().Lookup(v.Name())]
		if init == nil || p.writes(v.Name()) {
			return 0
		}
		var call *ast.CallExpr
		switch x := ast.Unparen(init.Rhs).(type) {
		case *ast.CallExpr:
			call = x
		case *ast.Ident: // another one
			if w, ok := p.Info.Uses[x].(*types.Var); ok {
				return t.errorNumber(w)
			}
			return 0
		case *ast.SelectorExpr:
			if w, ok := p.Info.Uses[x.Sel].(*types.Var); ok && isGlobal(w) {
				return t.errorNumber(w)
			}
			return 0
		default:
			return 0
		}
		made := staticCallee(p, call.Fun)
		if made == nil || made.Pkg() == nil || made.FullName() != "errors.New" && made.FullName() != "fmt.Errorf" {
			return 0
		}
	}
	name := v.Pkg().Path() + " " + v.Name()
	if t.errors[name] == 0 {
		t.errors[name] = int64(len(t.errors)) + 2
	}
	return t.errors[name]
}

// refuseOutsideErrors refuses comparisons of errors where some come from outside. Where none are compared, all errors
// have one number.
func (t *translator) refuseOutsideErrors(res *Result) {
	if len(t.compared) == 0 {
		for _, l := range t.numbered {
			l.I = 1
		}
		return
	}
	outside := map[*flow.Func]bool{} // functions that errors from outside may come to
	for _, g := range t.prog.Funcs {
		for _, v := range g.Results {
			if g.Extern != nil && v.Type == flow.ErrorT {
				for _, f := range t.prog.Funcs {
					outside[f] = true
				}
			}
		}
	}
	for _, r := range res.Roots {
		for _, v := range r.Flow.Params {
			if holdsError(v.Type) {
				reach(r.Flow, outside)
			}
		}
	}
	for _, c := range t.compared {
		if outside[c.fn.top().flow] {
			c.fn.refuse(c.node, "error-compare", "which error it is cannot influence the result")
		}
	}
}

// reach adds a function, and all that it calls or names.
func reach(f *flow.Func, seen map[*flow.Func]bool) {
	if f == nil || seen[f] {
		return
	}
	seen[f] = true
	for _, g := range f.Attached() {
		reach(g, seen)
	}
	if f.Derived != nil {
		reach(f.Derived.Of, seen)
	}
	flow.Walk(f.Body, func(s flow.Stmt) {
		if c, ok := s.(*flow.Call); ok {
			reach(c.Func, seen)
		}
	}, func(e flow.Expr) {
		switch e := e.(type) {
		case *flow.FuncRef:
			reach(e.Func, seen)
		case *flow.Closure:
			reach(e.Func, seen)
		}
	})
}

func holdsError(t flow.Type) bool {
	switch t := t.(type) {
	case *flow.Slice:
		return holdsError(t.Elem)
	case *flow.Array:
		return holdsError(t.Elem)
	case *flow.Pointer:
		return holdsError(t.Elem)
	case *flow.Struct:
		for _, f := range t.Fields {
			if holdsError(f.Type) {
				return true
			}
		}
	}
	return t == flow.ErrorT
}

// isNil is x == nil or x != nil.
func (f *fn) isNil(e *ast.BinaryExpr, x ast.Expr, T types.Type) flow.Expr {
	if isError(T) {
		op := "ieq"
		if e.Op == token.NEQ {
			op = "ine"
		}
		return f.op(op, flow.Bool, e, f.expr(x), &flow.Lit{Typ: flow.ErrorT})
	}
	if m, ok := T.Underlying().(*types.Map); ok {
		return f.isNilMap(e, x, m)
	}
	if !isOpaque(f.translator.typ(T)) {
		if isInterface(T) {
			f.found.of(T).nils = true
		}
		is := flow.Expr(&flow.IsNil{X: f.expr(x), At: f.at(e)})
		if e.Op == token.NEQ {
			is = not(is)
		}
		return is
	}
	n := len(f.diags)
	if f.discard(x); len(f.diags) > n { // which says why
		return zero(flow.Bool)
	}
	return f.bad(e, flow.Bool, "nil-compare", "whether %s, of type %s, is nil cannot influence the result",
		f.describe(x), T)
}

// negated is !e, with != for ==. For reals and NaN that is the same.
func (f *fn) negated(e flow.Expr) flow.Expr {
	if o, ok := e.(*flow.Op); ok {
		switch o.Op.Name {
		case "eq":
			return f.opLike(o, "ne")
		case "ieq":
			return f.opLike(o, "ine")
		}
	}
	return not(e)
}

func (f *fn) opLike(o *flow.Op, name string) flow.Expr {
	c := *o
	c.Op = mustOp(name)
	return &c
}

// equal is x == y for values of one type, by their parts where they have some.
func (f *fn) equal(x, y flow.Expr, n ast.Node) flow.Expr {
	switch t := x.Type().(type) {
	case *flow.Basic:
		if t == flow.StringT && !isLit(x) && !isLit(y) {
			return f.bad(n, flow.Bool, "opaque-value",
				"the result depends on a string that is compared with another one")
		}
		switch t.Kind {
		case flow.KindReal:
			return f.op("eq", flow.Bool, n, x, y)
		case flow.KindInt, flow.KindUint:
			return f.op("ieq", flow.Bool, n, x, y)
		case flow.KindBool:
			return &flow.Cond{C: x, If: y, Else: not(y)}
		case flow.KindError, flow.KindOpaque:
			return f.bad(n, flow.Bool, "opaque-value",
				"the result depends on a value of a type unknown to the derivative")
		}
	case *flow.Struct:
		return f.equalStructs(x, y, t, n)
	case *flow.Array:
		return f.equalArrays(x, y, t, n)
	case *flow.Pointer:
		return f.bad(n, flow.Bool, "pointer-compare", "whether two pointers are equal cannot influence the result")
	case *flow.Slice, *flow.FuncType:
	}
	return f.bad(n, flow.Bool, "unsupported", "values of type %s cannot be compared", x.Type())
}

func isLit(e flow.Expr) bool { _, ok := e.(*flow.Lit); return ok }

func (f *fn) equalStructs(x, y flow.Expr, t *flow.Struct, n ast.Node) flow.Expr {
	p, q := f.placed(x, n), f.placed(y, n)
	all := flow.Expr(boolLit(true))
	for i := len(t.Fields) - 1; i >= 0; i-- {
		if t.Fields[i].Name == "_" {
			continue
		}
		step := flow.Step{Kind: flow.StepField, Field: i}
		eq := f.equal(&flow.Load{Place: extend(p, step)}, &flow.Load{Place: extend(q, step)}, n)
		all = &flow.Cond{C: eq, If: all, Else: boolLit(false)}
	}
	return all
}

// equalArrays compares the elements in a loop.
func (f *fn) equalArrays(x, y flow.Expr, t *flow.Array, n ast.Node) flow.Expr {
	p, q := f.placed(x, n), f.placed(y, n)
	all := f.store(boolLit(true), n)
	loop := &flow.Count{Idx: f.temp("i", flow.Int, n), N: &flow.Lit{Typ: flow.Int, I: int64(t.Len)}, At: f.at(n)}
	loop.Body = f.block(func() {
		step := flow.Step{Kind: flow.StepIndex, Index: load(loop.Idx), At: f.at(n)}
		eq := f.equal(&flow.Load{Place: extend(p, step)}, &flow.Load{Place: extend(q, step)}, n)
		f.assign(flow.Place{Var: all}, &flow.Cond{C: load(all), If: eq, Else: boolLit(false)}, n)
	})
	f.emit(loop)
	return load(all)
}

// placed is the place of a value, a new variable where it has none.
func (f *fn) placed(x flow.Expr, n ast.Node) flow.Place {
	if l, ok := x.(*flow.Load); ok {
		return f.fixed(l.Place, n)
	}
	return flow.Place{Var: f.store(x, n)}
}
