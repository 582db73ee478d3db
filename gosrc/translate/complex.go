package translate

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// A complex number is a struct of its real and its imaginary part, so that variables, elements and fields of complex
// numbers are what those of structs are. Only what operators, constants and conversions mean is said here.
var (
	complex128Type = complexOf("complex128", flow.Real)
	complex64Type  = complexOf("complex64", flow.Real32)
)

func complexOf(name string, part *flow.Basic) *flow.Struct {
	return &flow.Struct{Name: name, Fields: []flow.Field{{Name: "re", Type: part}, {Name: "im", Type: part}}}
}

// complexTypes are the types of complex numbers.
var complexTypes = map[types.BasicKind]*flow.Struct{
	types.Complex128: complex128Type, types.UntypedComplex: complex128Type, types.Complex64: complex64Type,
}

// isComplex reports whether values of a type are complex numbers.
func isComplex(t flow.Type) bool {
	return t == flow.Type(complex128Type) || t == flow.Type(complex64Type)
}

// partType is the type of the real and the imaginary part.
func partType(t flow.Type) *flow.Basic { return t.(*flow.Struct).Fields[0].Type.(*flow.Basic) }

// complexLit is the complex number with these parts.
func complexLit(t flow.Type, re, im flow.Expr) flow.Expr {
	return &flow.Lits{Typ: t, Elems: []flow.Expr{re, im}}
}

// complexConstant is the literal of a constant.
func complexConstant(v constant.Value, t flow.Type) flow.Expr {
	b := partType(t)
	part := func(v constant.Value) flow.Expr { return &flow.Lit{Typ: b, F: constReal(v, b)} }
	return complexLit(t, part(constant.Real(v)), part(constant.Imag(v)))
}

// parts are the real and the imaginary part of a complex number, each for one use.
func (f *fn) parts(z flow.Expr, n ast.Node) (re, im flow.Expr) {
	switch z := z.(type) {
	case *flow.Lits:
		return z.Elems[0], z.Elems[1]
	case *flow.Zero:
		b := partType(z.Typ)
		return &flow.Lit{Typ: b}, &flow.Lit{Typ: b}
	}
	p := f.placed(z, n)
	part := func(i int) flow.Expr { return &flow.Load{Place: extend(p, flow.Step{Kind: flow.StepField, Field: i})} }
	return part(0), part(1)
}

// heldParts are the parts for any number of uses.
func (f *fn) heldParts(z flow.Expr, n ast.Node) (re, im flow.Expr) {
	re, im = f.parts(z, n)
	return f.hold(re, n), f.hold(im, n)
}

// complexArith is x op y for complex numbers of one type.
func (f *fn) complexArith(op token.Token, x, y flow.Expr, n ast.Node) flow.Expr {
	t := x.Type()
	switch op {
	case token.ADD, token.SUB:
		a, b := f.parts(x, n)
		c, d := f.parts(y, n)
		return complexLit(t, f.arith(op, a, c, n), f.arith(op, b, d, n))
	case token.MUL:
		return f.complexProduct(x, y, n)
	case token.QUO:
		return f.convertComplex(f.quotient(f.convertComplex(x, complex128Type, n), f.convertComplex(y, complex128Type, n),
			n), t, n)
	}
	return f.bad(n, t, "unsupported", "the operator %s on %s", op, t)
}

// complexProduct is x*y. As Go's compiler does, it multiplies numbers of type complex64 in float64.
func (f *fn) complexProduct(x, y flow.Expr, n ast.Node) flow.Expr {
	t := x.Type()
	a, b := f.heldParts(f.convertComplex(x, complex128Type, n), n)
	c, d := f.heldParts(f.convertComplex(y, complex128Type, n), n)
	mul := func(x, y flow.Expr) flow.Expr { return f.arith(token.MUL, x, y, n) }
	re := f.arith(token.SUB, mul(a, c), mul(b, d), n)
	im := f.arith(token.ADD, mul(a, d), mul(b, c), n)
	return f.convertComplex(complexLit(complex128Type, re, im), t, n)
}

// complexes is the path of a package on the shelf that has the division.
const complexes = "chad/complex"

// quotient is x/y.
func (f *fn) quotient(x, y flow.Expr, n ast.Node) flow.Expr {
	p := f.shelfPackage(complexes)
	div := f.asks(n, p, f.instance(f.pkg, p, p.Types.Scope().Lookup("Div").(*types.Func), nil))
	v := f.temp("q", complex128Type, n)
	f.emit(&flow.Call{Dst: []flow.Place{{Var: v}}, Func: div, Args: []flow.Expr{x, y}, At: f.at(n)})
	return load(v)
}

// complexNeg is -z.
func (f *fn) complexNeg(z flow.Expr, n ast.Node) flow.Expr {
	re, im := f.parts(z, n)
	return complexLit(z.Type(), f.arith1(token.SUB, re, n), f.arith1(token.SUB, im, n))
}

// convertComplex is the conversion of a complex number to another type of them.
func (f *fn) convertComplex(z flow.Expr, to flow.Type, n ast.Node) flow.Expr {
	if z.Type() == to {
		return z
	}
	re, im := f.parts(z, n)
	return complexLit(to, f.convert(re, partType(to), n), f.convert(im, partType(to), n))
}

// roundedComplex is complex128(z) of a complex128, which keeps Go's compiler from fusing a product with an addition.
func (f *fn) roundedComplex(z flow.Expr, n ast.Node) flow.Expr {
	l, ok := z.(*flow.Lits)
	if !ok {
		return z
	}
	return complexLit(l.Typ, f.rounded(l.Elems[0], n), f.rounded(l.Elems[1], n))
}

// complexBuiltin is a call of complex, real or imag.
func (f *fn) complexBuiltin(name string, e *ast.CallExpr, t flow.Type) flow.Expr {
	if name == "complex" {
		if len(e.Args) == 1 { // a call that gives both parts
			vars := f.callResults(ast.Unparen(e.Args[0]).(*ast.CallExpr))
			return complexLit(t, load(vars[0]), load(vars[1]))
		}
		re := f.expr(e.Args[0])
		return complexLit(t, re, f.expr(e.Args[1]))
	}
	re, im := f.parts(f.expr(e.Args[0]), e)
	if name == "real" {
		return re
	}
	return im
}
