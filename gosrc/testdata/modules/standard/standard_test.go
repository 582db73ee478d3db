package standard

import (
	"math"
	"slices"
	"testing"
)

// near compares a value with that of f, and a derivative with differences of f.
func near(t *testing.T, name string, f func(float64) float64, x, v, d float64) {
	t.Helper()
	const h = 1e-5
	if n := (f(x+h) - f(x-h)) / (2 * h); v != f(x) || math.Abs(n-d) > 1e-6*(1+math.Abs(n)) {
		t.Errorf("%s: %v, want %v; the derivative is %v, differences say %v", name, v, f(x), d, n)
	}
}

func TestStandard(t *testing.T) {
	for seed := int64(1); seed < 9; seed++ {
		var dm, ds float64
		v := NormalGrad(0.3, 1.2, seed, 100, &dm, &ds)
		near(t, "Normal by mu", func(m float64) float64 { return Normal(m, 1.2, seed, 100) }, 0.3, v, dm)
		near(t, "Normal by sigma", func(s float64) float64 { return Normal(0.3, s, seed, 100) }, 1.2, v, ds)
		v = V2Grad(0.7, uint64(seed), 100, &dm)
		near(t, "V2", func(m float64) float64 { return V2(m, uint64(seed), 100) }, 0.7, v, dm)
		v = BitsGrad(0.7, uint(seed), &dm)
		near(t, "Bits", func(x float64) float64 { return Bits(x, uint(seed)) }, 0.7, v, dm)
		v = GammaGrad(2.3, seed, &dm)
		near(t, "Gamma", func(a float64) float64 { return Gamma(a, seed) }, 2.3, v, dm)
		x, g := []float64{0.3, 0.5, 1.2}, make([]float64, 3)
		v = PermGrad(x, seed, g)
		for i := range x {
			near(t, "Perm", func(xi float64) float64 {
				y := slices.Clone(x)
				y[i] = xi
				return Perm(y, seed)
			}, x[i], v, g[i])
		}
	}
}
