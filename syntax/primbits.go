package syntax

import (
	"math"
	"math/bits"
)

// Operations on the 64 bits of ints, and on those of reals. An int is a two's complement number; the
// operations whose names begin with u take the same bits as a number without sign. All are total but udiv and umod.

// ishl is x << n; 0 when n is 64 or more, or negative.
func ishl(x, n int) int {
	return x << uint(n)
}

// ishr is x >> n, with copies of the sign from the left: 0 or -1 when n is 64 or more, or negative.
func ishr(x, n int) int {
	return x >> uint(n)
}

// iushr is x >> n, with zeros from the left: 0 when n is 64 or more, or negative.
func iushr(x, n int) int {
	return int(uint(x) >> uint(n))
}

// sext8 is the low 8 bits of x, the highest of them a sign.
func sext8(x int) int {
	return int(int8(x))
}

// sext16 is the low 16 bits of x, the highest of them a sign.
func sext16(x int) int {
	return int(int16(x))
}

// sext32 is the low 32 bits of x, the highest of them a sign.
func sext32(x int) int {
	return int(int32(x))
}

// zext8 is the low 8 bits of x.
func zext8(x int) int {
	return int(uint8(x))
}

// zext16 is the low 16 bits of x.
func zext16(x int) int {
	return int(uint16(x))
}

// zext32 is the low 32 bits of x.
func zext32(x int) int {
	return int(uint32(x))
}

// udiv is a / b of numbers without sign.
func udiv(a, b int) int {
	return int(uint(a) / uint(b))
}

// umod is a % b of numbers without sign.
func umod(a, b int) int {
	return int(uint(a) % uint(b))
}

// ult is a < b of numbers without sign.
func ult(a, b int) bool {
	return uint(a) < uint(b)
}

// ule is a <= b of numbers without sign.
func ule(a, b int) bool {
	return uint(a) <= uint(b)
}

// clz is the number of zeros before the highest bit set; 64 for 0.
func clz(x int) int {
	return bits.LeadingZeros64(uint64(x))
}

// ctz is the number of zeros after the lowest bit set; 64 for 0.
func ctz(x int) int {
	return bits.TrailingZeros64(uint64(x))
}

// popcnt is the number of bits set.
func popcnt(x int) int {
	return bits.OnesCount64(uint64(x))
}

// ureal is the real nearest to a number without sign.
func ureal(x int) float64 {
	return float64(uint64(x))
}

// toUint rounds toward zero to a number without sign. It saturates, at 0 for negative numbers; NaN gives 0.
func toUint(x float64) int {
	switch {
	case !(x > 0):
		return 0
	case x >= 1<<64:
		return -1
	}
	return int(uint64(x))
}

// toBits is the representation of x by the 64 bits of IEEE 754.
func toBits(x float64) int {
	return int(math.Float64bits(x))
}

// fromBits is the real with these 64 bits.
func fromBits(n int) float64 {
	return math.Float64frombits(uint64(n))
}

// toBits32 is the representation of x, rounded to single precision, by 32 bits; the others are 0.
func toBits32(x float64) int {
	return int(math.Float32bits(float32(x)))
}

// fromBits32 is the real that the low 32 bits represent in single precision.
func fromBits32(n int) float64 {
	return float64(math.Float32frombits(uint32(n)))
}

// round64 is x, rounded if it is a product.
func round64(x float64) float64 {
	return x
}

// round32 is x rounded to single precision.
func round32(x float64) float64 {
	return float64(float32(x))
}

// total2 is a row for a binary operation on ints without errors.
func total2(name string, g GoForm, f func(a, b int) int) *Op {
	return int2(name, "", 0, func(a, b int64) (int64, error) { return int64(f(int(a), int(b))), nil }, g)
}

// shiftRow is a row for a shift, with an operator of Go for literal counts.
func shiftRow(name, op string, f func(x, n int) int) *Op {
	g := helper(name)
	g.Shift = op
	return total2(name, g, f)
}

