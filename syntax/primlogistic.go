package syntax

import "math"

// Functions of exponentials that overflow or cancel when they are spelled out.

// sigmoid is 1/(1+exp(-x)), without overflow.
func sigmoid(x float64) float64 {
	if x >= 0 {
		return 1 / (1 + math.Exp(-x))
	}
	e := math.Exp(x)
	return e / (1 + e)
}

// softplus is log(1+exp(x)), without overflow.
func softplus(x float64) float64 {
	if x > 0 {
		return x + math.Log1p(math.Exp(-x))
	}
	return math.Log1p(math.Exp(x))
}

// softplusSigmoid is softplus(x) and its derivative sigmoid(x), to the last bit, with one exponential.
func softplusSigmoid(x float64) (y, dy float64) {
	if x > 0 {
		e := math.Exp(-x)
		return x + math.Log1p(e), 1 / (1 + e)
	}
	e := math.Exp(x)
	return math.Log1p(e), e / (1 + e)
}

// logaddexp is log(exp(x)+exp(y)), without overflow.
func logaddexp(x, y float64) float64 {
	switch {
	case x == y: // infinities too
		return x + math.Ln2
	case x > y:
		return x + math.Log1p(math.Exp(y-x))
	}
	return y + math.Log1p(math.Exp(x-y))
}

// log1mexp is log(1-exp(x)) for x <= 0, accurate at both ends (Mächler 2012).
func log1mexp(x float64) float64 {
	if x > -math.Ln2 {
		return math.Log(-math.Expm1(x))
	}
	return math.Log1p(-math.Exp(x))
}

// logit is log(p/(1-p)), the inverse of sigmoid.
func logit(p float64) float64 {
	return math.Log(p / (1 - p))
}

// sigmoidAt is the term sigmoid(x).
func sigmoidAt(x Term) Term { return Apply1("sigmoid", x) }

func logistic() []*Op {
	return []*Op{
		// σ(x)·σ(-x), where y·(1-y) would cancel for great x.
		real1("sigmoid", helper("sigmoid"), 25, all, sigmoid,
			func(x, y Term) Term { return Mul(y, sigmoidAt(Neg(x))) }),
		real1("softplus", helper("softplus"), 40, all, softplus, func(x, _ Term) Term { return sigmoidAt(x) }),
		real2("logaddexp", helper("logaddexp"), 40, all, all, logaddexp, func(x, y, _ Term) (Term, Term) {
			return sigmoidAt(Sub(x, y)), sigmoidAt(Sub(y, x))
		}),
		real1("log1mexp", helper("log1mexp"), 40, Interval{-4, -0.1}, log1mexp, func(x, _ Term) Term {
			return Div(Apply1("exp", x), Apply1("expm1", x)) // -1/expm1(-x) overflows before it vanishes
		}),
		real1("logit", helper("logit"), 25, Interval{0.05, 0.95}, logit, func(p, _ Term) Term {
			return inverse(Mul(p, Sub(RealLit(1), p)))
		}),
	}
}
