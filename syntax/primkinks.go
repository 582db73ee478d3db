package syntax

import "math"

// Primitives with kinks and jumps. The conventions there are those of
// docs/nonsmooth.md.

// gap is the distance from a kink that differencing needs.
const gap = 1e-3

func apart(x []float64) bool { return math.Abs(x[0]-x[1]) > gap }

func awayFromZero(x []float64) bool { return math.Abs(x[0]) > gap }

func awayFromHalves(x []float64) bool { return math.Abs(2*x[0]-math.Round(2*x[0])) > gap }

// sign is -1, 0 or 1; 0 for NaN.
func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// relu is max(x, 0).
func relu(x float64) float64 {
	if x < 0 {
		return 0
	}
	return x
}

// less is x < y.
func less(x, y Term) Term { return apply2("lt", x, y) }

// quotient is the integer that fmod subtracts y times: x = quotient·y + z. It comes
// from the remainder z, since x/y may round up to the next integer.
func quotient(x, y, z Term) Term { return Apply1("round", Div(Sub(x, z), y)) }

// greatest is a row for a maximum: that of Go, which is NaN beside NaN, or that of package math, which is infinite
// beside +∞ and NaN. At a tie, and beside NaN, the derivative is that of the first argument.
func greatest(name string, g GoForm, f func(x, y float64) float64) *Op {
	return exact(smooth(real2(name, g, 1, all, all, f, func(x, y, _ Term) (Term, Term) {
		return NewIf(less(x, y), RealLit(0), RealLit(1)), cond(less(x, y))
	}), apart))
}

// least is a row for a minimum, as greatest is for a maximum. At a tie the derivative is that of the second argument,
// so that max(x, y) + min(x, y) has that of x + y; beside NaN that of the first.
func least(name string, g GoForm, f func(x, y float64) float64) *Op {
	return exact(smooth(real2(name, g, 1, all, all, f, func(x, y, _ Term) (Term, Term) {
		return NewIf(apply2("le", y, x), RealLit(0), RealLit(1)), cond(apply2("le", y, x))
	}), apart))
}

func kinked() []*Op {
	return []*Op{
		exact(smooth(real1("abs", mathFunc("Abs"), 1, all, math.Abs, func(x, _ Term) Term { return Apply1("sign", x) }),
			awayFromZero)),
		exact(smooth(real1("relu", helper("relu"), 1, all, relu, func(x, _ Term) Term {
			return cond(less(RealLit(0), x))
		}), awayFromZero)),
		greatest("max", GoForm{Func: "max"}, func(x, y float64) float64 { return max(x, y) }),
		least("min", GoForm{Func: "min"}, func(x, y float64) float64 { return min(x, y) }),
		greatest("mathmax", mathFunc("Max"), math.Max),
		least("mathmin", mathFunc("Min"), math.Min),
		exact(smooth(real2("fmod", mathFunc("Mod"), 20, Interval{-8, 8}, Interval{0.7, 3}, math.Mod,
			func(x, y, z Term) (Term, Term) {
				return RealLit(1), Neg(quotient(x, y, z))
			}), func(x []float64) bool { q := x[0] / x[1]; return math.Abs(q-math.Round(q)) > 0.01 })),
		flat("sign", helper("sign"), sign, awayFromZero),
		flat("floor", mathFunc("Floor"), math.Floor, awayFromHalves),
		flat("ceil", mathFunc("Ceil"), math.Ceil, awayFromHalves),
		flat("round", mathFunc("RoundToEven"), math.RoundToEven, awayFromHalves),
		flat("trunc", mathFunc("Trunc"), math.Trunc, awayFromHalves),
	}
}
