package functions

import "math"

// ilogbOf is the exponent of a finite x other than 0: |x| = 2^e·m with m in [1, 2).
func ilogbOf(x float64) int {
	less := 1023
	if math.Abs(x) < 0x1p-1022 {
		x, less = float64(x*0x1p54), 1023+54
	}
	return int(math.Float64bits(x)>>52&0x7ff) - less
}

// mantissa is m with the sign of x for |x| = 2^e·m.
func mantissa(x float64) float64 {
	if math.Abs(x) < 0x1p-1022 {
		x = float64(x * 0x1p54)
	}
	return math.Float64frombits(math.Float64bits(x)&^(0x7ff<<52) | 1023<<52)
}

// ordinary reports whether x is finite and not 0.
func ordinary(x float64) bool { return math.Abs(x) <= math.MaxFloat64 && x != 0 }

// ldexp is x·2^n, rounded once.
func ldexp(x float64, n int) float64 {
	if !ordinary(x) {
		return x
	}
	m := mantissa(x)
	n = min(max(n, -5000), 5000) + ilogbOf(x)
	switch {
	case n > 1023:
		return math.Copysign(math.Inf(1), x)
	case n < -1080:
		return math.Copysign(0, x)
	case n < -1022:
		return float64(m * math.Float64frombits(uint64(1023+100+n)<<52) * 0x1p-100)
	}
	return float64(m * math.Float64frombits(uint64(1023+n)<<52))
}

// frexpfrac is the fraction of x, from 1/2 to 1.
func frexpfrac(x float64) float64 {
	if !ordinary(x) {
		return x
	}
	return float64(0.5 * mantissa(x))
}

// frexpexp is the exponent that goes with frexpfrac.
func frexpexp(x float64) int {
	if !ordinary(x) {
		return 0
	}
	return ilogbOf(x) + 1
}

// ilogb is the exponent of x.
func ilogb(x float64) int {
	switch {
	case x == 0:
		return math.MinInt32
	case !ordinary(x):
		return math.MaxInt32
	}
	return ilogbOf(x)
}

// logb is the exponent of x as a real.
func logb(x float64) float64 {
	switch {
	case x == 0:
		return math.Inf(-1)
	case !ordinary(x):
		return float64(x * x)
	}
	return float64(ilogbOf(x))
}

// nextafter is the real next to x in the direction of y.
func nextafter(x, y float64) float64 {
	switch {
	case x != x || y != y:
		return math.NaN()
	case x == y:
		return x
	case x == 0:
		return math.Copysign(5e-324, y)
	case (y > x) == (x > 0):
		return math.Float64frombits(math.Float64bits(x) + 1)
	}
	return math.Float64frombits(math.Float64bits(x) - 1)
}

// powersOf10 are 10^i, greatPowersOf10 10^(32·i), and smallPowersOf10 10^(-32·i).
var powersOf10 = [32]float64{
	1e00, 1e01, 1e02, 1e03, 1e04, 1e05, 1e06, 1e07, 1e08, 1e09, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
	1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1e23, 1e24, 1e25, 1e26, 1e27, 1e28, 1e29, 1e30, 1e31,
}

var greatPowersOf10 = [10]float64{1e00, 1e32, 1e64, 1e96, 1e128, 1e160, 1e192, 1e224, 1e256, 1e288}

var smallPowersOf10 = [11]float64{1e-00, 1e-32, 1e-64, 1e-96, 1e-128, 1e-160, 1e-192, 1e-224, 1e-256, 1e-288, 1e-320}

// pow10 is 10^n.
func pow10(n int) float64 {
	switch {
	case n < -323:
		return 0
	case n > 308:
		return math.Inf(1)
	case n < 0:
		return smallPowersOf10[uint64(-n)/32] / powersOf10[uint64(-n)%32]
	}
	return float64(greatPowersOf10[uint64(n)/32] * powersOf10[uint64(n)%32])
}
