package syntax

import "math"

// Primitives with kinks and powers. The conventions at the kinks are those of
// docs/nonsmooth.md.

func flat(name, goFunc string, f func(float64) float64) *Op {
	return &Op{
		Name: name, Params: sig(1, Real), Result: Real, Cost: 1, Domain: []Interval{all},
		Eval:     func(x []Value) (Value, error) { return Value{F: f(x[0].F)}, nil },
		Partials: func([]Term, Term) []Term { return []Term{nil} },
		Smooth:   func(x []float64) bool { return math.Abs(2*x[0]-math.Round(2*x[0])) > 1e-3 },
		Go:       GoForm{Pkg: "math", Func: goFunc},
	}
}

func apart(x []float64) bool { return math.Abs(x[0]-x[1]) > 1e-3 }

func awayFromZero(x []float64) bool { return math.Abs(x[0]) > 1e-3 }

// cond is if c then 1 else 0.
func cond(c Term) Term { return NewIf(c, RealLit(1), RealLit(0)) }

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// secondIsMax is x < y: at a tie, and beside NaN, max keeps its first argument.
func secondIsMax(x, y Term) Term { return NewPrim(MustOp("lt"), x, y) }

func kinked() []*Op {
	return []*Op{
		{
			Name: "abs", Params: sig(1, Real), Result: Real, Cost: 1, Domain: []Interval{all}, Smooth: awayFromZero,
			Eval:     func(x []Value) (Value, error) { return Value{F: math.Abs(x[0].F)}, nil },
			Partials: func(x []Term, _ Term) []Term { return []Term{Apply1("sign", x[0])} },
			Go:       GoForm{Pkg: "math", Func: "Abs"},
		},
		{
			Name: "sign", Params: sig(1, Real), Result: Real, Cost: 1, Domain: []Interval{all}, Smooth: awayFromZero,
			Eval:     func(x []Value) (Value, error) { return Value{F: sign(x[0].F)}, nil },
			Partials: func([]Term, Term) []Term { return []Term{nil} },
			Go: GoForm{Func: "sign", Helper: `// sign is -1, 0 or 1.
func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}`},
		},
		flat("floor", "Floor", math.Floor),
		flat("ceil", "Ceil", math.Ceil),
		flat("round", "RoundToEven", math.RoundToEven),
		flat("trunc", "Trunc", math.Trunc),
		{
			Name: "max", Params: sig(2, Real), Result: Real, Cost: 1, Domain: []Interval{all, all}, Smooth: apart,
			Eval: func(x []Value) (Value, error) { return Value{F: math.Max(x[0].F, x[1].F)}, nil },
			Partials: func(x []Term, _ Term) []Term {
				return []Term{
					NewIf(secondIsMax(x[0], x[1]), RealLit(0), RealLit(1)), cond(secondIsMax(x[0], x[1])),
				}
			},
			Go: GoForm{Pkg: "math", Func: "Max"},
		},
		{
			Name: "min", Params: sig(2, Real), Result: Real, Cost: 1, Domain: []Interval{all, all}, Smooth: apart,
			Eval: func(x []Value) (Value, error) { return Value{F: math.Min(x[0].F, x[1].F)}, nil },
			Partials: func(x []Term, _ Term) []Term {
				return []Term{
					NewIf(secondIsMax(x[1], x[0]), RealLit(0), RealLit(1)), cond(secondIsMax(x[1], x[0])),
				}
			},
			Go: GoForm{Pkg: "math", Func: "Min"},
		},
		{
			Name: "fmod", Params: sig(2, Real), Result: Real, Cost: 20, Domain: []Interval{{0.2, 3}, {4, 7}},
			Eval: func(x []Value) (Value, error) { return Value{F: floatMod(x[0].F, x[1].F)}, nil },
			Partials: func(x []Term, _ Term) []Term {
				return []Term{RealLit(1), Neg(Apply1("trunc", Div(x[0], x[1])))}
			},
			Go: GoForm{Pkg: "math", Func: "Mod"},
		},
	}
}

// powi multiplies out small exponents exactly as math.Pow rounds.
func powi(x float64, n int64) float64 { return math.Pow(x, float64(n)) }

// powPartialX is ∂(x^p)/∂x = p·x^(p-1), and 0 where p is 0 (whatever x).
func powPartialX(x, p Term) Term {
	return NewIf(NewPrim(MustOp("eq"), p, RealLit(0)), RealLit(0),
		Mul(p, NewPrim(MustOp("pow"), x, Sub(p, RealLit(1)))))
}

// powPartialP is ∂(x^p)/∂p = x^p·log x, and 0 where x is 0 and p > 0.
func powPartialP(x, p, z Term) Term {
	atZero := NewPrim(MustOp("and"), NewPrim(MustOp("eq"), x, RealLit(0)), NewPrim(MustOp("gt"), p, RealLit(0)))
	return NewIf(atZero, RealLit(0), Mul(z, Apply1("log", x)))
}

func powers() []*Op {
	return []*Op{
		{
			Name: "pow", Params: sig(2, Real), Result: Real, Infix: "^", Prec: 9, Cost: 40, Domain: []Interval{{0.2, 3}, all},
			Eval: func(x []Value) (Value, error) { return Value{F: math.Pow(x[0].F, x[1].F)}, nil },
			Partials: func(x []Term, z Term) []Term {
				return []Term{powPartialX(x[0], x[1]), powPartialP(x[0], x[1], z)}
			},
			Singular: true, Go: GoForm{Pkg: "math", Func: "Pow"},
		},
		{
			Name: "powi", Params: []Type{Real, Int}, Result: Real, Infix: "^", Prec: 9, Cost: 10, Domain: []Interval{all, {0, 4}},
			Eval: func(x []Value) (Value, error) { return Value{F: powi(x[0].F, x[1].I)}, nil },
			Partials: func(x []Term, _ Term) []Term {
				n := x[1]
				d := Mul(Apply1("real", n), NewPrim(MustOp("powi"), x[0], NewPrim(OpIntSub, n, IntLit(1))))
				return []Term{NewIf(NewPrim(MustOp("ieq"), n, IntLit(0)), RealLit(0), d), nil}
			},
			Singular: true, Go: GoForm{Func: "powi", Helper: `// powi is x to the integer power n.
func powi(x float64, n int) float64 {
	switch n {
	case 0:
		return 1
	case 1:
		return x
	case 2:
		return x * x
	}
	return math.Pow(x, float64(n))
}`},
		},
		real2("atan2", "Atan2", 20, Interval{0.2, 3}, Interval{0.2, 3}, math.Atan2, func(y, x, _ Term) (Term, Term) {
			r2 := Add(sq(x), sq(y))
			return Div(x, r2), Neg(Div(y, r2))
		}),
		singular(real2("hypot", "Hypot", 20, Interval{0.2, 3}, Interval{0.2, 3}, math.Hypot, func(x, y, r Term) (Term, Term) {
			return Div(x, r), Div(y, r)
		})),
	}
}
