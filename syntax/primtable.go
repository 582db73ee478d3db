package syntax

import (
	"errors"
	"math"
	"slices"
)

// The arithmetic operations, named because passes and derivatives use them.
var (
	OpAdd, OpSub, OpMul, OpDiv, OpNeg *Op
	// OpGMul is the guarded product k·v of a local derivative k that may be
	// infinite and a (co)tangent v: zero where v is zero (PITFALLS: branches not
	// taken leak). Linear in v.
	OpGMul *Op
	// OpIntAdd and its like are the int operations that front ends and passes name.
	OpIntAdd, OpIntSub, OpIntMul, OpIntDiv, OpIntMod *Op
)

var (
	opTable []*Op
	opIndex map[string]*Op
)

// The rows refer to each other through their derivatives, which Go's rule
// against initialisation cycles forbids in package variables.
func init() { //nolint:gochecknoinits // see above
	arithmetic()
	intArithmetic()
	opTable = slices.Concat([]*Op{OpAdd, OpSub, OpMul, OpDiv, OpNeg, OpGMul},
		elementary(), kinked(), powers(), integers(), comparisons(), conversions())
	opIndex = make(map[string]*Op, len(opTable))
	for _, o := range opTable {
		if opIndex[o.Name] != nil {
			panic("syntax: primitive " + o.Name + " stands twice in the table")
		}
		opIndex[o.Name] = o
	}
}

func arithmetic() {
	OpAdd = &Op{
		Name: "+", Params: sig(2, Real), Result: Real, Infix: "+", Prec: 6, Cost: 1, Domain: []Interval{inf(), inf()},
		Eval:     func(x []Value) (Value, error) { return Value{F: x[0].F + x[1].F}, nil },
		Partials: func([]Term, Term) []Term { return []Term{RealLit(1), RealLit(1)} },
		Joint:    []float64{1, 1}, Go: GoForm{Op: "+"},
	}
	OpSub = &Op{
		Name: "-", Params: sig(2, Real), Result: Real, Infix: "-", Prec: 6, Cost: 1, Domain: []Interval{inf(), inf()},
		Eval:     func(x []Value) (Value, error) { return Value{F: x[0].F - x[1].F}, nil },
		Partials: func([]Term, Term) []Term { return []Term{RealLit(1), RealLit(-1)} },
		Joint:    []float64{1, -1}, Go: GoForm{Op: "-"},
	}
	OpMul = &Op{
		Name: "*", Params: sig(2, Real), Result: Real, Infix: "*", Prec: 7, Cost: 1, Domain: []Interval{inf(), inf()},
		Eval:     func(x []Value) (Value, error) { return Value{F: x[0].F * x[1].F}, nil },
		Partials: func(x []Term, _ Term) []Term { return []Term{x[1], x[0]} },
		LinearIn: []int{0, 1}, Go: GoForm{Op: "*"},
	}
	OpDiv = &Op{
		Name: "/", Params: sig(2, Real), Result: Real, Infix: "/", Prec: 7, Cost: 4, Domain: []Interval{inf(), {0.3, 3}},
		Eval: func(x []Value) (Value, error) { return Value{F: x[0].F / x[1].F}, nil },
		Partials: func(x []Term, z Term) []Term {
			return []Term{Div(RealLit(1), x[1]), Neg(Div(z, x[1]))}
		},
		LinearIn: []int{0}, Go: GoForm{Op: "/"},
	}
	OpNeg = &Op{
		Name: "neg", Params: sig(1, Real), Result: Real, Infix: "-", Prec: 8, Cost: 1, Domain: []Interval{inf()},
		Eval:     func(x []Value) (Value, error) { return Value{F: -x[0].F}, nil },
		Partials: func([]Term, Term) []Term { return []Term{RealLit(-1)} },
		Joint:    []float64{-1}, Go: GoForm{Op: "-"},
	}
	OpGMul = &Op{
		Name: "gmul", Params: sig(2, Real), Result: Real, Cost: 2, Domain: []Interval{inf(), {0.5, 3}},
		Eval:     func(x []Value) (Value, error) { return Value{F: guardedMul(x[0].F, x[1].F)}, nil },
		Partials: func(x []Term, _ Term) []Term { return []Term{x[1], x[0]} },
		Singular: true, LinearIn: []int{1},
		Go: GoForm{Func: "gmul", Helper: gmulHelper},
	}
}

const gmulHelper = `// gmul is k*v, and 0 where v is 0: a zero cotangent contributes nothing,
// whatever the local derivative.
func gmul(k, v float64) float64 {
	if v == 0 {
		return 0
	}
	return k * v
}`

var all = Interval{-3, 3}

func cosOf(x, _ Term) Term { return Apply1("cos", x) }

