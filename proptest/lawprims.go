package proptest

import (
	"fmt"
	"go/constant"
	"go/token"
	"math"
	"math/bits"

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
	"&": token.AND, "|": token.OR, "^": token.XOR, "&^": token.AND_NOT,
}

// ofReals are Go's meanings of the primitives that make an int or a truth value of a real and, some, an int.
var ofReals = map[string]func(x float64, n int) int64{
	"int":        func(x float64, _ int) int64 { return int64(x) },
	"uint":       func(x float64, _ int) int64 { return int64(uint64(max(x, 0))) },
	"bits":       func(x float64, _ int) int64 { return int64(math.Float64bits(x)) },
	"bits32":     func(x float64, _ int) int64 { return int64(math.Float32bits(float32(x))) },
	"frexpexp":   func(x float64, _ int) int64 { _, e := math.Frexp(x); return int64(e) },
	"ilogb":      func(x float64, _ int) int64 { return int64(math.Ilogb(x)) },
	"lgammasign": func(x float64, _ int) int64 { _, s := math.Lgamma(x); return int64(s) },
	"isnan":      func(x float64, _ int) int64 { return truth(math.IsNaN(x)) },
	"isinf":      func(x float64, n int) int64 { return truth(math.IsInf(x, n)) },
	"signbit":    func(x float64, _ int) int64 { return truth(math.Signbit(x)) },
}

// ofInts are Go's meanings of primitives on ints that are no operators of int. A unary one takes a.
var ofInts = map[string]func(a, b int64) int64{
	"ishl":   func(a, b int64) int64 { return a << uint64(b) },
	"ishr":   func(a, b int64) int64 { return a >> uint64(b) },
	"iushr":  func(a, b int64) int64 { return int64(uint64(a) >> uint64(b)) },
	"sext8":  func(a, _ int64) int64 { return int64(int8(a)) },
	"sext16": func(a, _ int64) int64 { return int64(int16(a)) },
	"sext32": func(a, _ int64) int64 { return int64(int32(a)) },
	"zext8":  func(a, _ int64) int64 { return int64(uint8(a)) },
	"zext16": func(a, _ int64) int64 { return int64(uint16(a)) },
	"zext32": func(a, _ int64) int64 { return int64(uint32(a)) },
	"clz":    func(a, _ int64) int64 { return int64(bits.LeadingZeros64(uint64(a))) },
	"ctz":    func(a, _ int64) int64 { return int64(bits.TrailingZeros64(uint64(a))) },
	"popcnt": func(a, _ int64) int64 { return int64(bits.OnesCount64(uint64(a))) },
	"udiv":   func(a, b int64) int64 { return int64(uint64(a) / uint64(b)) },
	"umod":   func(a, b int64) int64 { return int64(uint64(a) % uint64(b)) },
	"ult":    func(a, b int64) int64 { return truth(uint64(a) < uint64(b)) },
	"ule":    func(a, b int64) int64 { return truth(uint64(a) <= uint64(b)) },
}

// checkMeaning compares the meaning of a discrete primitive with that of the Go
// operator or function that it is compiled to, as go/constant knows it.
func checkMeaning(op *syntax.Op) error {
	if of := ofReals[op.Name]; of != nil {
		for _, x := range []float64{-2.75, -0.5, 0, 0.5, 7.9, 1e18, math.Inf(1), math.Inf(-1), math.NaN()} {
			if math.Abs(x) > 1e18 || x != x {
				if op.Name == "int" || op.Name == "uint" { // Go leaves it to the machine
					continue
				}
			}
			for _, n := range []int64{-1, 0, 1} {
				y, err := op.Eval([]syntax.Value{{F: x}, {I: n}}[:len(op.Params)])
				if want := of(x, int(n)); err != nil || y.I != want {
					return fmt.Errorf("at %v is %d, Go gives %d", x, y.I, want)
				}
			}
		}
	}
	tok, known := goOperators[op.Go.Op]
	name := op.Go.Func
	if !known && name != "min" && name != "max" && ofInts[op.Name] == nil {
		return nil
	}
	vals := []int64{-3, -1, 0, 1, 2, 7}
	if !known { // go/constant does not wrap
		vals = append(vals, 64, 1<<40+12345, math.MinInt64)
	}
	if op.Params[0] == syntax.Bool {
		vals = []int64{0, 1}
	}
	for _, a := range vals {
		for _, b := range vals {
			x := []syntax.Value{{F: float64(a), I: a}, {F: float64(b), I: b}}[:len(op.Params)]
			got, err := op.Eval(x)
			if op.Divides && b == 0 {
				if err == nil {
					return fmt.Errorf("no error for a zero divisor")
				}
				continue
			}
			if err != nil {
				return fmt.Errorf("at %d, %d: %w", a, b, err)
			}
			want := int64(0)
			if of := ofInts[op.Name]; of != nil {
				want = of(a, b)
			} else {
				want = goMeaning(op, tok, name, a, b)
			}
			if got.I != want {
				return fmt.Errorf("at %d, %d is %d, the Go form gives %d", a, b, got.I, want)
			}
		}
	}
	return nil
}

// truth is 1 for true.
func truth(c bool) int64 {
	if c {
		return 1
	}
	return 0
}

func goMeaning(op *syntax.Op, tok token.Token, name string, a, b int64) int64 {
	value := func(k int64) constant.Value {
		if op.Params[0] == syntax.Bool {
			return constant.MakeBool(k != 0)
		}
		return constant.MakeInt64(k)
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
