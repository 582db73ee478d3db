package opt

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Sums by products of factors are those of the logarithms: of many terms, so that products are full several times, of terms
// far apart, and where there are infinities and NaN. The sigmoids are those of the same arguments.
func TestLogSums(t *testing.T) {
	const src = `func f(z []real, n int, out g []real) {
	var s real = 3.0
	var d real = 0.0
	for i < n {
		var u real = z[i]
		g[i] = sigmoid(u)
		s +~= softplus(u) - 0.25 * u
		d +~= 2.0 * u - softplus(u)
	}
	return s, d
}
`
	before, err := loop.Read("before", src)
	if err != nil {
		t.Fatal(err)
	}
	after, _ := loop.Read("after", src)
	if err := run(after, &Options{FastMath: true, Verify: loop.Verify}, []Pass{logSums}); err != nil {
		t.Fatal(err)
	}
	if after.String() == before.String() {
		t.Fatal("the program has not changed")
	}
	of := func(p *loop.Program, z []float64) []float64 {
		g := make([]float64, len(z))
		res, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{z, int64(len(z)), g}, 1<<22)
		if err != nil {
			t.Fatal(err)
		}
		return append(g, res[0].(float64), res[1].(float64))
	}
	r := rand.New(rand.NewPCG(1, 2))
	fill := func(n int, f func() float64) []float64 {
		z := make([]float64, n)
		for i := range z {
			z[i] = f()
		}
		return z
	}
	inf := math.Inf(1)
	for name, z := range map[string][]float64{
		"none":            nil,
		"one":             {-3},
		"full":            fill(2000, func() float64 { return 0 }),
		"normal":          fill(3000, r.NormFloat64),
		"wide":            fill(1000, func() float64 { return 1000 * r.NormFloat64() }),
		"small":           fill(1000, func() float64 { return -30 - 600*r.Float64() }),
		"signed zeros":    {0, math.Copysign(0, -1)},
		"infinity":        {1, inf, 2},
		"less than all":   {1, -inf, 2},
		"NaN":             {1, math.NaN(), 2},
		"NaN, then many":  append([]float64{math.NaN()}, fill(2000, func() float64 { return 0 })...),
		"both infinities": {inf, -inf},
	} {
		want, got := of(before, z), of(after, z)
		for i := range want {
			if got[i] != want[i] && !(math.IsNaN(got[i]) && math.IsNaN(want[i])) && !(math.Abs(got[i]-want[i]) <= 1e-12*math.Abs(want[i])) {
				t.Errorf("%s: value %d is %v, want %v", name, i, got[i], want[i])
			}
		}
	}
}

// A sum that is added to itself is read.
func TestLogSumsSelf(t *testing.T) {
	for _, self := range []string{"s +~= s", "s +~= s * 1.0"} {
		before, after := transformed(t, 0, `func f(z []real, n int) {
	var s real = 0.0
	for i < n {
		var u real = z[i]
		s +~= softplus(u)
		`+self+`
	}
	return s
}
`, Options{FastMath: true}, []Pass{logSums})
		if before.String() != after.String() {
			t.Errorf("%s: has changed:\n%s", self, after)
		}
	}
}
