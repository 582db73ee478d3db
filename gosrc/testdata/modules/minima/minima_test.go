package minima

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
	"gonum.org/v1/gonum/optimize/functions"
)

type function struct {
	name   string
	f      func(x []float64) float64
	grad   func(x, g []float64) float64
	hess   func(x, h []float64) float64
	theirs func(g, x []float64)
	minima func() []functions.Minimum
	n      int
}

var surface = functions.NewMinimalSurface(6, 7)

var all = []function{
	{"Beale", Beale, BealeGrad, BealeHessian, func(g, x []float64) { functions.Beale{}.Grad(g, x) }, functions.Beale{}.Minima, 0},
	{"BiggsEXP2", BiggsEXP2, BiggsEXP2Grad, BiggsEXP2Hessian, func(g, x []float64) { functions.BiggsEXP2{}.Grad(g, x) }, functions.BiggsEXP2{}.Minima, 0},
	{"BiggsEXP3", BiggsEXP3, BiggsEXP3Grad, BiggsEXP3Hessian, func(g, x []float64) { functions.BiggsEXP3{}.Grad(g, x) }, functions.BiggsEXP3{}.Minima, 0},
	{"BiggsEXP4", BiggsEXP4, BiggsEXP4Grad, BiggsEXP4Hessian, func(g, x []float64) { functions.BiggsEXP4{}.Grad(g, x) }, functions.BiggsEXP4{}.Minima, 0},
	{"BiggsEXP5", BiggsEXP5, BiggsEXP5Grad, BiggsEXP5Hessian, func(g, x []float64) { functions.BiggsEXP5{}.Grad(g, x) }, functions.BiggsEXP5{}.Minima, 0},
	{"BiggsEXP6", BiggsEXP6, BiggsEXP6Grad, BiggsEXP6Hessian, func(g, x []float64) { functions.BiggsEXP6{}.Grad(g, x) }, functions.BiggsEXP6{}.Minima, 0},
	{"Box3D", Box3D, Box3DGrad, Box3DHessian, func(g, x []float64) { functions.Box3D{}.Grad(g, x) }, functions.Box3D{}.Minima, 0},
	{"BrownBadlyScaled", BrownBadlyScaled, BrownBadlyScaledGrad, BrownBadlyScaledHessian, func(g, x []float64) { functions.BrownBadlyScaled{}.Grad(g, x) }, functions.BrownBadlyScaled{}.Minima, 0},
	{"BrownAndDennis", BrownAndDennis, BrownAndDennisGrad, BrownAndDennisHessian, func(g, x []float64) { functions.BrownAndDennis{}.Grad(g, x) }, functions.BrownAndDennis{}.Minima, 0},
	{"ExtendedPowellSingular", ExtendedPowellSingular, ExtendedPowellSingularGrad, ExtendedPowellSingularHessian, func(g, x []float64) { functions.ExtendedPowellSingular{}.Grad(g, x) }, functions.ExtendedPowellSingular{}.Minima, 0},
	{"ExtendedRosenbrock", ExtendedRosenbrock, ExtendedRosenbrockGrad, ExtendedRosenbrockHessian, func(g, x []float64) { functions.ExtendedRosenbrock{}.Grad(g, x) }, functions.ExtendedRosenbrock{}.Minima, 0},
	{"Gaussian", Gaussian, GaussianGrad, GaussianHessian, func(g, x []float64) { functions.Gaussian{}.Grad(g, x) }, functions.Gaussian{}.Minima, 0},
	{"GulfResearchAndDevelopment", GulfResearchAndDevelopment, GulfResearchAndDevelopmentGrad, GulfResearchAndDevelopmentHessian, func(g, x []float64) { functions.GulfResearchAndDevelopment{}.Grad(g, x) }, functions.GulfResearchAndDevelopment{}.Minima, 0},
	{"HelicalValley", HelicalValley, HelicalValleyGrad, HelicalValleyHessian, func(g, x []float64) { functions.HelicalValley{}.Grad(g, x) }, functions.HelicalValley{}.Minima, 0},
	{"PenaltyI", PenaltyI, PenaltyIGrad, PenaltyIHessian, func(g, x []float64) { functions.PenaltyI{}.Grad(g, x) }, functions.PenaltyI{}.Minima, 0},
	{"PenaltyII", PenaltyII, PenaltyIIGrad, PenaltyIIHessian, func(g, x []float64) { functions.PenaltyII{}.Grad(g, x) }, functions.PenaltyII{}.Minima, 0},
	{"PowellBadlyScaled", PowellBadlyScaled, PowellBadlyScaledGrad, PowellBadlyScaledHessian, func(g, x []float64) { functions.PowellBadlyScaled{}.Grad(g, x) }, functions.PowellBadlyScaled{}.Minima, 0},
	{"Sphere", Sphere, SphereGrad, SphereHessian, func(g, x []float64) { functions.Sphere{}.Grad(g, x) }, functions.Sphere{}.Minima, 0},
	{"Trigonometric", Trigonometric, TrigonometricGrad, TrigonometricHessian, func(g, x []float64) { functions.Trigonometric{}.Grad(g, x) }, functions.Trigonometric{}.Minima, 0},
	{"VariablyDimensioned", VariablyDimensioned, VariablyDimensionedGrad, VariablyDimensionedHessian, func(g, x []float64) { functions.VariablyDimensioned{}.Grad(g, x) }, functions.VariablyDimensioned{}.Minima, 0},
	{"Watson", Watson, WatsonGrad, WatsonHessian, func(g, x []float64) { functions.Watson{}.Grad(g, x) }, functions.Watson{}.Minima, 0},
	{"Wood", Wood, WoodGrad, WoodHessian, func(g, x []float64) { functions.Wood{}.Grad(g, x) }, functions.Wood{}.Minima, 0},
	{"Linear", Linear, LinearGrad, nil, func(g, x []float64) { functions.Linear{}.Grad(g, x) }, nil, 5},
	{"ConcaveRight", ConcaveRight, ConcaveRightGrad, nil, func(g, x []float64) { functions.ConcaveRight{}.Grad(g, x) }, nil, 1},
	{"ConcaveLeft", ConcaveLeft, ConcaveLeftGrad, nil, func(g, x []float64) { functions.ConcaveLeft{}.Grad(g, x) }, nil, 1},
	{"Plassmann", Plassmann, PlassmannGrad, nil, func(g, x []float64) { functions.Plassmann{L: 39, Beta: 0.01}.Grad(g, x) }, nil, 1},
	{"YanaiOzawaKaneko", YanaiOzawaKaneko, YanaiOzawaKanekoGrad, nil, func(g, x []float64) { functions.YanaiOzawaKaneko{Beta1: 0.01, Beta2: 0.001}.Grad(g, x) }, nil, 1},
	{"MinimalSurface", MinimalSurface, MinimalSurfaceGrad, nil, func(g, x []float64) { surface.Grad(g, x) }, nil, len(surface.InitX())},
}