func singular(o *Op) *Op { o.Singular = true; return o }

func sq(x Term) Term { return Mul(x, x) }

func elementary() []*Op {
	return []*Op{
		real1("exp", "Exp", 20, all, math.Exp, func(_, y Term) Term { return y }),
		real1("log", "Log", 20, Interval{0.1, 5}, math.Log, func(x, _ Term) Term { return Div(RealLit(1), x) }),
		real1("sin", "Sin", 20, all, math.Sin, cosOf),
		real1("cos", "Cos", 20, all, math.Cos, func(x, _ Term) Term { return Neg(Apply1("sin", x)) }),
		real1("tan", "Tan", 20, Interval{-1.2, 1.2}, math.Tan, func(_, y Term) Term { return Add(RealLit(1), sq(y)) }),
		singular(real1("asin", "Asin", 20, Interval{-0.9, 0.9}, math.Asin, func(x, _ Term) Term {
			return Div(RealLit(1), Apply1("sqrt", Sub(RealLit(1), sq(x))))
		})),
		singular(real1("acos", "Acos", 20, Interval{-0.9, 0.9}, math.Acos, func(x, _ Term) Term {
			return Neg(Div(RealLit(1), Apply1("sqrt", Sub(RealLit(1), sq(x)))))
		})),
		real1("atan", "Atan", 20, all, math.Atan, func(x, _ Term) Term {
			return Div(RealLit(1), Add(RealLit(1), sq(x)))
		}),
		real1("sinh", "Sinh", 20, all, math.Sinh, func(x, _ Term) Term { return Apply1("cosh", x) }),
		real1("cosh", "Cosh", 20, all, math.Cosh, func(x, _ Term) Term { return Apply1("sinh", x) }),
		real1("tanh", "Tanh", 20, all, math.Tanh, func(_, y Term) Term { return Sub(RealLit(1), sq(y)) }),
		real1("asinh", "Asinh", 20, all, math.Asinh, func(x, _ Term) Term {
			return Div(RealLit(1), Apply1("sqrt", Add(RealLit(1), sq(x))))
		}),
		singular(real1("acosh", "Acosh", 20, Interval{1.2, 4}, math.Acosh, func(x, _ Term) Term {
			return Div(RealLit(1), Apply1("sqrt", Sub(sq(x), RealLit(1))))
		})),
		singular(real1("atanh", "Atanh", 20, Interval{-0.8, 0.8}, math.Atanh, func(x, _ Term) Term {
			return Div(RealLit(1), Sub(RealLit(1), sq(x)))
		})),
		real1("log1p", "Log1p", 20, Interval{-0.6, 4}, math.Log1p, func(x, _ Term) Term {
			return Div(RealLit(1), Add(RealLit(1), x))
		}),
		real1("expm1", "Expm1", 20, all, math.Expm1, func(x, _ Term) Term { return Apply1("exp", x) }),
		real1("log2", "Log2", 20, Interval{0.1, 5}, math.Log2, func(x, _ Term) Term {
			return Div(RealLit(1/math.Ln2), x)
		}),
		real1("log10", "Log10", 20, Interval{0.1, 5}, math.Log10, func(x, _ Term) Term {
			return Div(RealLit(1/math.Ln10), x)
		}),
		real1("exp2", "Exp2", 20, all, math.Exp2, func(_, y Term) Term { return Mul(RealLit(math.Ln2), y) }),
		real1("erf", "Erf", 20, all, math.Erf, func(x, _ Term) Term {
			return Mul(RealLit(2/math.SqrtPi), Apply1("exp", Neg(sq(x))))
		}),
		real1("erfc", "Erfc", 20, all, math.Erfc, func(x, _ Term) Term {
			return Mul(RealLit(-2/math.SqrtPi), Apply1("exp", Neg(sq(x))))
		}),
		singular(real1("sqrt", "Sqrt", 8, Interval{0.1, 5}, math.Sqrt, sqrtPartial)),
		singular(real1("cbrt", "Cbrt", 20, Interval{0.1, 5}, math.Cbrt, func(_, y Term) Term {
			return Div(RealLit(1), Mul(RealLit(3), sq(y)))
		})),
	}
}

var errDivZero = errors.New("integer division by zero")

func int2(name, infix string, prec int, f func(a, b int64) (int64, error), g GoForm) *Op {
	return &Op{
		Name: name, Params: sig(2, Int), Result: Int, Infix: infix, Prec: prec, Cost: 1, Go: g,
		Eval: func(x []Value) (Value, error) {
			v, err := f(x[0].I, x[1].I)
			return Value{I: v}, err
		},
	}
}

