package exits

import (
	"math"
	"math/rand"
	"testing"
)

// A problem is a function and its gradient at one point.
type problem struct {
	name         string
	primal, grad func() float64
}

func matrix(r *rand.Rand, rows, cols int) *Matrix {
	return &Matrix{rows, cols, uniform(r, rows*cols, 0.1, 1)}
}

func uniform(r *rand.Rand, n int, lo, hi float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = lo + (hi-lo)*r.Float64()
	}
	return x
}

func problems() []problem {
	r := rand.New(rand.NewSource(1))
	m, x := matrix(r, 60, 60), uniform(r, 60, -1, 1)
	xbar := make([]float64, 60)
	pos, w := uniform(r, 1000, 0.5, 2), uniform(r, 1000, -1, 1)
	posbar, wbar := make([]float64, 1000), make([]float64, 1000)
	var abar float64
	img, k := matrix(r, 32, 32), matrix(r, 5, 5)
	imgbar, kbar := make([]float64, 32*32), make([]float64, 25)
	s, y := make([][]float64, 8), make([][]float64, 8)
	sbar, ybar := make([][]float64, 8), make([][]float64, 8)
	for i := range s {
		s[i], y[i] = uniform(r, 100, 0, 1), uniform(r, 100, 0, 1)
		sbar[i], ybar[i] = make([]float64, 100), make([]float64, 100)
	}
	g, gbar := uniform(r, 100, -1, 1), make([]float64, 100)
	theta, thetabar := []float64{0.1, 0.05, 3, 0.8, -0.6, 0.2, 4, 1}, make([]float64, 8)
	ops := make([]int, 2000)
	for i := range ops {
		ops[i] = r.Intn(3)
	}
	few, fewbar := uniform(r, 1000, -1, 1), make([]float64, 1000)
	sym, symbar := make([][]float64, 10), make([][]float64, 10)
	for i := range sym {
		sym[i], symbar[i] = make([]float64, 10), make([]float64, 10)
		for j := 0; j <= i; j++ {
			v := r.Float64()
			sym[i][j], sym[j][i] = v, v
		}
	}
	q, ls, rec, conv, lb := NewQuadraticWorkspace(), NewLogSumWorkspace(), NewRecurrenceWorkspace(), NewConv2DWorkspace(), NewLBFGSWorkspace()
	rm, gl, je := NewRayMarchWorkspace(), NewGotolessWorkspace(), NewJacobiEigenWorkspace()
	return []problem{
		{"Quadratic", func() float64 { return Quadratic(m, x) }, func() float64 { return q.QuadraticGrad(m, x, xbar) }},
		{"LogSum", func() float64 { return LogSum(pos, w) }, func() float64 { return ls.LogSumGrad(pos, w, posbar, wbar) }},
		{"Recurrence", func() float64 { return Recurrence(pos, 0.7) }, func() float64 { return rec.RecurrenceGrad(pos, 0.7, posbar, &abar) }},
		{"Conv2D", func() float64 { return Conv2D(img, k) }, func() float64 { return conv.Conv2DGrad(img, k, imgbar, kbar) }},
		{"LBFGS", func() float64 { return LBFGS(s, y, g) }, func() float64 { return lb.LBFGSGrad(s, y, g, sbar, ybar, gbar) }},
		{"RayMarch", func() float64 { return RayMarch(theta, 16) }, func() float64 { return rm.RayMarchGrad(theta, 16, thetabar) }},
		{"Gotoless", func() float64 { return Gotoless(ops, few) }, func() float64 { return gl.GotolessGrad(ops, few, fewbar) }},
		{"JacobiEigen", func() float64 { return JacobiEigen(sym) }, func() float64 { return je.JacobiEigenGrad(sym, symbar) }},
	}
}

func TestValues(t *testing.T) {
	for _, p := range problems() {
		if want, got := p.primal(), p.grad(); math.Float64bits(want) != math.Float64bits(got) {
			t.Errorf("%s: %v, want %v", p.name, got, want)
		}
	}
}

// panicOf is what a function panics with, or nil.
func panicOf(f func()) (v any) {
	defer func() { v = recover() }()
	f()
	return nil
}

// A gradient panics where the function does, with what the function says, and works after it.
func TestPanics(t *testing.T) {
	x := []float64{1, 2, 3}
	xbar := make([]float64, 3)
	q, ls, gl := NewQuadraticWorkspace(), NewLogSumWorkspace(), NewGotolessWorkspace()
	square := &Matrix{3, 3, make([]float64, 9)}
	for _, c := range []struct {
		name         string
		primal, grad func()
		want         any
	}{
		{"before the loop", func() { Quadratic(&Matrix{2, 3, nil}, x) }, func() { q.QuadraticGrad(&Matrix{2, 3, nil}, x, xbar) }, "exits: shapes differ"},
		{"none", func() { Quadratic(square, x) }, func() { q.QuadraticGrad(square, x, xbar) }, nil},
		{"in a loop", func() { LogSum([]float64{1, -1, 2}, x) }, func() { ls.LogSumGrad([]float64{1, -1, 2}, x, nil, nil) }, "exits: not positive"},
		{"none after it", func() { LogSum([]float64{1, 1, 2}, x) }, func() { ls.LogSumGrad([]float64{1, 1, 2}, x, nil, nil) }, nil},
		{"in a branch", func() { Gotoless([]int{0, 7}, x) }, func() { gl.GotolessGrad([]int{0, 7}, x, xbar) }, "exits: no such operation"},
		{"behind what left the loop", func() { Gotoless([]int{0, 3, 7}, x) }, func() { gl.GotolessGrad([]int{0, 3, 7}, x, xbar) }, nil},
		{"before a loop without end", func() { Steps(-1, 2) }, func() { StepsGrad(-1, 2, nil, nil) }, "exits: no step"},
		{"before a loop without end, forward", func() { Steps(-1, 2) }, func() { StepsJVP(-1, 2, 1, 1) }, "exits: no step"},
		{"before a loop that ends", func() { Steps(0.5, 2) }, func() { StepsGrad(0.5, 2, nil, nil) }, nil},
	} {
		if want, got := panicOf(c.primal), panicOf(c.grad); want != c.want || got != want {
			t.Errorf("%s: panics with %v, the function with %v, want %v", c.name, got, want, c.want)
		}
	}
}

// What guards against panics costs no memory.
func TestAllocations(t *testing.T) {
	for _, p := range problems() {
		if p.name == "Quadratic" || p.name == "LBFGS" {
			if n := testing.AllocsPerRun(20, func() { p.grad() }); n != 0 {
				t.Errorf("%s: %v allocations", p.name, n)
			}
		}
	}
}

func BenchmarkExits(b *testing.B) {
	for _, p := range problems() {
		b.Run(p.name+"/primal", func(b *testing.B) {
			for range b.N {
				p.primal()
			}
		})
		b.Run(p.name+"/grad", func(b *testing.B) {
			for range b.N {
				p.grad()
			}
		})
	}
}
