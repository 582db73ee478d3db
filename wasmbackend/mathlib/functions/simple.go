package functions

import "math"

// square is x·x.
func square(x float64) float64 { return float64(x * x) }

// gmul is k·v, and 0 where v is 0.
func gmul(k, v float64) float64 {
	if v == 0 {
		return 0
	}
	return float64(k * v)
}

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

// relu is x, and 0 for a negative x.
func relu(x float64) float64 {
	if x < 0 {
		return 0
	}
	return x
}

// mathmax is the greater of two reals; +∞ beside NaN, and else NaN beside NaN.
func mathmax(x, y float64) float64 {
	if x == math.Inf(1) || y == math.Inf(1) {
		return math.Inf(1)
	}
	return max(x, y)
}

// mathmin is the lesser of two reals; -∞ beside NaN, and else NaN beside NaN.
func mathmin(x, y float64) float64 {
	if x == math.Inf(-1) || y == math.Inf(-1) {
		return math.Inf(-1)
	}
	return min(x, y)
}

// dim is x - y, and 0 where that is negative.
func dim(x, y float64) float64 {
	d := x - y
	if d <= 0 {
		return 0
	}
	return d
}

// roundaway is the integer next to x; halves go away from 0.
func roundaway(x float64) float64 {
	t := math.Trunc(x)
	if math.Abs(x-t) >= 0.5 {
		return t + math.Copysign(1, x)
	}
	return t
}

// modffrac is x without its integer part, with the sign of x.
func modffrac(x float64) float64 { return math.Copysign(x-math.Trunc(x), x) }

// isnan reports whether x is NaN.
func isnan(x float64) bool { return x != x }

// signbit reports whether x is negative, or -0, or a NaN with a sign.
func signbit(x float64) bool { return int(math.Float64bits(x)) < 0 }

// isinf reports whether x is infinite: +∞ for s > 0, -∞ for s < 0, either for 0.
func isinf(x float64, s int) bool {
	return s >= 0 && x > math.MaxFloat64 || s <= 0 && x < -math.MaxFloat64
}

// lgammasign is the sign of the gamma function, -1 or 1.
func lgammasign(x float64) int {
	if x < 0 && odd(math.Floor(x)) && x != math.Floor(x) {
		return -1
	}
	return 1
}
