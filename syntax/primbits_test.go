package syntax_test

import (
	"math"
	"math/big"
	"testing"

	sx "github.com/seed-4b734f86/gochad/syntax"
)

// corners are ints where carries, signs and widths show.
var corners = []int64{
	0, 1, 2, 3, 7, 8, 31, 32, 33, 63, 64, 65, 100, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 1<<31 - 1, 1 << 31, 1<<32 - 1,
	1 << 32, 1<<53 + 1, 1<<62 + 12345, math.MaxInt64, math.MinInt64, math.MinInt64 + 1, -1, -2, -8, -63, -64, -65, -128, -129,
	-32769, -1 << 31, -1<<31 - 1, 0x0123456789abcdef, -0x0123456789abcdef, 0x5555555555555555, -0x5555555555555556,
}

// modulus is 2⁶⁴.
var modulus = new(big.Int).Lsh(big.NewInt(1), 64)

// unsigned is the number without sign of the same bits.
func unsigned(a int64) *big.Int { return new(big.Int).Mod(big.NewInt(a), modulus) }

// wrapped is the int that an integer is modulo 2⁶⁴.
func wrapped(x *big.Int) int64 {
	x = new(big.Int).Mod(x, modulus)
	if x.Bit(63) == 1 {
		x.Sub(x, modulus)
	}
	return x.Int64()
}

