package syntax

import "math"

// powi is x to the integer power n.
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
}

// xlogy is x*log(y), and 0 where x is 0 and y is not NaN.
func xlogy(x, y float64) float64 {
	if x == 0 && !math.IsNaN(y) {
		return 0
	}
	return x * math.Log(y)
}

// unlessBoth is 0 where x and y are 0, and t elsewhere. A wider condition, such
// as p = 0 in the derivative of x^p, would be right too but for its own derivative.
func unlessBoth(x, y, t Term) Term {
	return NewIf(apply2("and", isZero(x), isZero(y)), RealLit(0), t)
}

// powPartialX is ∂(x^p)/∂x = p·x^(p-1), and 0 at 0^0.
func powPartialX(x, p Term) Term {
	return unlessBoth(x, p, Mul(p, apply2("pow", x, Sub(p, RealLit(1)))))
}

// powPartialP is ∂(x^p)/∂p = x^p·log x, and 0 where x is 0 and p > 0.
func powPartialP(x, p, z Term) Term {
	atZero := apply2("and", isZero(x), apply2("gt", p, RealLit(0)))
	return NewIf(atZero, RealLit(0), Mul(z, Apply1("log", x)))
}

func powers() []*Op {
	pow := singular(real2("pow", mathFunc("Pow"), 40, Interval{0.2, 3}, all, math.Pow, func(x, p, z Term) (Term, Term) {
		return powPartialX(x, p), powPartialP(x, p, z)
	}))
	pow.Infix, pow.Prec = "^", 9
	return []*Op{
		pow,
		{
			// Where the value is finite so is the derivative: powi needs no guard.
			Name: "powi", Params: []Type{Real, Int}, Result: Real, Infix: "^", Prec: 9, Cost: 10,
			Domain: []Interval{all, {-2, 5}}, Go: helper("powi"),
			Eval: func(x []Value) (Value, error) { return Value{F: powi(x[0].F, int(x[1].I))}, nil },
			Partials: func(x []Term, _ Term) []Term {
				n := x[1]
				d := Mul(Apply1("real", n), apply2("powi", x[0], NewPrim(OpIntSub, n, IntLit(1))))
				return []Term{NewIf(apply2("ieq", n, IntLit(0)), RealLit(0), d), nil}
			},
			Smooth: func(x []float64) bool { return x[1] >= 0 || math.Abs(x[0]) > 0.3 },
		},
		// The entropy x·log x and the likelihood x·log p, with 0·log 0 = 0.
		singular(real2("xlogy", helper("xlogy"), 20, all, Interval{0.1, 5}, xlogy, func(x, y, _ Term) (Term, Term) {
			return Apply1("log", y), unlessBoth(x, y, Div(x, y))
		})),
	}
}

// planar are functions of points of the plane. hypot has a kink at the origin,
// where its derivative is 0; the angle of the origin has none.
func planar() []*Op {
	return []*Op{
		factors(singular(smooth(real2("atan2", mathFunc("Atan2"), 20, all, all, math.Atan2,
			func(y, x, _ Term) (Term, Term) {
				r := apply2("hypot", x, y)
				return Mul(Div(x, r), inverse(r)), Neg(Mul(Div(y, r), inverse(r)))
			}), func(x []float64) bool { return math.Hypot(x[0], x[1]) > 0.2 && (x[1] > 0 || math.Abs(x[0]) > 0.1) }))),
		smooth(real2("hypot", mathFunc("Hypot"), 20, all, all, math.Hypot, func(x, y, r Term) (Term, Term) {
			return unlessZero(r, Div(x, r)), unlessZero(r, Div(y, r))
		}), func(x []float64) bool { return math.Hypot(x[0], x[1]) > 0.2 }),
	}
}
