package score

import (
	"math"
	"math/rand/v2"
	"testing"
)

var densities = []struct {
	name string
	f    func(v, a, b float64) float64
	grad func(v, a, b float64, dv, da, db *float64) float64
}{
	{"Beta", Beta, BetaGrad},
	{"Binomial", Binomial, func(v, a, b float64, _, da, _ *float64) float64 { return BinomialGrad(v, a, b, da) }},
	{"Chi", Chi, ChiGrad},
	{"ChiSquared", ChiSquared, ChiSquaredGrad},
	{"Exponential", Exponential, ExponentialGrad},
	{"F", F, FGrad},
	{"Gamma", Gamma, GammaGrad},
	{"GumbelRight", GumbelRight, GumbelRightGrad},
	{"InverseGamma", InverseGamma, InverseGammaGrad},
	{"Laplace", Laplace, LaplaceGrad},
	{"LogNormal", LogNormal, LogNormalGrad},
	{"Logistic", Logistic, LogisticGrad},
	{"Normal", Normal, NormalGrad},
	{"Pareto", Pareto, ParetoGrad},
	{"Poisson", Poisson, func(v, a, b float64, _, da, _ *float64) float64 { return PoissonGrad(v, a, b, da) }},
	{"StudentsT", StudentsT, StudentsTGrad},
	{"Uniform", Uniform, UniformGrad},
	{"Weibull", Weibull, WeibullGrad},
}

// TestScore compares the gradient of each density with differences, at 20 points inside its support.
func TestScore(t *testing.T) {
	for _, d := range densities {
		r := rand.New(rand.NewPCG(3, 4))
		for range 20 {
			p := [3]float64{0.2 + 0.6*r.Float64(), 0.5 + 2*r.Float64(), 0.5 + 2*r.Float64()}
			switch d.name {
			case "Binomial", "Poisson":
				p[0], p[1] = float64(r.IntN(5)), 0.1+0.8*r.Float64()
			case "Pareto":
				p[1] = 0.5 * p[0]
			case "Uniform":
				p[1], p[2] = p[0]-0.5, p[0]+1
			}
			var g [3]float64
			if y, want := d.grad(p[0], p[1], p[2], &g[0], &g[1], &g[2]), d.f(p[0], p[1], p[2]); y != want {
				t.Errorf("%s%v = %v, want %v", d.name, p, y, want)
			}
			for k := range p {
				if k != 1 && (d.name == "Binomial" || d.name == "Poisson") {
					continue
				}
				slope := func(h float64) float64 {
					lo, hi := p, p
					lo[k] -= h
					hi[k] += h
					return (d.f(hi[0], hi[1], hi[2]) - d.f(lo[0], lo[1], lo[2])) / (2 * h)
				}
				const h = 1e-3
				s := [3]float64{slope(h), slope(h / 2), slope(h / 4)}
				e := [2]float64{(4*s[1] - s[0]) / 3, (4*s[2] - s[1]) / 3}
				want := (16*e[1] - e[0]) / 15
				if err := math.Abs(g[k]-want) / (1 + math.Abs(want)); !(err < 1e-9) {
					t.Errorf("%s%v by %d: %v, by differences %v", d.name, p, k, g[k], want)
				}
			}
		}
	}
}
