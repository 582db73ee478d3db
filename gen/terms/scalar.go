package terms

import (
	"strconv"

	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/syntax"
)

// apply writes a primitive of arguments that are emitted already.
func (h *emitter) apply(t *syntax.Prim, args []*code.Expr) *code.Expr {
	if x := code.Fold(t.Op, args); x != nil {
		return x
	}
	if b := args[len(args)-1]; t.Op.Divides && (b.Kind != code.LitExpr || b.Text == "0") {
		return h.g.Division(t.Op, args[0], b, t.At.Prefix()+"integer division by zero")
	}
	if t.Op.Requires {
		h.g.Helper("required", requiredHelper)
		return code.Call("", "required", args[0], args[1], code.StrLit(t.At.Prefix()+"what is required does not hold"))
	}
	return h.g.Primitive(t.Op, args)
}

const requiredHelper = `// required is t where c holds, and panics with the message elsewhere.
func required(c bool, t int, msg string) int {
	if !c {
		panic(msg)
	}
	return t
}`

func (h *emitter) checked(t *syntax.ToIdx, i *code.Expr) *code.Expr {
	if n, ok := t.Len.Lit(); ok && i.Kind == code.LitExpr {
		if k, err := strconv.ParseInt(i.Text, 10, 64); err == nil && 0 <= k && k < n {
			return i
		}
	}
	at := "index"
	if t.At != nil {
		at = t.At.Text()
	}
	return h.g.CheckIndex(i, h.size(t.Len), at)
}

// plusLit is an index plus a literal.
func plusLit(i *code.Expr, offset int64) *code.Expr {
	if offset == 0 {
		return i
	}
	return code.Binary("+", i, code.IntLit(offset))
}

// zeroLit is the zero of a scalar type.
func zeroLit(t *syntax.Scalar) *code.Expr {
	switch t {
	case syntax.Real:
		return code.RealLit(0)
	case syntax.Bool:
		return code.BoolLit(false)
	}
	return code.IntLit(0)
}

func scalarType(t *syntax.Scalar) string {
	switch t {
	case syntax.Real:
		return "float64"
	case syntax.Int:
		return "int"
	}
	return "bool"
}
