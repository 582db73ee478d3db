package translate

import (
	"go/ast"
	"go/types"
	"math"
	"strings"

	"github.com/seed-4b734f86/gochad/frontend/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// mathNames are the functions of package math whose primitive is not their name in lower case.
var mathNames = map[string]string{
	"Mod": "fmod", "Max": "mathmax", "Min": "mathmin", "RoundToEven": "round", "Float64bits": "bits",
	"Float64frombits": "frombits",
}

// mathSpecial are those that are no single primitive.
var mathSpecial = map[string]func(f *fn, x []flow.Expr, n ast.Node) []flow.Expr{
	"Inf": func(f *fn, x []flow.Expr, n ast.Node) []flow.Expr {
		pos, neg := realLit(math.Inf(1)), realLit(math.Inf(-1))
		if l, ok := x[0].(*flow.Lit); ok {
			if l.I >= 0 {
				return []flow.Expr{pos}
			}
			return []flow.Expr{neg}
		}
		return []flow.Expr{&flow.Cond{C: f.op("ige", flow.Bool, n, x[0], intLit(0)), If: pos, Else: neg}}
	},
	"NaN": func(*fn, []flow.Expr, ast.Node) []flow.Expr { return []flow.Expr{realLit(math.NaN())} },
	"IsNaN": func(f *fn, x []flow.Expr, n ast.Node) []flow.Expr {
		v := f.hold(x[0], n)
		return []flow.Expr{f.op("ne", flow.Bool, n, v, v)}
	},
	"IsInf": isInf,
	"Signbit": func(f *fn, x []flow.Expr, n ast.Node) []flow.Expr {
		return []flow.Expr{f.op("ilt", flow.Bool, n, f.op("bits", flow.Int, n, x[0]), intLit(0))}
	},
	"Sincos": func(f *fn, x []flow.Expr, n ast.Node) []flow.Expr {
		v := f.hold(x[0], n)
		return []flow.Expr{f.op("sin", flow.Real, n, v), f.op("cos", flow.Real, n, v)}
	},
}

// isInf is math.IsInf(x, sign).
func isInf(f *fn, x []flow.Expr, n ast.Node) []flow.Expr {
	pos := func(v flow.Expr) flow.Expr { return f.op("gt", flow.Bool, n, v, realLit(math.MaxFloat64)) }
	neg := func(v flow.Expr) flow.Expr { return f.op("lt", flow.Bool, n, v, realLit(-math.MaxFloat64)) }
	v := f.hold(x[0], n)
	both := &flow.Cond{C: pos(v), If: boolLit(true), Else: neg(v)}
	l, ok := x[1].(*flow.Lit)
	switch {
	case ok && l.I > 0:
		return []flow.Expr{pos(v)}
	case ok && l.I < 0:
		return []flow.Expr{neg(v)}
	case ok:
		return []flow.Expr{both}
	}
	s := f.hold(x[1], n)
	return []flow.Expr{&flow.Cond{
		C: f.op("igt", flow.Bool, n, s, intLit(0)), If: pos(v),
		Else: &flow.Cond{C: f.op("ilt", flow.Bool, n, s, intLit(0)), If: neg(v), Else: both},
	}}
}

func realLit(x float64) flow.Expr { return &flow.Lit{Typ: flow.Real, F: x} }

func intLit(i int64) flow.Expr { return &flow.Lit{Typ: flow.Int, I: i} }

// mathCall applies a function of package math; false when it is none of the table's.
func (f *fn) mathCall(obj *types.Func, x []flow.Expr, n ast.Node) ([]flow.Expr, bool) {
	if special := mathSpecial[obj.Name()]; special != nil {
		return special(f, x, n), true
	}
	name := mathNames[obj.Name()]
	if name == "" {
		name = strings.ToLower(obj.Name())
	}
	o := syntax.OpByName(name)
	sig := obj.Signature()
	if o == nil || len(o.Params) != len(x) || sig.Results().Len() != 1 {
		return nil, false
	}
	t, ok := f.typ(sig.Results().At(0).Type()).(*flow.Basic)
	if !ok {
		return nil, false
	}
	return []flow.Expr{&flow.Op{Op: o, Args: x, Typ: t, At: f.at(n)}}, true
}

// known is the value of a call of a function that the translation knows itself: package math, constructors of errors.
func (f *fn) known(e *ast.CallExpr) (flow.Expr, bool) {
	vals, ok := f.knownResults(e)
	if !ok {
		return nil, false
	}
	return vals[0], true
}

func (f *fn) knownResults(e *ast.CallExpr) ([]flow.Expr, bool) {
	obj, _, recv := f.callee(ast.Unparen(e.Fun))
	if obj == nil || recv != nil || obj.Pkg() == nil || f.translator.pkg(obj.Pkg().Path()) != nil {
		return nil, false
	}
	switch obj.Pkg().Path() {
	case "math":
		if ext := f.attached(obj); ext != nil {
			return nil, false
		}
		return f.mathCall(obj, f.args(e, obj.Signature()), e)
	case "errors", "fmt":
		if obj.Name() == "New" || obj.Name() == "Errorf" {
			for _, a := range e.Args {
				f.discard(a)
			}
			return []flow.Expr{&flow.Lit{Typ: flow.ErrorT, I: 1}}, true
		}
	}
	return nil, false
}

// errorValue is an expression assigned to an error: one bit. A concrete value makes an error that is not nil.
func (f *fn) errorValue(e ast.Expr) flow.Expr {
	e = ast.Unparen(e)
	if !isInterface(f.typeOf(e)) {
		f.discard(e)
		return &flow.Lit{Typ: flow.ErrorT, I: 1}
	}
	if !isError(f.typeOf(e)) {
		return f.bad(e, flow.ErrorT, "opaque-value", "whether %s is nil is not known", f.describe(e))
	}
	return f.expr(e)
}