func intArithmetic() {
	OpIntAdd = int2("iadd", "+", 6, func(a, b int64) (int64, error) { return a + b, nil }, GoForm{Op: "+"})
	OpIntSub = int2("isub", "-", 6, func(a, b int64) (int64, error) { return a - b, nil }, GoForm{Op: "-"})
	OpIntMul = int2("imul", "*", 7, func(a, b int64) (int64, error) { return a * b, nil }, GoForm{Op: "*"})
	OpIntDiv = int2("idiv", "/", 7, func(a, b int64) (int64, error) {
		switch b {
		case 0:
			return 0, errDivZero
		case -1:
			return -a, nil
		}
		return a / b, nil
	}, GoForm{Op: "/"})
	OpIntMod = int2("imod", "%", 7, func(a, b int64) (int64, error) {
		switch b {
		case 0:
			return 0, errDivZero
		case -1:
			return 0, nil
		}
		return a % b, nil
	}, GoForm{Op: "%"})
}

func integers() []*Op {
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

func cmpReal(name, op string, f func(a, b float64) bool) *Op {
	return &Op{
		Name: name, Params: sig(2, Real), Result: Bool, Infix: op, Prec: 4, Cost: 1, Go: GoForm{Op: op},
		Eval: func(x []Value) (Value, error) { return boolValue(f(x[0].F, x[1].F)), nil },
	}
}

func cmpInt(name, op string, f func(a, b int64) bool) *Op {
	return &Op{
		Name: name, Params: sig(2, Int), Result: Bool, Infix: op, Prec: 4, Cost: 1, Go: GoForm{Op: op},
		Eval: func(x []Value) (Value, error) { return boolValue(f(x[0].I, x[1].I)), nil },
	}
}

func bool2(name, op string, prec int, f func(a, b bool) bool) *Op {
	return &Op{
		Name: name, Params: sig(2, Bool), Result: Bool, Infix: op, Prec: prec, Cost: 1, Go: GoForm{Op: op},
		Eval: func(x []Value) (Value, error) { return boolValue(f(x[0].I != 0, x[1].I != 0)), nil },
	}
}

func comparisons() []*Op {
	return []*Op{
		cmpReal("lt", "<", func(a, b float64) bool { return a < b }),
		cmpReal("le", "<=", func(a, b float64) bool { return a <= b }),
		cmpReal("gt", ">", func(a, b float64) bool { return a > b }),
		cmpReal("ge", ">=", func(a, b float64) bool { return a >= b }),
		cmpReal("eq", "==", func(a, b float64) bool { return a == b }),
		cmpReal("ne", "!=", func(a, b float64) bool { return a != b }),
		cmpInt("ilt", "<", func(a, b int64) bool { return a < b }),
		cmpInt("ile", "<=", func(a, b int64) bool { return a <= b }),
		cmpInt("igt", ">", func(a, b int64) bool { return a > b }),
		cmpInt("ige", ">=", func(a, b int64) bool { return a >= b }),
		cmpInt("ieq", "==", func(a, b int64) bool { return a == b }),
		cmpInt("ine", "!=", func(a, b int64) bool { return a != b }),
		bool2("and", "&&", 3, func(a, b bool) bool { return a && b }),
		bool2("or", "||", 2, func(a, b bool) bool { return a || b }),
		{
			Name: "not", Params: sig(1, Bool), Result: Bool, Infix: "!", Prec: 8, Cost: 1, Go: GoForm{Op: "!"},
			Eval: func(x []Value) (Value, error) { return boolValue(x[0].I == 0), nil },
		},
	}
}

func conversions() []*Op {
	return []*Op{
		{
			Name: "real", Params: sig(1, Int), Result: Real, Cost: 1, Go: GoForm{Conv: "float64"},
			Eval:     func(x []Value) (Value, error) { return Value{F: float64(x[0].I)}, nil },
			Partials: func([]Term, Term) []Term { return []Term{nil} },
		},
		{
			Name: "int", Params: sig(1, Real), Result: Int, Cost: 1, Go: GoForm{Func: "toInt", Helper: toIntHelper},
			Eval: func(x []Value) (Value, error) { return Value{I: RealToInt(x[0].F)}, nil },
		},
	}
}

const toIntHelper = `// toInt rounds toward zero and saturates; NaN gives 0.
func toInt(x float64) int {
	switch {
	case x != x:
		return 0
	case x >= math.MaxInt:
		return math.MaxInt
	case x <= math.MinInt:
		return math.MinInt
	}
	return int(x)
}`

// RealToInt rounds toward zero and saturates at the ends of int; NaN gives 0.
func RealToInt(x float64) int64 {
	switch {
	case math.IsNaN(x):
		return 0
	case x >= math.MaxInt64:
		return math.MaxInt64
	case x <= math.MinInt64:
		return math.MinInt64
	}
	return int64(x)
}
