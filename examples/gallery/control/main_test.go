package main

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/seed-4b734f86/gochad/examples/gallery/figure/figuretest"
)

// TestRate compares accelerations with those of Lagrange's equations, whose mass matrix is that of the kinetic
// energy.
func TestRate(t *testing.T) {
	c := Cart{Mass: 1.3, PoleMass: 0.4, Length: 0.7, Gravity: 9.81}
	for _, s := range []State{{0, 0.3, 1, -2}, {1, 2.9, -1, 5}, {0, -1.2, 0, 0}} {
		const u = 3.5
		sin, cos := math.Sincos(s[1])
		ml := c.PoleMass * c.Length
		var a mat.VecDense
		if err := a.SolveVec(mat.NewDense(2, 2, []float64{c.Mass + c.PoleMass, ml * cos, ml * cos, ml * c.Length}),
			mat.NewVecDense(2, []float64{u + ml*sin*s[3]*s[3], -ml * c.Gravity * sin})); err != nil {
			t.Fatal(err)
		}
		if got, want := c.rate(s, u), (State{s[2], s[3], a.AtVec(0), a.AtVec(1)}); !near(got[:], want[:], 1e-12) {
			t.Errorf("the rate at %v is %v, want %v", s, got, want)
		}
	}
}

func near(got, want []float64, by float64) bool {
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= by*(1+math.Abs(want[i]))) {
			return false
		}
	}
	return true
}

// TestEnergy wants the energy to stay where nothing pushes.
func TestEnergy(t *testing.T) {
	energy := func(s State) float64 {
		vx, vy := s[2]+cart.Length*s[3]*math.Cos(s[1]), cart.Length*s[3]*math.Sin(s[1])
		height := -cart.Length * math.Cos(s[1])
		return cart.Mass/2*s[2]*s[2] + cart.PoleMass*((vx*vx+vy*vy)/2+cart.Gravity*height)
	}
	s := State{0, 2, 0.5, -1}
	want := energy(s)
	for range 400 {
		s = cart.Step(s, 0, dt)
	}
	if got := energy(s); math.Abs(got-want) > 1e-6 {
		t.Errorf("the energy went from %v to %v", want, got)
	}
}

// TestCartAlone compares the least effort for a cart whose pole does nothing with the closed form: 12·m²·d²/T³, where
// the force may change at any time.
func TestCartAlone(t *testing.T) {
	alone := Cart{Mass: 1.5, Length: 1e9}
	m, err := alone.SwingUp(State{0.8, 0, 0, 0})
	if err != nil {
		t.Fatal(err)
	}
	want := 12 * 1.5 * 1.5 * 0.8 * 0.8 / (duration * duration * duration) / (1 - 1.0/(pushes*pushes))
	if got := Effort(m.Forces); math.Abs(got-want) > 1e-4*want {
		t.Errorf("the effort is %v, want %v", got, want)
	}
}

// TestSwingUp wants the pole to stand, also where the simulation takes steps a quarter as long.
func TestSwingUp(t *testing.T) {
	m := swingUp(t)
	s := State{}
	for _, u := range m.Forces {
		for range 4 * steps {
			s = cart.Step(s, u, dt/4)
		}
	}
	if !near(s[:], upright[:], 1e-5) {
		t.Errorf("the motion ends in %v, want %v", s, upright)
	}
	if e := Effort(m.Forces); e < 55 || e > 60 {
		t.Errorf("the effort is %v", e)
	}
}

func swingUp(t *testing.T) Motion {
	t.Helper()
	m, err := cart.SwingUp(upright)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestPontryagin: along a motion of least effort u²/2 + λ·f is the same all the time, where f is the rate of the
// state and λ the derivative of what is still to be paid by the state. It is so up to a small error, since a force
// stays the same for a while.
func TestPontryagin(t *testing.T) {
	m := swingUp(t)
	if d := spread(m); d > 1.5 {
		t.Errorf("it changes by %v", d)
	}
	for i := range m.Forces {
		m.Forces[i] *= 1 + 0.05*math.Sin(float64(i))
	}
	if d := spread(m); d < 15 {
		t.Errorf("for other forces it changes by %v only", d)
	}
}

func spread(m Motion) float64 {
	path := cart.Path(m.Forces)
	least, most := math.Inf(1), math.Inf(-1)
	for i, u := range m.Forces {
		var lambda State
		cart.Costate(m.Forces[i:], path[i*steps], m.Goal, steps, dt, &lambda)
		h := u * u / 2
		for j, v := range cart.rate(path[i*steps], u) {
			h += lambda[j] * v
		}
		least, most = min(least, h), max(most, h)
	}
	return most - least
}

// TestGradient compares both gradients with differences.
func TestGradient(t *testing.T) {
	goal := Goal{State: upright, Multipliers: State{1, -2, 0.5, 0.3}, Penalty: 20}
	forces := []float64{3, -2, 5, 1, -4, 2}
	start := State{0.1, 0.4, -0.2, 0.6}
	grad, at := make([]float64, len(forces)), State{}
	cart.CostGrad(forces, start, goal, 6, 0.02, grad)
	cart.Costate(forces, start, goal, 6, 0.02, &at)
	const h = 1e-5
	difference := func(x *float64) float64 {
		saved := *x
		*x = saved + h
		above := cart.Cost(forces, start, goal, 6, 0.02)
		*x = saved - h
		below := cart.Cost(forces, start, goal, 6, 0.02)
		*x = saved
		return (above - below) / (2 * h)
	}
	for i := range forces {
		if want := difference(&forces[i]); math.Abs(grad[i]-want) > 1e-7*(1+math.Abs(want)) {
			t.Errorf("the derivative by force %d is %v, want %v", i, grad[i], want)
		}
	}
	for i := range start {
		if want := difference(&start[i]); math.Abs(at[i]-want) > 1e-7*(1+math.Abs(want)) {
			t.Errorf("the derivative by element %d of the start is %v, want %v", i, at[i], want)
		}
	}
}

func TestExample(t *testing.T) { figuretest.Example(t, run) }
