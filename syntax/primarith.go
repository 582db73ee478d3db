package syntax

// Arithmetic on reals. The operations have names because passes and derivatives
// use them.
var (
	OpAdd, OpSub, OpMul, OpDiv, OpNeg *Op
	// OpGMul is the guarded product k·v of a local derivative k that may be
	// infinite and a (co)tangent v: zero where v is zero, so that a branch that
	// is not taken adds no NaN. Linear in v.
	OpGMul *Op
)

// gmul is k*v, and 0 where v is 0: a zero cotangent contributes nothing,
// whatever the local derivative.
func gmul(k, v float64) float64 {
	if v == 0 {
		return 0
	}
	return k * v
}

func arithmetic() []*Op {
	OpAdd = &Op{
		Name: "+", Exact: true, Params: sig(2, Real), Result: Real, Infix: "+", Prec: 6, Cost: 1,
		Domain:   []Interval{all, all},
		Eval:     func(x []Value) (Value, error) { return Value{F: x[0].F + x[1].F}, nil },
		Partials: func([]Term, Term) []Term { return []Term{RealLit(1), RealLit(1)} },
		Joint:    []float64{1, 1}, Go: GoForm{Op: "+"},
	}
	OpSub = &Op{
		Name: "-", Exact: true, Params: sig(2, Real), Result: Real, Infix: "-", Prec: 6, Cost: 1,
		Domain:   []Interval{all, all},
		Eval:     func(x []Value) (Value, error) { return Value{F: x[0].F - x[1].F}, nil },
		Partials: func([]Term, Term) []Term { return []Term{RealLit(1), RealLit(-1)} },
		Joint:    []float64{1, -1}, Go: GoForm{Op: "-"},
	}
	OpMul = &Op{
		Name: "*", Exact: true, Params: sig(2, Real), Result: Real, Infix: "*", Prec: 7, Cost: 1,
		Domain:   []Interval{all, all},
		Eval:     func(x []Value) (Value, error) { return Value{F: x[0].F * x[1].F}, nil },
		Partials: func(x []Term, _ Term) []Term { return []Term{x[1], x[0]} },
		LinearIn: []int{0, 1}, Go: GoForm{Op: "*"},
	}
	OpDiv = &Op{
		Name: "/", Exact: true, Params: sig(2, Real), Result: Real, Infix: "/", Prec: 7, Cost: 4,
		Domain:   []Interval{all, {0.3, 3}},
		Eval:     func(x []Value) (Value, error) { return Value{F: x[0].F / x[1].F}, nil },
		Partials: func(x []Term, z Term) []Term { return []Term{inverse(x[1]), Neg(Mul(z, inverse(x[1])))} },
		Factors:  true, LinearIn: []int{0}, Go: GoForm{Op: "/"},
	}
	OpNeg = &Op{
		Name: "neg", Exact: true, Params: sig(1, Real), Result: Real, Infix: "-", Prec: 8, Cost: 1,
		Domain:   []Interval{all},
		Eval:     func(x []Value) (Value, error) { return Value{F: -x[0].F}, nil },
		Partials: func([]Term, Term) []Term { return []Term{RealLit(-1)} },
		Joint:    []float64{-1}, Go: GoForm{Op: "-"},
	}
	OpGMul = exact(singular(real2("gmul", helper("gmul"), 2, all, Interval{0.5, 3}, gmul,
		func(k, v, _ Term) (Term, Term) { return v, k })))
	OpGMul.LinearIn = []int{1}
	return []*Op{
		OpAdd, OpSub, OpMul, OpDiv, OpNeg, OpGMul,
		exact(real1("square", helper("square"), 1, all, square, func(x, _ Term) Term { return Mul(RealLit(2), x) })),
	}
}

// square is x*x.
func square(x float64) float64 {
	return x * x
}
