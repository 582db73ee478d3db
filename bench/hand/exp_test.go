package hand

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// bigExp is exp(x) to 120 bits: Taylor's series of x/2¹⁶, squared sixteen times.
func bigExp(x float64) *big.Float {
	const precision = 200
	y := new(big.Float).SetPrec(precision).SetFloat64(x)
	y.SetMantExp(y, -16)
	sum, term := big.NewFloat(1).SetPrec(precision), big.NewFloat(1).SetPrec(precision)
	for i := 1; i < 40; i++ {
		term.Mul(term, y)
		term.Quo(term, new(big.Float).SetInt64(int64(i)))
		sum.Add(sum, term)
	}
	for range 16 {
		sum.Mul(sum, sum)
	}
	return sum
}

// ulps is the error of got in units in the last place of want.
func ulps(got float64, want *big.Float) float64 {
	w, _ := want.Float64()
	diff, _ := new(big.Float).Sub(big.NewFloat(got), want).Float64()
	_, exp := math.Frexp(w)
	return math.Abs(diff) / math.Ldexp(1, exp-53)
}

func TestExp(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	x := make([]float64, 4000)
	for i := range x {
		switch {
		case i < 1000:
			x[i] = 2*r.Float64() - 1
		case i < 2000:
			x[i] = -40 * r.Float64()
		default:
			x[i] = -708 + 1417*r.Float64()
		}
	}
	y := append([]float64{}, x...)
	expSum(y, y, 0)
	worst := 0.0
	for i := range x {
		e := ulps(y[i], bigExp(x[i]))
		worst = max(worst, e)
		if e > 1.5 {
			t.Errorf("exp(%v) = %v is off by %.2f ulp", x[i], y[i], e)
		}
	}
	t.Logf("largest error %.3f ulp", worst)
	special := []float64{0, math.Inf(1), math.Inf(-1), math.NaN(), 710, -1000, -740}
	got := append([]float64{}, special...)
	expSum(got, got, 0)
	for i, v := range special {
		if want := math.Exp(v); got[i] != want && !(math.IsNaN(v) && math.IsNaN(got[i])) {
			t.Errorf("exp(%v) = %v, want %v", v, got[i], want)
		}
	}
}

func BenchmarkExp(b *testing.B) {
	x := make([]float64, 1000)
	y := make([]float64, 1000)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range x {
		x[i] = -20 * r.Float64()
	}
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			sink = expSum(y, x, 0)
		}
	})
	b.Run("math", func(b *testing.B) {
		for b.Loop() {
			for i, v := range x {
				y[i] = math.Exp(v)
			}
		}
	})
}
