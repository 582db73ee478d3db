package syntax

import (
	"errors"
	"math"
)

// Operations on ints and bools, comparisons and conversions: nothing varies here.
var (
	// OpIntAdd and its like are the int operations that front ends and passes name.
	OpIntAdd, OpIntSub, OpIntMul, OpIntDiv, OpIntMod *Op
)

// OpRequire is require c t: t where c holds, elsewhere a run-time error. It is for the order of errors: a token t goes
// from one to the next and into the result of the program, so that none is left out, and none is moved before another.
// No table of operations for all purposes has it: it is no function of numbers.
//
//nolint:gochecknoglobals // a constant
var OpRequire = &Op{
	Name: "require", Params: []Type{Bool, Int}, Result: Int, Cost: 1, Requires: true,
	Eval: func(x []Value) (Value, error) {
		if x[0].I == 0 {
			return Value{}, errRequired
		}
		return x[1], nil
	},
}

var (
	errDivZero  = errors.New("integer division by zero")
	errRequired = errors.New("what is required does not hold")
)

func int2(name, infix string, prec int, f func(a, b int64) (int64, error), g GoForm) *Op {
	return &Op{
		Name: name, Params: sig(2, Int), Result: Int, Infix: infix, Prec: prec, Cost: 1, Go: g,
		Eval: func(x []Value) (Value, error) {
			v, err := f(x[0].I, x[1].I)
			return Value{I: v}, err
		},
	}
}

func divide(a, b int64) (int64, error) {
	switch b {
	case 0:
		return 0, errDivZero
	case -1:
		return -a, nil
	}
	return a / b, nil
}

func remainder(a, b int64) (int64, error) {
	switch b {
	case 0:
		return 0, errDivZero
	case -1:
		return 0, nil
	}
	return a % b, nil
}

func integers() []*Op {
	OpIntAdd = int2("iadd", "+", 6, func(a, b int64) (int64, error) { return a + b, nil }, GoForm{Op: "+"})
	OpIntSub = int2("isub", "-", 6, func(a, b int64) (int64, error) { return a - b, nil }, GoForm{Op: "-"})
	OpIntMul = int2("imul", "*", 7, func(a, b int64) (int64, error) { return a * b, nil }, GoForm{Op: "*"})
	OpIntDiv = int2("idiv", "/", 7, divide, GoForm{Op: "/"})
	OpIntMod = int2("imod", "%", 7, remainder, GoForm{Op: "%"})
	OpIntDiv.Divides, OpIntMod.Divides = true, true
	return []*Op{
		OpIntAdd, OpIntSub, OpIntMul, OpIntDiv, OpIntMod,
		{
			Name: "ineg", Params: sig(1, Int), Result: Int, Infix: "-", Prec: 8, Cost: 1, Go: GoForm{Op: "-"},
			Eval: func(x []Value) (Value, error) { return Value{I: -x[0].I}, nil },
		},
		int2("imin", "", 0, func(a, b int64) (int64, error) { return min(a, b), nil }, GoForm{Func: "min"}),
		int2("imax", "", 0, func(a, b int64) (int64, error) { return max(a, b), nil }, GoForm{Func: "max"}),
	}
}

func boolValue(b bool) Value {
	if b {
		return Value{I: 1}
	}
	return Value{}
}

// relation is a row for a comparison at type t.
func relation(name, op string, t Type, f func(x, y Value) bool) *Op {
	return &Op{
		Name: name, Params: sig(2, t), Result: Bool, Infix: op, Prec: 4, Cost: 1, Go: GoForm{Op: op},
		Eval: func(x []Value) (Value, error) { return boolValue(f(x[0], x[1])), nil },
	}
}

func bool2(name, op string, prec int, f func(a, b bool) bool) *Op {
	o := relation(name, op, Bool, func(x, y Value) bool { return f(x.I != 0, y.I != 0) })
	o.Prec = prec
	return o
}

func comparisons() []*Op {
	return []*Op{
		relation("lt", "<", Real, func(a, b Value) bool { return a.F < b.F }),
		relation("le", "<=", Real, func(a, b Value) bool { return a.F <= b.F }),
		relation("gt", ">", Real, func(a, b Value) bool { return a.F > b.F }),
		relation("ge", ">=", Real, func(a, b Value) bool { return a.F >= b.F }),
		relation("eq", "==", Real, func(a, b Value) bool { return a.F == b.F }),
		relation("ne", "!=", Real, func(a, b Value) bool { return a.F != b.F }),
		relation("ilt", "<", Int, func(a, b Value) bool { return a.I < b.I }),
		relation("ile", "<=", Int, func(a, b Value) bool { return a.I <= b.I }),
		relation("igt", ">", Int, func(a, b Value) bool { return a.I > b.I }),
		relation("ige", ">=", Int, func(a, b Value) bool { return a.I >= b.I }),
		relation("ieq", "==", Int, func(a, b Value) bool { return a.I == b.I }),
		relation("ine", "!=", Int, func(a, b Value) bool { return a.I != b.I }),
		bool2("and", "&&", 3, func(a, b bool) bool { return a && b }),
		bool2("or", "||", 2, func(a, b bool) bool { return a || b }),
		{
			Name: "not", Params: sig(1, Bool), Result: Bool, Infix: "!", Prec: 8, Cost: 1, Go: GoForm{Op: "!"},
			Eval: func(x []Value) (Value, error) { return boolValue(x[0].I == 0), nil },
		},
	}
}

// toInt rounds toward zero and saturates; NaN gives 0.
func toInt(x float64) int {
	switch {
	case math.IsNaN(x):
		return 0
	case x >= math.MaxInt:
		return math.MaxInt
	case x <= math.MinInt:
		return math.MinInt
	}
	return int(x)
}

// RealToInt rounds toward zero and saturates at the ends of int; NaN gives 0.
func RealToInt(x float64) int64 { return int64(toInt(x)) }

func conversions() []*Op {
	return []*Op{
		{
			Name: "real", Exact: true, Params: sig(1, Int), Result: Real, Cost: 1, Go: GoForm{Conv: "float64"},
			Domain:   []Interval{{-9, 9}},
			Eval:     func(x []Value) (Value, error) { return Value{F: float64(x[0].I)}, nil },
			Partials: func([]Term, Term) []Term { return []Term{nil} },
		},
		{
			Name: "int", Params: sig(1, Real), Result: Int, Cost: 1, Go: helper("toInt"), Domain: []Interval{all},
			Eval: func(x []Value) (Value, error) { return Value{I: RealToInt(x[0].F)}, nil },
		},
	}
}
