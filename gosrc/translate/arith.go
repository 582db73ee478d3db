package translate

import (
	"go/ast"
	"go/constant"
	"go/token"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// op applies a primitive of the table.
func (f *fn) op(name string, t *flow.Basic, n ast.Node, args ...flow.Expr) flow.Expr {
	o := syntax.OpByName(name)
	if o == nil {
		return f.bad(n, t, "unsupported", "the primitive %s is not there", name)
	}
	if name != "+" && name != "-" && name != "neg" {
		for i, x := range args {
			if e, ok := x.(*flow.Op); ok && e.Op.Name == "round64" { // only additions are fused
				args[i] = e.Args[0]
			}
		}
	}
	return f.sourced(&flow.Op{Op: o, Args: args, Typ: t, At: f.at(n)}, n)
}

// sourced notes what an operation is made of, for whoever asks.
func (f *fn) sourced(e *flow.Op, n ast.Node) *flow.Op {
	if f.main.Sources != nil {
		f.main.Sources[e] = n
	}
	return e
}

// rounded is float64(x) of a float64, which keeps Go's compiler from fusing a product x with an addition.
func (f *fn) rounded(x flow.Expr, n ast.Node) flow.Expr {
	switch e := x.(type) {
	case *flow.Lit:
		return x
	case *flow.Op:
		if name := e.Op.Name; name != "*" && name != "neg" {
			return x
		}
	}
	return f.op("round64", flow.Real, n, x)
}

// The names of the primitives for reals, signed integers and unsigned ones of 64 bits. Narrower unsigned integers are
// zero-extended, so that the signed operations serve.
var realOps = map[token.Token]string{
	token.ADD: "+", token.SUB: "-", token.MUL: "*", token.QUO: "/",
	token.LSS: "lt", token.LEQ: "le", token.GTR: "gt", token.GEQ: "ge", token.EQL: "eq", token.NEQ: "ne",
}

var intOps = map[token.Token]string{
	token.ADD: "iadd", token.SUB: "isub", token.MUL: "imul", token.QUO: "idiv", token.REM: "imod",
	token.AND: "iand", token.OR: "ior", token.XOR: "ixor", token.AND_NOT: "iandnot", token.SHL: "ishl",
	token.SHR: "ishr",
	token.LSS: "ilt", token.LEQ: "ile", token.GTR: "igt", token.GEQ: "ige", token.EQL: "ieq", token.NEQ: "ine",
}

// uintOps are those where the sign counts; x > y is y < x.
var uintOps = map[token.Token]string{token.QUO: "udiv", token.REM: "umod", token.LSS: "ult", token.LEQ: "ule"}

// arith is x op y for + - * / % & | ^ &^ on operands of one type.
func (f *fn) arith(op token.Token, x, y flow.Expr, n ast.Node) flow.Expr {
	if isComplex(x.Type()) {
		return f.complexArith(op, x, y, n)
	}
	t, ok := x.Type().(*flow.Basic)
	if !ok {
		return f.bad(n, x.Type(), "unsupported", "the operator %s on %s", op, x.Type())
	}
	switch t.Kind {
	case flow.KindReal:
		return f.wrap(f.op(realOps[op], t, n, x, y), t, n)
	case flow.KindInt:
		return f.wrap(f.op(intOps[op], t, n, x, y), t, n)
	case flow.KindUint:
		name := intOps[op]
		if u := uintOps[op]; u != "" && t.Bits == 64 {
			name = u
		}
		return f.wrap(f.op(name, t, n, x, y), t, n)
	case flow.KindBool, flow.KindError, flow.KindOpaque:
	}
	return f.bad(n, t, "unsupported", "the operator %s on %s", op, t)
}

// arith1 is -x or ^x.
func (f *fn) arith1(op token.Token, x flow.Expr, n ast.Node) flow.Expr {
	if isComplex(x.Type()) {
		return f.complexNeg(x, n)
	}
	t, ok := x.Type().(*flow.Basic)
	if !ok {
		return x
	}
	switch {
	case t.Kind == flow.KindReal && op == token.SUB:
		return f.op("neg", t, n, x)
	case op == token.SUB:
		return f.wrap(f.op("ineg", t, n, x), t, n)
	}
	return f.wrap(f.op("inot", t, n, x), t, n)
}

// wrap brings a result back into the range of a type narrower than the operation.
func (f *fn) wrap(e flow.Expr, t *flow.Basic, n ast.Node) flow.Expr {
	switch {
	case t == flow.Real32:
		return f.op("round32", t, n, e)
	case t.Kind == flow.KindInt && t.Bits < 64:
		return f.op(map[int]string{8: "sext8", 16: "sext16", 32: "sext32"}[t.Bits], t, n, e)
	case t.Kind == flow.KindUint && t.Bits < 64:
		return f.op(map[int]string{8: "zext8", 16: "zext16", 32: "zext32"}[t.Bits], t, n, e)
	}
	return e
}

// ordered is x < y and the like.
func (f *fn) ordered(op token.Token, x, y flow.Expr, n ast.Node) flow.Expr {
	t, ok := x.Type().(*flow.Basic)
	switch {
	case ok && t.Kind == flow.KindReal:
		return f.op(realOps[op], flow.Bool, n, x, y)
	case ok && t == flow.Uint64:
		switch op {
		case token.GTR:
			return f.op("ult", flow.Bool, n, y, x)
		case token.GEQ:
			return f.op("ule", flow.Bool, n, y, x)
		}
		return f.op(uintOps[op], flow.Bool, n, x, y)
	case ok && (t.Kind == flow.KindInt || t.Kind == flow.KindUint):
		return f.op(intOps[op], flow.Bool, n, x, y)
	}
	return f.bad(n, flow.Bool, "unsupported", "the operator %s on %s", op, x.Type())
}

// shift is x << y or x >> y. A count that is negative at run time panics, as in Go; the primitives read it as unsigned.
func (f *fn) shift(op token.Token, x, y flow.Expr, n ast.Node, count constant.Value) flow.Expr {
	t, ok := x.Type().(*flow.Basic)
	c, okc := y.Type().(*flow.Basic)
	if !ok || !okc {
		return f.bad(n, x.Type(), "unsupported", "the operator %s on %s", op, x.Type())
	}
	switch {
	case count != nil:
		k, exact := constInt(count)
		if !exact || k > 64 {
			k = 64
		}
		y = &flow.Lit{Typ: flow.Int, I: int64(k)}
	case c.Kind == flow.KindInt:
		y = f.hold(y, n)
		// 1/(max(y, -1)+1) divides by zero for negative y, as run-time errors of Go do without a status.
		last := f.op("iadd", flow.Int, n, f.op("imax", flow.Int, n, retype(y, flow.Int), intLit(-1)), intLit(1))
		y = &flow.Cond{
			C: f.op("ilt", flow.Bool, n, y, &flow.Lit{Typ: c}), If: f.op("idiv", flow.Int, n, intLit(1), last),
			Else: retype(y, flow.Int),
		}
	}
	switch {
	case op == token.SHL:
		return f.wrap(f.op("ishl", t, n, x, y), t, n)
	case t == flow.Uint64:
		return f.op("iushr", t, n, x, y)
	}
	return f.op("ishr", t, n, x, y)
}

// not is !x.
func not(x flow.Expr) flow.Expr {
	return &flow.Op{Op: syntax.MustOp("not"), Args: []flow.Expr{x}, Typ: flow.Bool}
}

// convert is the conversion of a number to another numeric type.
func (f *fn) convert(x flow.Expr, to *flow.Basic, n ast.Node) flow.Expr {
	from, ok := x.Type().(*flow.Basic)
	if !ok {
		return f.bad(n, to, "unsupported", "a conversion of %s", x.Type())
	}
	switch {
	case from == to:
		return x
	case from.Kind == flow.KindReal && to.Kind == flow.KindReal:
		if to == flow.Real32 {
			return f.op("round32", to, n, x)
		}
		return retyped(x, to)
	case from.Kind == flow.KindReal:
		if to == flow.Uint64 {
			return f.op("uint", to, n, x)
		}
		return f.wrap(f.op("int", to, n, x), to, n)
	case to.Kind == flow.KindReal:
		if from.Bits == 64 && to == flow.Real32 {
			return f.int64To32(x, from, n)
		}
		if from == flow.Uint64 {
			return f.op("ureal", to, n, x)
		}
		return f.op("real", to, n, x)
	case fits(from, to):
		return retyped(x, to)
	}
	return f.wrap(retyped(x, to), to, n)
}

// fits reports whether every value of one integer type has the same bits in the other.
func fits(from, to *flow.Basic) bool {
	switch {
	case to.Bits == 64:
		return true
	case from.Kind == to.Kind:
		return from.Bits <= to.Bits
	case from.Kind == flow.KindUint:
		return from.Bits < to.Bits
	}
	return false
}

// retyped is the same value with another type.
func retyped(x flow.Expr, to *flow.Basic) flow.Expr {
	switch e := x.(type) {
	case *flow.Lit:
		return &flow.Lit{Typ: to, F: e.F, I: e.I}
	case *flow.Op:
		return &flow.Op{Op: e.Op, Args: e.Args, Typ: to, At: e.At}
	}
	return &flow.Retype{X: x, Typ: to}
}

// int64To32 rounds a 64-bit integer to float32 once: beyond 2⁵³ the bits that float64 has no room for are gathered in
// one sticky bit first, so that the conversion to float64 is exact.
func (f *fn) int64To32(x flow.Expr, from *flow.Basic, n ast.Node) flow.Expr {
	lit := func(i int64) flow.Expr { return &flow.Lit{Typ: from, I: i} }
	x = f.hold(x, n)
	low := f.op("iand", from, n, x, lit(1<<11-1))
	high := f.op("iandnot", from, n, x, lit(1<<11-1))
	sticky := &flow.Cond{C: f.op("ieq", flow.Bool, n, low, lit(0)), If: lit(0), Else: lit(1 << 11)}
	exact := f.op("ior", from, n, high, sticky)
	var small flow.Expr
	toReal := "real"
	if from == flow.Uint64 {
		toReal = "ureal"
		small = f.op("ult", flow.Bool, n, x, lit(1<<53))
	} else {
		small = &flow.Cond{
			C:    f.op("ilt", flow.Bool, n, x, lit(1<<53)),
			If:   f.op("igt", flow.Bool, n, x, lit(-1<<53)),
			Else: boolLit(false),
		}
	}
	return f.op("round32", flow.Real32, n, f.op(toReal, flow.Real, n, &flow.Cond{C: small, If: x, Else: exact}))
}
