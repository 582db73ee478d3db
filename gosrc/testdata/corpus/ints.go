package corpus

import (
	"math"
	"math/bits"
)

// Wrap8 has arithmetic that overflows.
func Wrap8(a, b int8, c uint8) (int8, int8, int8, uint8, uint8, uint8) {
	c += uint8(a)
	c++
	a--
	return a + b, a * b, -a - b, c * 3, c - 7, -c
}

// Wrap32 is the same at 16 and 32 bits.
func Wrap32(a, b int32, c uint32, d int16, e uint16) (int32, int32, uint32, uint32, int16, uint16) {
	return a * b, a + b*65537, c * 2654435761, c - uint32(a), d*d*d + 1, e*e - e
}

// Divide goes toward zero, and panics at 0.
func Divide(a, b int, c, d uint, e, g int8) (int, int, uint, uint, int8, int8) {
	return a / b, a % b, c / d, c % d, e / g, e % g
}

// Bitwise operations.
func Bitwise(a, b int, c, d uint8, e int8) (int, int, int, int, int, uint8, uint8, uint8, int8) {
	return a & b, a | b, a ^ b, a &^ b, ^a, c & d, ^c, c &^ d, ^e
}

// Shifts by counts beyond the width.
func Shifts(a int, b uint, c int8, d uint8, n uint8, k int) (int, int, uint, uint, int8, int8, uint8, uint8, int) {
	return a << n, a >> n, b << n, b >> n, c << n, c >> n, d << n, d >> n, a << k
}

// ShiftBy is a shift by a 64-bit count, and one in place.
func ShiftBy(a int, n uint64) (int, int, uint64) {
	b := a
	b <<= n
	a >>= n & 7
	return a, b, 1<<n | 1<<40
}

// Compare compares without sign where the type has none.
func Compare(a, b uint64, c, d int64, e, g uint8) (bool, bool, bool, bool, bool, bool, bool) {
	return a < b, a >= b, a > b, a <= b, c < d, e < g, e == g
}

// Convert goes between integers.
func Convert(a int, b int8, c uint8, d uint32, e int32) (int8, uint8, uint64, uint16, int, int64, int8, uint32, int32) {
	return int8(a), uint8(a), uint64(b), uint16(b), int(c), int64(d), int8(c), uint32(e), int32(d)
}

// ToReal converts integers to reals of both sizes.
func ToReal(a int, b uint, c uint8, d int8) (float64, float64, float64, float32, float32, float32) {
	return float64(a), float64(b), float64(c), float32(a), float32(b), float32(d)
}

// FromReal converts back, in range.
func FromReal(x float64) (int, int8, uint8, uint, int32) {
	if !(x > -100 && x < 100) {
		return 0, 0, 0, 0, 0
	}
	y := x
	if y < 0 {
		y = -y
	}
	return int(x), int8(x), uint8(y), uint(y), int32(x)
}

// Binned adds up by what floats are as ints. Of those that no int is, what Go leaves open is stored, but not used.
func Binned(x []float64, n int) float64 {
	all := make([]int, len(x))
	for i, v := range x {
		all[len(x)-1-i] = int(v * v * v)
	}
	bins := make([]float64, 3)
	for i, v := range x {
		k := n
		if math.Abs(v) < 1e6 {
			k = all[len(x)-1-i]
		}
		bins[(k%3+3)%3] += math.Atan(v) * float64(k%5)
	}
	return bins[0]*bins[1] + bins[2]
}

// Fib takes a count from the caller.
func Fib(n int) int {
	a, b := 0, 1
	for range n % 50 {
		a, b = b, a+b
	}
	return a
}

// Gcd is a loop on a condition.
func Gcd(a, b uint32) uint32 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Xorshift is a generator of random bits.
func Xorshift(seed uint64, n int) float64 {
	x := seed | 1
	s := 0.0
	for i := 0; i < n%20; i++ {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		s += float64(x>>11) / (1 << 53)
	}
	return s
}

// Extremes are min and max of integers.
func Extremes(a, b, c int, d, e uint64, g, h int8) (int, int, uint64, uint64, int8, int8) {
	return min(a, b, c), max(a, 3, c), min(d, e), max(d, e, 5), min(g, h), max(g, h)
}

const big = 1 << 62

// Constants are exact until they get a type.
func Constants(x float64, n int) (float64, int, float64, uint8, float32) {
	const third = 1.0 / 3
	const huge = big * big / big
	return x * third * 3, n + huge>>60, 1e400 / 1e398 * x, 255 &^ 0x0f, third
}

var _ = bits.Len
