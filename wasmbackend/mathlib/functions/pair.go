package functions

import "math"

// Sums of two float64 with the rounding errors of operations (Knuth; Dekker).

// twoSum is x + y = s + e.
func twoSum(x, y float64) (s, e float64) {
	s = x + y
	b := s - x
	return s, (x - (s - b)) + (y - b)
}

// fastTwoSum is x + y = s + e for |x| >= |y|, or x = 0.
func fastTwoSum(x, y float64) (s, e float64) {
	s = x + y
	return s, y - (s - x)
}

// upper is x without its low 27 bits: 26 are left, whose products are exact.
func upper(x float64) float64 {
	return math.Float64frombits(math.Float64bits(x) &^ (1<<27 - 1))
}

// twoProd is x·y = p + e, to 2^-105, where nothing overflows or is subnormal.
func twoProd(x, y float64) (p, e float64) {
	p = float64(x * y)
	xh, yh := upper(x), upper(y)
	xl, yl := x-xh, y-yh
	return p, ((float64(xh*yh) - p) + float64(xh*yl) + float64(xl*yh)) + float64(xl*yl)
}

// rootPair is the root s + e of h + l > 0.
func rootPair(h, l float64) (s, e float64) {
	s = math.Sqrt(h)
	p, r := twoProd(s, s)
	return s, float64(((h - p) - r + l) / (2 * s))
}

// quotientPair is (a + b)/(c + d) = q + e.
func quotientPair(a, b, c, d float64) (q, e float64) {
	q = a / c
	p, r := twoProd(q, c)
	return q, float64(((a - p) - r + b - float64(q*d)) / c)
}

// productPair is (a + b)·(c + d) = p + e.
func productPair(a, b, c, d float64) (p, e float64) {
	p, e = twoProd(a, c)
	return p, e + (float64(a*d) + float64(b*c))
}

// timesPair is x·(c + d), for a small x that may be subnormal.
func timesPair(x, c, d float64) float64 {
	if x == 0 {
		return x // -0 too
	}
	scale, back := 1.0, 1.0
	if math.Abs(x) < 0x1p-500 {
		scale, back = 0x1p400, 0x1p-400
	}
	p, e := productPair(float64(x*scale), 0, c, d)
	return float64((p + e) * back)
}
