package syntax

import "math"

// exponential are exp and log in their variants. Where a log is infinite its
// derivative is what IEEE arithmetic gives; see docs/nonsmooth.md.
func exponential() []*Op {
	return []*Op{
		real1("exp", mathFunc("Exp"), 20, all, math.Exp, func(_, y Term) Term { return y }),
		real1("expm1", mathFunc("Expm1"), 20, all, math.Expm1, func(x, _ Term) Term { return Apply1("exp", x) }),
		real1("exp2", mathFunc("Exp2"), 20, all, math.Exp2, func(_, y Term) Term { return Mul(RealLit(math.Ln2), y) }),
		real1("log", mathFunc("Log"), 20, Interval{0.1, 5}, math.Log, func(x, _ Term) Term { return inverse(x) }),
		real1("log1p", mathFunc("Log1p"), 20, Interval{-0.6, 4}, math.Log1p, func(x, _ Term) Term {
			return inverse(Add(RealLit(1), x))
		}),
		real1("log2", mathFunc("Log2"), 20, Interval{0.1, 5}, math.Log2, func(x, _ Term) Term {
			return Div(RealLit(1/math.Ln2), x)
		}),
		real1("log10", mathFunc("Log10"), 20, Interval{0.1, 5}, math.Log10, func(x, _ Term) Term {
			return Div(RealLit(1/math.Ln10), x)
		}),
	}
}

func circular() []*Op {
	return []*Op{
		real1("sin", mathFunc("Sin"), 20, all, math.Sin, func(x, _ Term) Term { return Apply1("cos", x) }),
		real1("cos", mathFunc("Cos"), 20, all, math.Cos, func(x, _ Term) Term { return Neg(Apply1("sin", x)) }),
		real1("tan", mathFunc("Tan"), 20, Interval{-1.2, 1.2}, math.Tan,
			func(_, y Term) Term { return Add(RealLit(1), sq(y)) }),
		singular(real1("asin", mathFunc("Asin"), 20, Interval{-0.9, 0.9}, math.Asin, func(x, _ Term) Term {
			return inverse(Apply1("sqrt", oneLessSquare(x)))
		})),
		singular(real1("acos", mathFunc("Acos"), 20, Interval{-0.9, 0.9}, math.Acos, func(x, _ Term) Term {
			return Neg(inverse(Apply1("sqrt", oneLessSquare(x))))
		})),
		// 1/(1 + x²), without the square where 1 does not count beside it.
		factors(real1("atan", mathFunc("Atan"), 20, all, math.Atan, func(x, _ Term) Term {
			return NewIf(less(Apply1("abs", x), RealLit(1e100)), inverse(Add(RealLit(1), sq(x))),
				Mul(inverse(x), inverse(x)))
		})),
	}
}

func hyperbolic() []*Op {
	return []*Op{
		real1("sinh", mathFunc("Sinh"), 20, all, math.Sinh, func(x, _ Term) Term { return Apply1("cosh", x) }),
		real1("cosh", mathFunc("Cosh"), 20, all, math.Cosh, func(x, _ Term) Term { return Apply1("sinh", x) }),
		real1("tanh", mathFunc("Tanh"), 20, all, math.Tanh, func(_, y Term) Term { return oneLessSquare(y) }),
		// Neither x² overflows nor, in acosh, the product.
		real1("asinh", mathFunc("Asinh"), 20, all, math.Asinh, func(x, _ Term) Term {
			return inverse(apply2("hypot", RealLit(1), x))
		}),
		singular(real1("acosh", mathFunc("Acosh"), 20, Interval{1.2, 4}, math.Acosh, func(x, _ Term) Term {
			return inverse(Mul(Apply1("sqrt", Sub(x, RealLit(1))), Apply1("sqrt", Add(x, RealLit(1)))))
		})),
		real1("atanh", mathFunc("Atanh"), 20, Interval{-0.8, 0.8}, math.Atanh, func(x, _ Term) Term {
			return inverse(oneLessSquare(x))
		}),
	}
}

func elementary() []*Op {
	roots := []*Op{
		exact(singular(real1("sqrt", mathFunc("Sqrt"), 8, Interval{0.1, 5}, math.Sqrt, func(_, y Term) Term {
			return Div(RealLit(0.5), y)
		}))),
		singular(smooth(real1("cbrt", mathFunc("Cbrt"), 20, Interval{-5, 5}, math.Cbrt, func(_, y Term) Term {
			return inverse(Mul(RealLit(3), sq(y)))
		}), func(x []float64) bool { return math.Abs(x[0]) > 0.1 })),
	}
	return append(append(append(exponential(), circular()...), hyperbolic()...), roots...)
}

// sinCos is the sine and the cosine of x, with one reduction of x.
func sinCos(x float64) (sin, cos float64) { return math.Sincos(x) }
