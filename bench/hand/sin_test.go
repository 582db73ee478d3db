package hand

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// bigSin is the sine by Taylor's series to some 300 bits; bigCos the cosine.
func bigSin(x float64) *big.Float { return bigSeries(x, 1) }
func bigCos(x float64) *big.Float { return bigSeries(x, 0) }

func bigSeries(x float64, first int64) *big.Float {
	const precision = 400
	y := new(big.Float).SetPrec(precision).SetFloat64(x)
	term := big.NewFloat(1).SetPrec(precision)
	if first == 1 {
		term.Set(y)
	}
	sum := new(big.Float).SetPrec(precision).Set(term)
	y.Mul(y, y)
	y.Neg(y)
	for i := first + 1; i < 250; i += 2 {
		term.Mul(term, y)
		term.Quo(term, new(big.Float).SetInt64(i*(i+1)))
		sum.Add(sum, term)
	}
	return sum
}

func TestSin(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	worst := 0.0
	for i := range 1000 {
		x := (r.Float64() - 0.5) * 3 * math.Pi / 2
		if i%8 == 0 {
			x = math.Copysign(math.Pi/2, x) + math.Ldexp(x, -r.IntN(40))
		}
		if math.Abs(x) > 3*math.Pi/4 {
			x /= 2
		}
		s, c := ulps(sin(x), bigSin(x)), ulps(cos(x), bigCos(x))
		worst = max(worst, s, c)
		if s > 1.5 || c > 1.5 {
			t.Errorf("at %v sin is off by %.2f ulp, cos by %.2f", x, s, c)
		}
	}
	t.Logf("largest error near 0 %.3f ulp", worst)
	worst = 0
	for i := range 1000 {
		x := (r.Float64() - 0.5) * 80
		e := max(math.Abs(sin(x)-math.Sin(x)), math.Abs(cos(x)-math.Cos(x)))
		if i < 100 { // the series converges slowly
			s, _ := new(big.Float).Sub(big.NewFloat(sin(x)), bigSin(x)).Float64()
			c, _ := new(big.Float).Sub(big.NewFloat(cos(x)), bigCos(x)).Float64()
			e = max(math.Abs(s), math.Abs(c))
		}
		worst = max(worst, e)
		if e > 0x1p-52 {
			t.Errorf("at %v off by %v", x, e)
		}
		// Far out: math reduces up to 2²⁹ in the same way, in three parts.
		x *= 1e4
		if e := max(math.Abs(sin(x)-math.Sin(x)), math.Abs(cos(x)-math.Cos(x))); e > 0x1p-52 {
			t.Errorf("at %v off by %v", x, e)
		}
	}
	t.Logf("largest error far out %.3g", worst)
	for _, x := range []float64{0, 1e300, -1e300} {
		if got, want := sin(x), math.Sin(x); got != want {
			t.Errorf("sin(%v) = %v, want %v", x, got, want)
		}
		if got, want := cos(x), math.Cos(x); got != want {
			t.Errorf("cos(%v) = %v, want %v", x, got, want)
		}
	}
}

func TestSinNaN(t *testing.T) {
	for _, x := range []float64{math.Inf(1), math.Inf(-1), math.NaN()} {
		if s, c := sin(x), cos(x); !math.IsNaN(s) || !math.IsNaN(c) {
			t.Errorf("at %v: %v, %v, want NaN", x, s, c)
		}
	}
}
