package nested

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.com/modules/nested/check"
	"example.com/modules/nested/pot"
)

// Derivatives of functions that call generated derivatives are those of differences. Sums in a gradient have no order,
// so that the gradient inside may differ in its last bits from the one that the function calls.
func TestNested(t *testing.T) {
	check.Rounding = 1e-14
	r := rand.New(rand.NewPCG(1, 2))
	vec := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = 0.7 * r.NormFloat64()
		}
		return x
	}
	for range 5 {
		w := &pot.Well{Depth: 1.2, Width: .9, Centers: [][2]float64{{.1, .2}, {-.5, .4}, {1, r.Float64()}}, Kind: 3}
		p, v := [2]float64(vec(2)), [2]float64(vec(2))
		check.Gradient(t, "Particle", Particle, ParticleGrad, w, p, v, .1)
		check.Gradient(t, "Maml", Maml, MamlGrad, vec(3), vec(3), .3, .05)
		check.Gradient(t, "Newton", Newton, NewtonGrad, vec(3), vec(3), .3)
		check.Gradient(t, "Push", Push, PushGrad, vec(4), vec(4))
		check.Gradient(t, "Pull", Pull, PullGrad, vec(4), vec(5))
		check.Gradient(t, "Jac", Jac, JacGrad, vec(4))
		check.Gradient(t, "Curv", Curv, CurvGrad, w, p, v)
		check.Gradient(t, "Params", Params, ParamsGrad, w, p)
		check.Gradient(t, "JV", JV, JVGrad, vec(3), vec(3), vec(3), vec(3), .4)
		check.Gradient(t, "VJ", VJ, VJGrad, vec(3), vec(3), .4, .7)
		check.Gradient(t, "Middle", Middle, MiddleGrad, vec(4))
		x := vec(4)
		for i := range x {
			x[i] *= 0.5
		}
		check.Gradient(t, "Outer", Outer, OuterGrad, x)
		check.Gradient(t, "Best", Best, BestGrad, vec(3))
		check.Gradient(t, "Min", Min, MinGrad, vec(3))
		check.Gradient(t, "UseRows", UseRows, UseRowsGrad, [][]float64{vec(2), vec(2), vec(2)}, vec(2))
		check.Gradient(t, "UseTwice", UseTwice, UseTwiceGrad, .3, .5)
		check.Gradient(t, "UseBoth", UseBoth, UseBothGrad, .3, .5)
		check.Gradient(t, "UseCk", UseCk, UseCkGrad, vec(2), .9)
		check.Gradient(t, "UseSquare", UseSquare, UseSquareGrad, vec(2))
		check.Gradient(t, "UseSlope", UseSlope, UseSlopeGrad, vec(2), .4)
		check.Gradient(t, "UseWeighted", UseWeighted, UseWeightedGrad, vec(1), vec(1))
		check.Gradient(t, "InWorkspace", InWorkspace, InWorkspaceGrad, vec(2))
		s := &State{NewCubicWorkspace(), make([]float64, 2)}
		check.Gradient(t, "InField", s.InField, s.InFieldGrad, vec(2))
		check.Gradient(t, "UsePoly", UsePoly, UsePolyGrad, vec(3), .6)
		check.Gradient(t, "Tangent", Tangent, TangentGrad, vec(2), vec(2), vec(2))
		check.Gradient(t, "Tangent", Tangent, TangentGrad, vec(2), vec(1), vec(2))
		check.Gradient(t, "InLiteral", InLiteral, InLiteralGrad, vec(2))
	}
	check.Gradient(t, "Checkpointed", Checkpointed, CheckpointedGrad, []float64{.3, .5, -.2}, .9)
	check.Gradient(t, "Rec", func(x []float64, k float64) float64 { return Rec(x, k, 3) },
		func(x []float64, k float64, g []float64, d *float64) float64 { return RecGrad(x, k, 3, g, d) }, []float64{.3, .5, -.2}, .9)
	n := &Net{W: [][]float64{{.1, .2}, {.3, -.4}, {.5, .6}}, B: []float64{.1, .2, .3}, K: 3}
	x := []float64{.7, -.2}
	check.Gradient(t, "Penalty", func(n *Net) float64 { return Penalty(n, x) },
		func(n, g *Net) float64 { return PenaltyGrad(n, x, g) }, n)
	check.Gradient(t, "TrainStep", func(n *Net, lr float64) float64 { return TrainStep(n, x, lr) },
		func(n *Net, lr float64, g *Net, d *float64) float64 { return TrainStepGrad(n, x, lr, g, d) }, n, .1)
	check.Gradient(t, "Chain", Chain, ChainGrad, .7, .9)
	check.Gradient(t, "Chain", Chain, ChainGrad, .3, .5)
}

// Where the function returns an error, so does its gradient, and what it writes is zero.
func TestNestedError(t *testing.T) {
	w, x := []float64{1, 2}, []float64{1}
	gw, gx := []float64{7, 7}, []float64{7}
	var y, lr float64
	if v := MamlGrad(w, x, 1, 1, gw, gx, &y, &lr); v != 0 || gw[0] != 0 || gx[0] != 0 || y != 0 || lr != 0 {
		t.Error(v, gw, gx, y, lr)
	}
}

func TestOrbit(t *testing.T) {
	at, hess := [3]float64{0.1, 0.2, 0.7}, make([]float64, 9)
	gradient := func(x [3]float64) (g [3]float64) {
		var v [2]float64
		OrbitGrad([2]float64(x[:2]), x[2], &v, &g[2])
		g[0], g[1] = v[0], v[1]
		return g
	}
	OrbitHessian([2]float64(at[:2]), at[2], hess)
	for i := range at {
		a, b := at, at
		a[i] += 1e-5
		b[i] -= 1e-5
		for j := range at {
			if d := (gradient(a)[j] - gradient(b)[j]) / 2e-5; math.Abs(d-hess[3*i+j]) > 1e-7*(1+math.Abs(d)) {
				t.Errorf("element %d, %d is %v, differences say %v", i, j, hess[3*i+j], d)
			}
		}
	}
	check.Gradient(t, "Orbit", Orbit, OrbitGrad, [2]float64(at[:2]), at[2])
}
