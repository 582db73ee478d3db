package model

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The gradient of the slope along d is the product of the Hessian with d, which chad also gives by //chad:hvp.
func TestSlope(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const n, d = 50, 4
	x, y := make([][]float64, n), make([]float64, n)
	for i := range x {
		x[i] = make([]float64, d)
		for j := range x[i] {
			x[i][j] = 3 * r.NormFloat64()
		}
		y[i] = float64(r.IntN(2))
	}
	theta, dir := make([]float64, d), make([]float64, d)
	for j := range theta {
		theta[j], dir[j] = r.NormFloat64(), r.NormFloat64()
	}
	const lambda = 0.7
	s := NewLogisticSlopeSum(theta, dir, lambda)
	s.AddAll(x, y)
	got, want, g := make([]float64, d), make([]float64, d), make([]float64, d)
	slope := s.Grad(got)
	LogisticHVP(theta, x, y, lambda, dir, want)
	LogisticGrad(theta, x, y, lambda, g)
	along := 0.0
	for j, v := range g {
		along += v * dir[j]
		if math.Abs(got[j]-want[j]) > 1e-12*math.Abs(want[j]) {
			t.Errorf("product %v, by //chad:hvp %v", got, want)
		}
	}
	if math.Abs(slope-along) > 1e-12*math.Abs(along) {
		t.Errorf("slope %v, by the gradient %v", slope, along)
	}
}
