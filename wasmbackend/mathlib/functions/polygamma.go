package functions

import "math"

// bernoulli are the even Bernoulli numbers from the second.
var bernoulli = [12]float64{
	1.0 / 6, -1.0 / 30, 1.0 / 42, -1.0 / 30, 5.0 / 66, -691.0 / 2730, 7.0 / 6, -3617.0 / 510, 43867.0 / 798, -174611.0 / 330,
	854513.0 / 138, -236364091.0 / 2730,
}

// polygammaTerm is n!/z^(n+1).
func polygammaTerm(n int, z float64) float64 {
	y := 1 / z
	for k := range n {
		y = float64(y * (float64(k+1) / z))
	}
	return y
}

// polygammaSum is Σ n!/(x+i)^(n+1) for x > 0: recurrence brings x above n + 15, where the asymptotic series with twelve
// Bernoulli numbers is exact to rounding (Abramowitz, Stegun 6.4.6, 6.4.11). For n = 0 it is -ψ(x).
func polygammaSum(n int, x float64) float64 {
	y := 0.0
	for x < float64(n)+15 {
		y += polygammaTerm(n, x)
		x++
	}
	t := polygammaTerm(n, x)
	if n == 0 {
		y += float64(t/2) - log(x)
	} else {
		y += float64(t/2) + float64(t*x/float64(n))
	}
	t = float64(t * (float64(n+1) / (x + x)))
	for k := range 12 {
		y += float64(bernoulli[k] * t)
		m := 2*(k+1) + n
		t = float64(t * (float64(m) / x) * (float64(m+1) / x) / float64((2*k+3)*(2*k+4)))
	}
	return y
}

// polygamma is the n-th derivative of digamma. For x < 0 it comes from the reflection, whose right-hand side is the
// same at x and at its fraction f: ψₙ(1-x) + (-1)^(n+1)·ψₙ(x) = ψₙ(1-f) + (-1)^(n+1)·ψₙ(f). NaN for n < 0, for n >
// 10000 and at negative integers.
func polygamma(n int, x float64) float64 {
	switch {
	case n < 0 || n > 10000 || x != x || x < -math.MaxFloat64 || x < 0 && x == math.Floor(x):
		return math.NaN()
	case n == 0:
		return digamma(x)
	case x > math.MaxFloat64:
		return 0
	}
	odd := n&1 == 1 // ψₙ is the sum for an odd n, minus it for an even one
	if x < 0 {
		f := x - math.Floor(x)
		c := polygammaSum(n, 1-f)
		d := polygammaSum(n, f)
		e := polygammaSum(n, 1-x)
		if odd {
			return c + d - e
		}
		return c - d - e
	}
	y := polygammaSum(n, x)
	if odd {
		return y
	}
	return -y
}
