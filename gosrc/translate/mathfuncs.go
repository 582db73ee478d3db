package translate

import (
	"go/ast"
	"go/types"
	"math"
	"sync"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// mathNames are the functions of package math that are several primitives, or one with a helper of its own.
var mathNames = map[string][]string{
	"Float64bits": {"bits"}, "Float64frombits": {"frombits"}, "Float32bits": {"bits32"},
	"Float32frombits": {"frombits32"}, "Nextafter32": {"nextafter32"},
	"Frexp": {"frexpfrac", "frexpexp"}, "Modf": {"trunc", "modffrac"}, "Lgamma": {"lgamma", "lgammasign"},
	"Sincos": {"sin", "cos"},
}

// mathPrimitives are the others: the rows of the primitive table say which function each of them is.
var mathPrimitives = sync.OnceValue(func() map[string]*syntax.Op {
	ops := map[string]*syntax.Op{}
	for _, o := range syntax.Ops() {
		if o.Go.Pkg == "math" {
			ops[o.Go.Func] = o
		}
	}
	return ops
})

// infinity is math.Inf(sign).
func (f *fn) infinity(sign flow.Expr, n ast.Node) flow.Expr {
	pos, neg := realLit(math.Inf(1)), realLit(math.Inf(-1))
	if l, ok := sign.(*flow.Lit); ok {
		if l.I >= 0 {
			return pos
		}
		return neg
	}
	return &flow.Cond{C: f.op("ige", flow.Bool, n, sign, intLit(0)), If: pos, Else: neg}
}

func realLit(x float64) flow.Expr { return &flow.Lit{Typ: flow.Real, F: x} }

func intLit(i int64) flow.Expr { return &flow.Lit{Typ: flow.Int, I: i} }

// mathCall applies a function of package math; false when it is none of the table's.
func (f *fn) mathCall(obj *types.Func, x []flow.Expr, n ast.Node) ([]flow.Expr, bool) {
	switch obj.Name() {
	case "Inf":
		return []flow.Expr{f.infinity(x[0], n)}, true
	case "NaN":
		return []flow.Expr{realLit(math.NaN())}, true
	}
	var ops []*syntax.Op
	if o := mathPrimitives()[obj.Name()]; o != nil {
		ops = []*syntax.Op{o}
	}
	for _, name := range mathNames[obj.Name()] {
		ops = append(ops, syntax.MustOp(name))
	}
	results := obj.Signature().Results()
	if len(ops) == 0 || results.Len() != len(ops) {
		return nil, false
	}
	if len(ops) > 1 {
		for i := range x {
			x[i] = f.hold(x[i], n)
		}
	}
	out := make([]flow.Expr, len(ops))
	for i, o := range ops {
		t, ok := f.typ(results.At(i).Type()).(*flow.Basic)
		if len(o.Params) != len(x) || !ok {
			return nil, false
		}
		out[i] = f.sourced(&flow.Op{Op: o, Args: x, Typ: t, At: f.at(n)}, n)
	}
	return out, true
}

// known is the value of a call of a function that the translation knows itself: package math, constructors of errors.
func (f *fn) known(e *ast.CallExpr) (flow.Expr, bool) {
	vals, ok := f.knownResults(e)
	if !ok {
		return nil, false
	}
	return vals[0], true
}

// knownResults is known for several results. Where the function is not known, nothing is left of the evaluation of its
// arguments.
func (f *fn) knownResults(e *ast.CallExpr) ([]flow.Expr, bool) {
	before := f.out
	vals, ok := f.tryKnown(e)
	if !ok {
		f.out = before
	}
	return vals, ok
}

func (f *fn) tryKnown(e *ast.CallExpr) ([]flow.Expr, bool) {
	obj, _, recv := f.callee(ast.Unparen(e.Fun))
	if obj == nil || recv != nil || obj.Pkg() == nil {
		return nil, false
	}
	path := obj.Pkg().Path()
	if path != "math/bits" && f.translator.pkg(path) != nil { // of that, the rest is read
		return nil, false
	}
	switch path {
	case "math":
		if ext := f.attachedTo(obj); ext != nil {
			return nil, false
		}
		return f.mathCall(obj, f.args(e, obj.Signature(), nil), e)
	case "math/bits":
		return f.bitsCall(obj, f.args(e, obj.Signature(), nil), e)
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
