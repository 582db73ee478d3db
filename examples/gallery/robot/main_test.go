package main

import (
	"math"
	"math/cmplx"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/seed-4b734f86/gochad/examples/gallery/figure/figuretest"
)

// TestInverse compares the angles of an arm with two links with those of the law of cosines, and wants the tip of the
// arm with four, by a sum of complex numbers, to be at the target.
func TestInverse(t *testing.T) {
	two := &Arm{Links: []float64{1.1, 0.8}}
	for _, at := range []complex128{1 + 0.5i, -0.3 + 1.2i, 0.2 - 1.1i} {
		r := cmplx.Abs(at)
		elbow := math.Acos((r*r - 1.1*1.1 - 0.8*0.8) / (2 * 1.1 * 0.8))
		shoulder := cmplx.Phase(at) - math.Atan2(0.8*math.Sin(elbow), 1.1+0.8*math.Cos(elbow))
		q, err := Inverse(two, Pose{shoulder - 0.3, elbow + 0.2}, real(at), imag(at))
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(q[0]-shoulder) > 1e-5 || math.Abs(q[1]-elbow) > 1e-5 {
			t.Errorf("angles for %v: %v, want %v and %v", at, q, shoulder, elbow)
		}
	}

	m := plan(t)
	tip, angle := complex(0, 0), 0.0
	for i, length := range arm.Links {
		angle += m.Planned[steps][i]
		tip += cmplx.Rect(length, angle)
	}
	if cmplx.Abs(tip-complex(target.X, target.Y)) > 1e-5 {
		t.Errorf("the tip is at %v", tip)
	}
}

func plan(t *testing.T) Motion {
	t.Helper()
	m, err := Plan()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestClear wants the arm to be outside of all obstacles all the time, also between steps, and at all points of its
// links.
func TestClear(t *testing.T) {
	m := plan(t)
	if d := closest(m.Straight); d > -0.3 {
		t.Errorf("the straight way is %v from obstacles: there is nothing to avoid", d)
	}
	for s := range steps {
		for _, q := range Straight(m.Planned[s], m.Planned[s+1]) {
			if d := q.clearance(); d < 0.05 {
				t.Fatalf("between step %d and the next one the arm is %v m from an obstacle", s, d)
			}
		}
	}
}

// TestFree compares the motion without obstacles with the solution of the linear equations for it, and with the cubic
// polynomial which that comes near to.
func TestFree(t *testing.T) {
	saved := obstacles
	obstacles = nil
	defer func() { obstacles = saved }()
	goal := Pose{begin[0] - 1, begin[1] + 0.5, begin[2], begin[3] + 2}
	got, err := Avoid(Straight(begin, goal))
	if err != nil {
		t.Fatal(err)
	}
	// Second differences of 0, 0, s₁, …, 1, 1 shall be least in square.
	n := steps - 1
	d, rhs := mat.NewDense(steps+1, n, nil), mat.NewVecDense(steps+1, nil)
	for row := range steps + 1 {
		for k, v := range []float64{1, -2, 1} {
			switch at := row + k - 2; { // row 0 looks at poses -1, 0 and 1, of which 1 is the first unknown
			case at >= n:
				rhs.SetVec(row, rhs.AtVec(row)-v)
			case at >= 0:
				d.Set(row, at, v)
			}
		}
	}
	var s mat.VecDense
	if err := s.SolveVec(d, rhs); err != nil {
		t.Fatal(err)
	}
	for k := range n {
		x := float64(k+1) / steps
		if cubic := x * x * (3 - 2*x); math.Abs(cubic-s.AtVec(k)) > 0.03 {
			t.Fatalf("the test is wrong: %v at %v", s.AtVec(k), x)
		}
		for i := range begin {
			if want := begin[i] + s.AtVec(k)*(goal[i]-begin[i]); math.Abs(got[k+1][i]-want) > 1e-3 {
				t.Errorf("angle %d at step %d is %v, want %v", i, k+1, got[k+1][i], want)
			}
		}
	}
}

// TestGradients compares both gradients with differences.
func TestGradients(t *testing.T) {
	m := plan(t)
	inner := make([][]float64, 6)
	for i := range inner {
		inner[i] = m.Straight[3+6*i]
	}
	p := NewArmCostProblem(arm, inner, begin, m.Straight[steps], obstacles, 0.5, margin, 2000)
	compare(t, p.Func, p.Grad, p.Start())
	r := NewArmReachProblem(arm, begin, target.X, target.Y, 0.1)
	compare(t, r.Func, r.Grad, []float64{0.4, -0.2, 1.3, 0.7})
}

func compare(t *testing.T, f func([]float64) float64, grad func(grad, x []float64), x []float64) {
	t.Helper()
	g := make([]float64, len(x))
	grad(g, x)
	const h = 1e-5
	for i := range x {
		at := x[i]
		x[i] = at + h
		above := f(x)
		x[i] = at - h
		below := f(x)
		x[i] = at
		if want := (above - below) / (2 * h); math.Abs(g[i]-want) > 1e-6*(1+math.Abs(want)) {
			t.Errorf("element %d of the gradient is %v, want %v", i, g[i], want)
		}
	}
}

func TestExample(t *testing.T) { figuretest.Example(t, run) }