// int1 is a row for a unary operation on ints.
func int1(name string, g GoForm, f func(int) int) *Op {
	return &Op{
		Name: name, Params: sig(1, Int), Result: Int, Cost: 1, Go: g,
		Eval: func(x []Value) (Value, error) { return Value{I: int64(f(int(x[0].I)))}, nil },
	}
}

// unsignedDivision is a row for the quotient or remainder of numbers without sign.
func unsignedDivision(name string, f func(a, b int) int) *Op {
	o := int2(name, "", 0, func(a, b int64) (int64, error) {
		if b == 0 {
			return 0, errDivZero
		}
		return int64(f(int(a), int(b))), nil
	}, helper(name))
	o.Divides = true
	return o
}

// unsignedLess is a row for a comparison of numbers without sign.
func unsignedLess(name string, f func(a, b int) bool) *Op {
	o := relation(name, "", Int, func(x, y Value) bool { return f(int(x.I), int(y.I)) })
	o.Prec, o.Go = 0, helper(name)
	return o
}

// intToReal is a row for a real made of an int, sampled from 0 to most: nothing varies.
func intToReal(name string, g GoForm, most float64, f func(int) float64) *Op {
	return &Op{
		Name: name, Params: sig(1, Int), Result: Real, Cost: 1, Go: g, Exact: true, Domain: []Interval{{0, most}},
		Eval:     func(x []Value) (Value, error) { return Value{F: f(int(x[0].I))}, nil },
		Partials: func([]Term, Term) []Term { return []Term{nil} },
	}
}

// realToInt is a row for an int made of a real: it does not vary.
func realToInt(name string, g GoForm, cost int, dom Interval, f func(float64) int) *Op {
	return &Op{
		Name: name, Params: sig(1, Real), Result: Int, Cost: cost, Go: g, Domain: []Interval{dom},
		Eval: func(x []Value) (Value, error) { return Value{I: int64(f(x[0].F))}, nil },
	}
}

func bitwise() []*Op {
	return []*Op{
		total2("iand", GoForm{Op: "&"}, func(a, b int) int { return a & b }),
		total2("ior", GoForm{Op: "|"}, func(a, b int) int { return a | b }),
		total2("ixor", GoForm{Op: "^"}, func(a, b int) int { return a ^ b }),
		total2("iandnot", GoForm{Op: "&^"}, func(a, b int) int { return a &^ b }),
		int1("inot", GoForm{Op: "^"}, func(x int) int { return ^x }),
		shiftRow("ishl", "<<", ishl),
		shiftRow("ishr", ">>", ishr),
		shiftRow("iushr", "", iushr),
		int1("sext8", helper("sext8"), sext8),
		int1("sext16", helper("sext16"), sext16),
		int1("sext32", helper("sext32"), sext32),
		int1("zext8", helper("zext8"), zext8),
		int1("zext16", helper("zext16"), zext16),
		int1("zext32", helper("zext32"), zext32),
		int1("clz", helper("clz"), clz),
		int1("ctz", helper("ctz"), ctz),
		int1("popcnt", helper("popcnt"), popcnt),
		unsignedDivision("udiv", udiv),
		unsignedDivision("umod", umod),
		unsignedLess("ult", ult),
		unsignedLess("ule", ule),
		intToReal("ureal", helper("ureal"), 9, ureal),
		realToInt("uint", helper("toUint"), 1, all, toUint),
		realToInt("bits", helper("toBits"), 1, all, toBits),
		intToReal("frombits", helper("fromBits"), 1<<62, fromBits),
		realToInt("bits32", helper("toBits32"), 1, all, toBits32),
		intToReal("frombits32", helper("fromBits32"), 1<<30, fromBits32),
		// The derivative is that of the number which is rounded, and so is that of its derivative: it is linear in what
		// is.
		joint(rounded(exact(real1("round32", helper("round32"), 1, all, round32,
			func(Term, Term) Term { return RealLit(1) }))), 1),
		// x itself. Go's compiler may fuse a product with the addition that takes it, but not a product inside of a
		// conversion.
		joint(exact(real1("round64", GoForm{Conv: "float64"}, 1, all, round64,
			func(Term, Term) Term { return RealLit(1) })), 1),
	}
}
