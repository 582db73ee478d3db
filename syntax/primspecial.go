package syntax

import "math"

// The gamma family and the normal distribution. The derivative of each is
// another, so that derivatives of every order stay in the table. The accuracy of our
// own functions is measured in special_test.go, against 40-digit values.

// lgamma is the logarithm of the absolute value of the gamma function.
func lgamma(x float64) float64 {
	y, _ := math.Lgamma(x)
	return y
}

// digamma is the derivative of the logarithm of the gamma function, to within
// 2e-15 of the greatest of its value, 1 and, for negative x, the terms of the reflection;
// NaN at negative integers. Reflection brings x above 0, recurrence above 10, and
// there seven terms of Stirling's series are exact to rounding.
func digamma(x float64) float64 {
	switch {
	case x == 0:
		return math.Copysign(math.Inf(1), -x)
	case math.IsInf(x, -1) || x < 0 && x == math.Floor(x):
		return math.NaN()
	}
	y := 0.0
	if x < 0 {
		y = -math.Pi / math.Tan(math.Pi*(x-math.Round(x)))
		x = 1 - x
	}
	for ; x < 10; x++ {
		y -= 1 / x
	}
	s := 1 / (x * x)
	tail := s * (1.0/12 - s*(1.0/120-s*(1.0/252-s*(1.0/240-s*(1.0/132-s*(691.0/32760-s/12))))))
	return y + math.Log(x) - 0.5/x - tail
}

// polygamma is the n-th derivative of digamma, to within 1e-13 relative for n
// up to 20 (at negative x, relative to the terms of the reflection); NaN for n < 0 and at
// negative integers. Recurrence brings x above n+15, where the asymptotic series with
// twelve Bernoulli numbers is exact to rounding (Abramowitz, Stegun 6.4.6, 6.4.7, 6.4.11).
func polygamma(n int, x float64) float64 {
	switch {
	case n < 0 || math.IsNaN(x) || math.IsInf(x, -1) || x < 0 && x == math.Floor(x):
		return math.NaN()
	case math.IsInf(x, 1) && n > 0:
		return 0
	case x < 0: // ψₙ(x) = (-1)ⁿ ψₙ(1-x) - π (d/dx)ⁿ cot πx, where cot' = -(1+cot²)
		p := make([]float64, n+3)
		p[1] = math.Pi
		for k := range n {
			q := make([]float64, n+3)
			for i := 1; i <= k+1; i++ {
				q[i-1] -= math.Pi * float64(i) * p[i]
				q[i+1] -= math.Pi * float64(i) * p[i]
			}
			p = q
		}
		c, y := 1/math.Tan(math.Pi*(x-math.Round(x))), 0.0
		for i := n + 1; i >= 0; i-- {
			y = y*c + p[i]
		}
		r := polygamma(n, 1-x)
		if n%2 == 1 {
			r = -r
		}
		return r - y
	}
	power := func(z float64) float64 { // n!/z^(n+1)
		y := 1 / z
		for k := 1; k <= n; k++ {
			y *= float64(k) / z
		}
		return y
	}
	y := 0.0
	for ; x < float64(n)+15; x++ {
		y += power(x)
	}
	t := power(x)
	if n == 0 {
		y += t/2 - math.Log(x)
	} else {
		y += t/2 + t*x/float64(n)
	}
	t *= float64(n+1) / (2 * x)
	for k, b := range [...]float64{1.0 / 6, -1.0 / 30, 1.0 / 42, -1.0 / 30, 5.0 / 66, -691.0 / 2730, 7.0 / 6,
		-3617.0 / 510, 43867.0 / 798, -174611.0 / 330, 854513.0 / 138, -236364091.0 / 2730} {
		y += b * t
		m := 2*(k+1) + n
		t *= float64(m) / x * float64(m+1) / x / float64((2*k+3)*(2*k+4))
	}
	if n%2 == 0 {
		return -y
	}
	return y
}

// normpdf is the density of the standard normal distribution.
func normpdf(x float64) float64 {
	return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi)
}

// normcdf is the probability below x in the standard normal distribution, to
// about x²·1e-16 relative in the lower tail.
func normcdf(x float64) float64 {
	return math.Erfc(-x/math.Sqrt2) / 2
}

// normal is c·φ(√2·x), which is c/√(2π)·exp(-x²), without the square, whose derivatives overflow where the value is 0.
func normal(c float64, x Term) Term {
	return Mul(RealLit(c), Apply1("normpdf", Mul(RealLit(math.Sqrt2), x)))
}

func special() []*Op {
	return []*Op{
		factors(real1("gamma", mathFunc("Gamma"), 30, Interval{0.5, 5}, math.Gamma, func(x, y Term) Term {
			return Mul(y, Apply1("digamma", x))
		})),
		real1("lgamma", helper("lgamma"), 30, Interval{0.3, 6}, lgamma,
			func(x, _ Term) Term { return Apply1("digamma", x) }),
		real1("digamma", helper("digamma"), 30, Interval{0.3, 12}, digamma, func(x, _ Term) Term {
			return apply2("polygamma", IntLit(1), x)
		}),
		{
			Name: "polygamma", Params: []Type{Int, Real}, Result: Real, Cost: 100,
			Domain: []Interval{{0, 4}, {0.5, 20}}, Go: helper("polygamma"),
			Eval: func(x []Value) (Value, error) { return Value{F: polygamma(int(x[0].I), x[1].F)}, nil },
			Partials: func(x []Term, _ Term) []Term {
				return []Term{nil, apply2("polygamma", NewPrim(OpIntAdd, x[0], IntLit(1)), x[1])}
			},
		},
		real1("erf", mathFunc("Erf"), 20, all, math.Erf, func(x, _ Term) Term { return normal(2*math.Sqrt2, x) }),
		real1("erfc", mathFunc("Erfc"), 20, all, math.Erfc, func(x, _ Term) Term { return normal(-2*math.Sqrt2, x) }),
		// -x·y, but 0 where y is, however large x and its tangent are.
		real1("normpdf", helper("normpdf"), 20, all, normpdf,
			func(x, y Term) Term { return unlessZero(y, Neg(Mul(x, y))) }),
		real1("normcdf", helper("normcdf"), 20, all, normcdf, func(x, _ Term) Term { return Apply1("normpdf", x) }),
	}
}
