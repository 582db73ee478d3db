package proptest

import (
	"fmt"
	"go/constant"
	"go/token"

	"github.com/seed-4b734f86/gochad/syntax"
)

// checkPrimitives checks every row of the primitive table; the sample plays no part.
func checkPrimitives(*System, *Sample) error {
	for _, op := range syntax.Ops() {
		if err := checkOp(op); err != nil {
			return fmt.Errorf("primitive %s: %w", op.Name, err)
		}
	}
	return nil
}

// goOperators are the operators of Go that the table names.
var goOperators = map[string]token.Token{
	"+": token.ADD, "-": token.SUB, "*": token.MUL, "/": token.QUO_ASSIGN, "%": token.REM,
	"<": token.LSS, "<=": token.LEQ, ">": token.GTR, ">=": token.GEQ, "==": token.EQL, "!=": token.NEQ,
	"&&": token.LAND, "||": token.LOR, "!": token.NOT,
}

// checkMeaning compares the meaning of a discrete primitive with that of the Go
// operator or function that it is compiled to, as go/constant knows it.
func checkMeaning(op *syntax.Op) error {
	if op.Params[0] == syntax.Real && op.Result == syntax.Int {
		for _, x := range []float64{-2.75, -0.5, 0, 0.5, 7.9} {
			if y, err := op.Eval([]syntax.Value{{F: x}}); err != nil || y.I != int64(x) {
				return fmt.Errorf("at %v is %d, the Go conversion gives %d", x, y.I, int64(x))
			}
		}
	}
	tok, known := goOperators[op.Go.Op]
	name := op.Go.Func
	if !known && name != "min" && name != "max" {
		return nil
	}
	vals := []int64{-3, -1, 0, 1, 2, 7}
	if op.Params[0] == syntax.Bool {
		vals = []int64{0, 1}
	}
	for _, a := range vals {
		for _, b := range vals {
			x := []syntax.Value{{F: float64(a), I: a}, {F: float64(b), I: b}}[:len(op.Params)]
			got, err := op.Eval(x)
			if (name == "" && (op.Go.Op == "/" || op.Go.Op == "%")) && b == 0 {
				if err == nil {
					return fmt.Errorf("no error for a zero divisor")
				}
				continue
			}
			if err != nil {
				return fmt.Errorf("at %d, %d: %w", a, b, err)
			}
			if want := goMeaning(op, tok, name, a, b); got.I != want {
				return fmt.Errorf("at %d, %d is %d, the Go form gives %d", a, b, got.I, want)
			}
		}
	}
	return nil
}

func goMeaning(op *syntax.Op, tok token.Token, name string, a, b int64) int64 {
	value := func(k int64) constant.Value {
		if op.Params[0] == syntax.Bool {
			return constant.MakeBool(k != 0)
		}
		return constant.MakeInt64(k)
	}
	truth := func(c bool) int64 {
		if c {
			return 1
		}
		return 0
	}
	x, y := value(a), value(b)
	switch {
	case name == "min" || name == "max":
		if constant.Compare(x, token.LSS, y) == (name == "min") {
			return a
		}
		return b
	case len(op.Params) == 1 && op.Result == syntax.Bool:
		return truth(constant.BoolVal(constant.UnaryOp(tok, x, 0)))
	case len(op.Params) == 1:
		k, _ := constant.Int64Val(constant.UnaryOp(tok, x, 0))
		return k
	case op.Params[0] == syntax.Bool && (tok == token.LAND || tok == token.LOR):
		return truth(constant.BoolVal(constant.BinaryOp(x, tok, y)))
	case op.Result == syntax.Bool:
		return truth(constant.Compare(x, tok, y))
	default:
		k, _ := constant.Int64Val(constant.BinaryOp(x, tok, y))
		return k
	}
}
