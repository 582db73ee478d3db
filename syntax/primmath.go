package syntax

import "math"

// What package math has beyond the rows of the other files. docs/language.md lists the operations for
// each of its functions.

// frexpFrac is the fraction of math.Frexp: x is the fraction, from 0.5 to 1, times a power of two.
func frexpFrac(x float64) float64 {
	f, _ := math.Frexp(x)
	return f
}

// frexpExp is the exponent of math.Frexp.
func frexpExp(x float64) int {
	_, e := math.Frexp(x)
	return e
}

// modfFrac is x without its integer part, with the sign of x.
func modfFrac(x float64) float64 {
	_, f := math.Modf(x)
	return f
}

// lgammaSign is the sign of the gamma function, -1 or 1.
func lgammaSign(x float64) int {
	_, s := math.Lgamma(x)
	return s
}

// nextafter32 is the number of single precision next to x, rounded to it, toward y.
func nextafter32(x, y float64) float64 {
	return float64(math.Nextafter32(float32(x), float32(y)))
}

// half is (a - b)/2.
func half(a, b Term) Term { return Mul(RealLit(0.5), Sub(a, b)) }

// besselPartial is the derivative of a Bessel function of order n, where f(k) is that of order n+k.
func besselPartial(f func(k int64) Term) Term { return half(f(-1), f(1)) }

// bessel is a row for the Bessel functions of any whole order: Cₙ′ = (Cₙ₋₁ - Cₙ₊₁)/2 (Abramowitz, Stegun 9.1.27).
func bessel(name string, g GoForm, dom Interval, f func(n int, x float64) float64) *Op {
	return &Op{
		Name: name, Params: []Type{Int, Real}, Result: Real, Cost: 100, Domain: []Interval{{-2, 4}, dom}, Go: g,
		Eval: func(x []Value) (Value, error) { return Value{F: f(int(x[0].I), x[1].F)}, nil },
		Partials: func(x []Term, _ Term) []Term {
			return []Term{nil, besselPartial(func(k int64) Term {
				return apply2(name, NewPrim(OpIntAdd, x[0], IntLit(k)), x[1])
			})}
		},
	}
}

// bessels are the Bessel functions of the first and second kind.
func bessels() []*Op {
	positive := Interval{0.5, 8}
	return []*Op{
		real1("j0", mathFunc("J0"), 60, Interval{-8, 8}, math.J0, func(x, _ Term) Term { return Neg(Apply1("j1", x)) }),
		real1("j1", mathFunc("J1"), 60, Interval{-8, 8}, math.J1, func(x, _ Term) Term {
			return half(Apply1("j0", x), apply2("jn", IntLit(2), x))
		}),
		bessel("jn", mathFunc("Jn"), Interval{-8, 8}, math.Jn),
		real1("y0", mathFunc("Y0"), 60, positive, math.Y0, func(x, _ Term) Term { return Neg(Apply1("y1", x)) }),
		real1("y1", mathFunc("Y1"), 60, positive, math.Y1, func(x, _ Term) Term {
			return half(Apply1("y0", x), apply2("yn", IntLit(2), x))
		}),
		bessel("yn", mathFunc("Yn"), positive, math.Yn),
	}
}

// inverseErrors are the inverses of erf and erfc.
func inverseErrors() []*Op {
	slope := func(y Term) Term { return Mul(RealLit(math.SqrtPi/2), Apply1("exp", sq(y))) }
	return []*Op{
		real1("erfinv", mathFunc("Erfinv"), 30, Interval{-0.9, 0.9}, math.Erfinv,
			func(_, y Term) Term { return slope(y) }),
		real1("erfcinv", mathFunc("Erfcinv"), 30, Interval{0.1, 1.9}, math.Erfcinv,
			func(_, y Term) Term { return Neg(slope(y)) }),
	}
}

// binade is an interval between powers of two.
var binade = Interval{2.1, 3.9}

