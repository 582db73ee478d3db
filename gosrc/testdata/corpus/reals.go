package corpus

import "math"

// Single rounds after every operation.
func Single(x, y float32, z float64) (float32, float64, float32, bool) {
	a := x*y + x/3
	a += 0.1
	a *= float32(z)
	return a, float64(a) * z, -a - y, a < y
}

// Celsius is a named real.
type Celsius float64

// ToF uses a named type.
func ToF(c Celsius) Celsius { return c*9/5 + 32 }

// Elementary has the usual functions.
func Elementary(x, y float64) float64 {
	s := math.Sin(x) + math.Cos(y)*math.Tan(x/4)
	s += math.Exp(-x*x) + math.Log(1+y*y) + math.Sqrt(math.Abs(x))
	s += math.Atan2(y, x) + math.Pow(math.Abs(x), y) + math.Hypot(x, y)
	s += math.Tanh(x) + math.Sinh(y/3) + math.Cosh(x/5) + math.Atan(y)
	return s
}

// Rounding has the step functions.
func Rounding(x, y float64) (float64, float64, float64, float64, float64) {
	return math.Floor(x), math.Ceil(y), math.Trunc(x), math.RoundToEven(y), math.Mod(x, y)
}

// Special values are told apart.
func Special(x, y float64) (bool, bool, bool, bool, bool, float64, float64) {
	return math.IsNaN(x), math.IsInf(y, 0), math.IsInf(x, 1), math.IsInf(y, -1), math.Signbit(x), math.Inf(1), math.Inf(-2)
}

// MaxMin differ on NaN.
func MaxMin(x, y float64) (float64, float64, float64, float64) {
	return math.Max(x, y), math.Min(x, y), max(x, y, 1), min(x, y)
}

// NotLess is not the same as greater or equal.
func NotLess(x, y float64) (bool, bool, bool) { return !(x < y), x >= y, x != y }

// Both gives two results.
func Both(x float64) float64 {
	s, c := math.Sincos(x)
	return s*c + math.Copysign(2, x)
}

// Bits goes by the bits.
func Bits(x float64) (float64, uint64) {
	b := math.Float64bits(x)
	return math.Float64frombits(b ^ 1), b >> 52
}

// MinusZero keeps signs of zeros.
func MinusZero(x float64) float64 { return 1 / (0*x + 0) }