// field is the integer in the low bits of a, with sign or without.
func field(a int64, width uint, signed bool) int64 {
	m := new(big.Int).Lsh(big.NewInt(1), width)
	x := new(big.Int).Mod(big.NewInt(a), m)
	if signed && x.Bit(int(width)-1) == 1 {
		x.Sub(x, m)
	}
	return x.Int64()
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// scale multiplies a by 2ⁿ or divides it by that, rounding down; a count that is negative or
// great moves everything out.
func scale(a *big.Int, n int64, left bool) *big.Int {
	if n < 0 || n > 200 {
		n = 200
	}
	if left {
		return new(big.Int).Lsh(a, uint(n))
	}
	return new(big.Int).Rsh(a, uint(n))
}

// TestIntegers compares the operations on ints with arithmetic on integers without bound, reduced modulo 2⁶⁴.
func TestIntegers(t *testing.T) {
	for name, want := range map[string]func(a, b int64) int64{
		"iadd":    func(a, b int64) int64 { return wrapped(new(big.Int).Add(big.NewInt(a), big.NewInt(b))) },
		"isub":    func(a, b int64) int64 { return wrapped(new(big.Int).Sub(big.NewInt(a), big.NewInt(b))) },
		"imul":    func(a, b int64) int64 { return wrapped(new(big.Int).Mul(big.NewInt(a), big.NewInt(b))) },
		"idiv":    func(a, b int64) int64 { return wrapped(new(big.Int).Quo(big.NewInt(a), big.NewInt(b))) },
		"imod":    func(a, b int64) int64 { return wrapped(new(big.Int).Rem(big.NewInt(a), big.NewInt(b))) },
		"udiv":    func(a, b int64) int64 { return wrapped(new(big.Int).Quo(unsigned(a), unsigned(b))) },
		"umod":    func(a, b int64) int64 { return wrapped(new(big.Int).Rem(unsigned(a), unsigned(b))) },
		"iand":    func(a, b int64) int64 { return wrapped(new(big.Int).And(big.NewInt(a), big.NewInt(b))) },
		"ior":     func(a, b int64) int64 { return wrapped(new(big.Int).Or(big.NewInt(a), big.NewInt(b))) },
		"ixor":    func(a, b int64) int64 { return wrapped(new(big.Int).Xor(big.NewInt(a), big.NewInt(b))) },
		"iandnot": func(a, b int64) int64 { return wrapped(new(big.Int).AndNot(big.NewInt(a), big.NewInt(b))) },
		"ishl":    func(a, b int64) int64 { return wrapped(scale(big.NewInt(a), b, true)) },
		"ishr":    func(a, b int64) int64 { return wrapped(scale(big.NewInt(a), b, false)) },
		"iushr":   func(a, b int64) int64 { return wrapped(scale(unsigned(a), b, false)) },
		"ult":     func(a, b int64) int64 { return truth(unsigned(a).Cmp(unsigned(b)) < 0) },
		"ule":     func(a, b int64) int64 { return truth(unsigned(a).Cmp(unsigned(b)) <= 0) },
		"imin":    func(a, b int64) int64 { return min(a, b) },
		"imax":    func(a, b int64) int64 { return max(a, b) },
	} {
		op := sx.MustOp(name)
		for _, a := range corners {
			for _, b := range corners {
				got, err := op.Eval([]sx.Value{{I: a}, {I: b}})
				switch {
				case op.Divides && b == 0:
					if err == nil {
						t.Errorf("%s(%d, 0): no error", op, a)
					}
				case err != nil:
					t.Errorf("%s(%d, %d): %v", op, a, b, err)
				case got.I != want(a, b):
					t.Errorf("%s(%d, %d) = %d, want %d", op, a, b, got.I, want(a, b))
				}
			}
		}
	}
}

func TestUnaryIntegers(t *testing.T) {
	for name, want := range map[string]func(a int64) int64{
		"ineg":   func(a int64) int64 { return wrapped(new(big.Int).Neg(big.NewInt(a))) },
		"inot":   func(a int64) int64 { return wrapped(new(big.Int).Not(big.NewInt(a))) },
		"sext8":  func(a int64) int64 { return field(a, 8, true) },
		"sext16": func(a int64) int64 { return field(a, 16, true) },
		"sext32": func(a int64) int64 { return field(a, 32, true) },
		"zext8":  func(a int64) int64 { return field(a, 8, false) },
		"zext16": func(a int64) int64 { return field(a, 16, false) },
		"zext32": func(a int64) int64 { return field(a, 32, false) },
		"clz":    func(a int64) int64 { return int64(64 - unsigned(a).BitLen()) },
		"ctz": func(a int64) int64 {
			if a == 0 {
				return 64
			}
			return int64(unsigned(a).TrailingZeroBits())
		},
		"popcnt": func(a int64) (n int64) {
			for i := range 64 {
				n += int64(unsigned(a).Bit(i))
			}
			return n
		},
	} {
		for _, a := range corners {
			if got, err := sx.MustOp(name).Eval([]sx.Value{{I: a}}); err != nil || got.I != want(a) {
				t.Errorf("%s(%d) = %d, %v, want %d", name, a, got.I, err, want(a))
			}
		}
	}
}

// TestConversions compares conversions with the roundings of math/big.
func TestConversions(t *testing.T) {
	for _, a := range corners {
		want, _ := new(big.Float).SetInt(unsigned(a)).Float64()
		if got, _ := sx.MustOp("ureal").Eval([]sx.Value{{I: a}}); got.F != want {
			t.Errorf("ureal(%d) = %v, want %v", a, got.F, want)
		}
		b := sx.Value{F: math.Float64frombits(uint64(a))}
		if got, _ := sx.MustOp("frombits").Eval([]sx.Value{{I: a}}); math.Float64bits(got.F) != uint64(a) && b.F == b.F {
			t.Errorf("frombits(%d) = %v", a, got.F)
		}
		if got, _ := sx.MustOp("bits").Eval([]sx.Value{b}); got.I != a && b.F == b.F {
			t.Errorf("bits(%v) = %d, want %d", b.F, got.I, a)
		}
	}
	for _, x := range []float64{0, 0.5, 1, 1.999, 2.5, 255.9, 1e10, 1 << 53, 1 << 63, 1.5 * (1 << 63), math.Nextafter(1<<64, 0)} {
		want, _ := big.NewFloat(x).Int(nil)
		if got, _ := sx.MustOp("uint").Eval([]sx.Value{{F: x}}); got.I != wrapped(want) {
			t.Errorf("uint(%v) = %d, want %d", x, got.I, wrapped(want))
		}
	}
	for x, want := range map[float64]int64{-1: 0, -1e300: 0, 1 << 64: -1, inf: -1, -inf: 0} {
		if got, _ := sx.MustOp("uint").Eval([]sx.Value{{F: x}}); got.I != want {
			t.Errorf("uint(%v) = %d, want %d", x, got.I, want)
		}
	}
	if got, _ := sx.MustOp("uint").Eval([]sx.Value{{F: nan}}); got.I != 0 {
		t.Errorf("uint(NaN) = %d", got.I)
	}
	for _, x := range []float64{0, 1, 0.1, math.Pi, -1e30, 1e39, 1e-45, 3e-46, math.Copysign(0, -1), -inf, 1 + 1.0/(1<<24), 1 + 3.0/(1<<24)} {
		f, _ := big.NewFloat(x).Float32()
		if got := value(sx.MustOp("round32"), []float64{x}); math.Float64bits(got) != math.Float64bits(float64(f)) {
			t.Errorf("round32(%v) = %v, want %v", x, got, f)
		}
		got, _ := sx.MustOp("bits32").Eval([]sx.Value{{F: x}})
		if back, _ := sx.MustOp("frombits32").Eval([]sx.Value{{I: got.I | -1<<32}}); back.F != float64(f) || got.I>>32 != 0 {
			t.Errorf("bits32(%v) = %#x, back %v, want %v", x, got.I, back.F, f)
		}
	}
}

// TestGreatest tells Go's maximum from that of package math.
func TestGreatest(t *testing.T) {
	zero := math.Copysign(0, -1)
	for _, r := range []struct {
		op   string
		x, y float64
		want float64
	}{
		{"max", inf, nan, nan},
		{"max", nan, inf, nan},
		{"max", zero, 0, 0},
		{"mathmax", inf, nan, inf},
		{"mathmax", nan, inf, inf},
		{"mathmax", 1, nan, nan},
		{"min", -inf, nan, nan},
		{"min", 0, zero, zero},
		{"mathmin", -inf, nan, -inf},
		{"mathmin", nan, -inf, -inf},
		{"mathmin", nan, 1, nan},
	} {
		got := value(sx.MustOp(r.op), []float64{r.x, r.y})
		if math.Float64bits(got) != math.Float64bits(r.want) && (got == got || r.want == r.want) {
			t.Errorf("%s(%v, %v) = %v, want %v", r.op, r.x, r.y, got, r.want)
		}
	}
}
