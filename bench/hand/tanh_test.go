package hand

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func TestTanh(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	x := make([]float64, 4000)
	for i := range x {
		switch i % 4 {
		case 0:
			x[i] = 0.05 * (r.Float64() - 0.5)
		case 1:
			x[i] = 2 * (r.Float64() - 0.5)
		case 2:
			x[i] = 44 * (r.Float64() - 0.5)
		default:
			x[i] = math.Ldexp(r.Float64(), -r.IntN(50))
		}
	}
	y := append([]float64{}, x...)
	tanhAll(y)
	one, worst := big.NewFloat(1), 0.0
	for i := range x {
		square := bigExp(2 * x[i])
		above := new(big.Float).Add(square, one)
		want := new(big.Float).Quo(new(big.Float).Sub(square, one), above)
		e := ulps(y[i], want)
		worst = max(worst, e)
		if e > 3 {
			t.Errorf("tanh(%v) = %v is off by %.2f ulp", x[i], y[i], e)
		}
	}
	t.Logf("largest error %.3f ulp", worst)
	special := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 1e300, -20, 5e-324}
	got := append([]float64{}, special...)
	tanhAll(got)
	for i, v := range special {
		if want := math.Tanh(v); math.Float64bits(got[i]) != math.Float64bits(want) && !(math.IsNaN(v) && math.IsNaN(got[i])) {
			t.Errorf("tanh(%v) = %v, want %v", v, got[i], want)
		}
	}
}