func (f function) points(r *rand.Rand) [][]float64 {
	var out [][]float64
	if f.minima == nil {
		for range 8 {
			x := make([]float64, f.n)
			for i := range x {
				x[i] = r.Float64()
			}
			out = append(out, x)
		}
		return out
	}
	for _, m := range f.minima() {
		x := slices.Clone(m.X)
		for i := range x {
			x[i] += 0.1 * (2*r.Float64() - 1) * math.Max(math.Abs(x[i]), 0.1)
		}
		out = append(out, x)
	}
	return out
}

// Gradients are those that were written by hand.
func TestGrad(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, f := range all {
		for _, x := range f.points(r) {
			want, got := make([]float64, len(x)), make([]float64, len(x))
			f.theirs(want, x)
			f.grad(x, got)
			size := 0.0
			for _, v := range want {
				size = math.Max(size, math.Abs(v))
			}
			for i := range got {
				if !(math.Abs(got[i]-want[i]) <= 1e-12*(1+size)) {
					t.Errorf("%s at %v: %v, want %v", f.name, x, got, want)
					break
				}
			}
		}
	}
}

// Newton's method with generated Hessians converges from near each minimum.
func TestNewton(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, f := range all {
		if f.minima == nil {
			continue
		}
		for k, x := range f.points(r) {
			m := f.minima()[k]
			h := make([]float64, len(x)*len(x))
			p := optimize.Problem{
				Func: f.f, Grad: func(g, x []float64) { f.grad(x, g) },
				Hess: func(s *mat.SymDense, x []float64) {
					f.hess(x, h)
					for i := range x {
						for j := range i + 1 {
							s.SetSym(i, j, h[i*len(x)+j])
						}
					}
				},
			}
			res, err := optimize.Minimize(p, x, &optimize.Settings{GradientThreshold: 1e-8, MajorIterations: 5000}, &optimize.Newton{})
			if err != nil && res == nil || !(res.F <= m.F+1e-7*(1+math.Abs(m.F))) {
				t.Errorf("%s from %v: %v, %v, want %v", f.name, x, res, err, m.F)
			}
		}
	}
}

func BenchmarkGrad(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, f := range all {
		x := f.points(r)[0]
		g := make([]float64, len(x))
		b.Run(f.name+"/chad", func(b *testing.B) {
			for b.Loop() {
				f.grad(x, g)
			}
		})
		b.Run(f.name+"/gonum", func(b *testing.B) {
			for b.Loop() {
				f.theirs(g, x)
			}
		})
	}
}
