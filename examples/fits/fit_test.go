package fits

import (
	"math"
	"math/rand"
	"strings"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
)

// The hand-written stand-ins against finite differences, so that they can stand in.
func TestHandGradients(t *testing.T) {
	d, _ := longley(t)
	flights, err := Challenger()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []Model{
		handLine(d.Column(0), d.Y), handPlane(d.X, d.Y), handLogistic(flights.Column(0), flights.Y),
	} {
		theta := make([]float64, m.Dim)
		for j := range theta {
			theta[j] = 0.3 - 0.2*float64(j)
		}
		got, want := make([]float64, m.Dim), make([]float64, m.Dim)
		m.Grad(got, theta)
		fd.Gradient(want, m.Value, theta, &fd.Settings{Formula: fd.Central})
		for j := range got {
			near(t, m.Name, got[j], want[j], 1e-8)
		}
	}
}

// Both methods reach NIST's values; BFGS does so in whatever order the rows are added up, and
// when values and gradients are noisy in their last bits.
func TestFitLongleyIsRobust(t *testing.T) {
	d, c := longley(t)
	const wanted = 9
	check := func(what string, m Model) {
		t.Helper()
		f, err := Fit(m)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		for j, want := range c.Coefficients {
			if got := Digits(f.Coefficients[j], want); got < wanted {
				t.Fatalf("%s: %s: B%d has %.1f digits, want %d", what, f.Method, j, got, wanted)
			}
		}
	}
	check("Hessian", withHessian(handPlane(d.X, d.Y), d.X))
	for seed := range int64(100) {
		r := rand.New(rand.NewSource(seed))
		x, y := append([][]float64(nil), d.X...), append([]float64(nil), d.Y...)
		r.Shuffle(len(x), func(i, j int) {
			x[i], x[j] = x[j], x[i]
			y[i], y[j] = y[j], y[i]
		})
		m := handPlane(x, y)
		value, grad := m.Value, m.Grad
		m.Value = func(theta []float64) float64 { return value(theta) * (1 + 1e-15*r.NormFloat64()) }
		m.Grad = func(g, theta []float64) {
			grad(g, theta)
			for j := range g {
				g[j] += 1e-16 * r.NormFloat64()
			}
		}
		check("shuffled", m)
	}
}

func TestFitReportsFailure(t *testing.T) {
	flights, err := Challenger()
	if err != nil {
		t.Fatal(err)
	}
	good := handLogistic(flights.Column(0), flights.Y)

	wrong := good
	wrong.Grad = func(g, theta []float64) { good.Grad(g, theta); g[0] += 1e-3 * math.Sin(1e6*theta[1]) }
	if _, err := Fit(wrong); err == nil || !strings.Contains(err.Error(), "fitting logistic") {
		t.Errorf("a gradient that is not one: got %v, want an error", err)
	}

	nan := good
	nan.Grad = func(g, _ []float64) { g[0], g[1] = math.NaN(), math.NaN() }
	if _, err := Fit(nan); err == nil {
		t.Error("NaN gradient: no error")
	}

	unbounded := good
	unbounded.Value = func(theta []float64) float64 { return theta[0] }
	unbounded.Grad = func(g, _ []float64) { g[0], g[1] = 1, 0 }
	if _, err := Fit(unbounded); err == nil {
		t.Error("a loss without a minimum: no error")
	}
}