// jumping are functions with jumps, sampled where there are none, or with values next to those of a smooth function.
func jumping() []*Op {
	logb := flat("logb", mathFunc("Logb"), math.Logb, nil)
	logb.Domain = []Interval{binade}
	identity := func(_, _, _ Term) (Term, Term) { return RealLit(1), nil }
	return []*Op{
		exact(real2("copysign", mathFunc("Copysign"), 1, Interval{0.2, 3}, Interval{-3, -0.2}, math.Copysign,
			func(x, y, _ Term) (Term, Term) {
				one := RealLit(1)
				return Mul(apply2("copysign", one, x), apply2("copysign", one, y)), nil
			})),
		exact(smooth(real2("dim", mathFunc("Dim"), 2, all, all, math.Dim, func(x, y, _ Term) (Term, Term) {
			return cond(less(y, x)), NewIf(less(y, x), RealLit(-1), RealLit(0))
		}), apart)),
		exact(real2("remainder", mathFunc("Remainder"), 20, Interval{2, 2.4}, Interval{1, 1.3}, math.Remainder,
			func(x, y, z Term) (Term, Term) {
				return RealLit(1), Neg(quotient(x, y, z))
			})),
		flat("roundaway", mathFunc("Round"), math.Round, awayFromHalves),
		logb,
		exact(real1("modffrac", helper("modfFrac"), 2, Interval{1.1, 1.9}, modfFrac,
			func(_, _ Term) Term { return RealLit(1) })),
		exact(real1("frexpfrac", helper("frexpFrac"), 3, binade, frexpFrac, func(x, _ Term) Term {
			return apply2("ldexp", RealLit(1), Apply1("ineg", Apply1("frexpexp", x)))
		})),
		rounded(exact(real2("nextafter", mathFunc("Nextafter"), 3, all, all, math.Nextafter, identity))),
		rounded(exact(real2("nextafter32", helper("nextafter32"), 3, all, all, nextafter32, identity))),
	}
}

// scaling are products that are rounded once, and powers of bases.
func scaling() []*Op {
	return []*Op{
		{
			Name: "fma", Params: sig(3, Real), Result: Real, Cost: 2, Domain: []Interval{all, all, all}, Exact: true,
			Go:       mathFunc("FMA"),
			Eval:     func(x []Value) (Value, error) { return Value{F: math.FMA(x[0].F, x[1].F, x[2].F)}, nil },
			Partials: func(x []Term, _ Term) []Term { return []Term{x[1], x[0], RealLit(1)} },
		},
		{
			Name: "ldexp", Params: []Type{Real, Int}, Result: Real, Cost: 3, Domain: []Interval{all, {-4, 4}},
			Exact: true,
			Go:    mathFunc("Ldexp"), LinearIn: []int{0},
			Eval:     func(x []Value) (Value, error) { return Value{F: math.Ldexp(x[0].F, int(x[1].I))}, nil },
			Partials: func(x []Term, _ Term) []Term { return []Term{apply2("ldexp", RealLit(1), x[1]), nil} },
		},
		{
			Name: "pow10", Params: sig(1, Int), Result: Real, Cost: 5, Domain: []Interval{{-3, 3}}, Exact: true,
			Go:       mathFunc("Pow10"),
			Eval:     func(x []Value) (Value, error) { return Value{F: math.Pow10(int(x[0].I))}, nil },
			Partials: func([]Term, Term) []Term { return []Term{nil} },
		},
	}
}

// realTest is a row for a property of a real.
func realTest(name string, g GoForm, f func(float64) bool) *Op {
	return &Op{
		Name: name, Params: sig(1, Real), Result: Bool, Cost: 1, Go: g,
		Eval: func(x []Value) (Value, error) { return boolValue(f(x[0].F)), nil },
	}
}

// parts are ints and bools that tell about a real.
func parts() []*Op {
	return []*Op{
		realToInt("frexpexp", helper("frexpExp"), 3, binade, frexpExp),
		realToInt("ilogb", mathFunc("Ilogb"), 3, binade, math.Ilogb),
		realToInt("lgammasign", helper("lgammaSign"), 30, Interval{-0.9, -0.1}, lgammaSign),
		realTest("isnan", mathFunc("IsNaN"), math.IsNaN),
		// Away from zeros, whose sign depends on the order of a sum.
		within(realTest("signbit", mathFunc("Signbit"), math.Signbit), Interval{0.2, 3}),
		{
			Name: "isinf", Params: []Type{Real, Int}, Result: Bool, Cost: 1, Go: mathFunc("IsInf"),
			Domain: []Interval{all, {-1, 1}},
			Eval:   func(x []Value) (Value, error) { return boolValue(math.IsInf(x[0].F, int(x[1].I))), nil },
		},
	}
}
