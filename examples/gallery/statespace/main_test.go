package main

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/seed-4b734f86/gochad/examples/gallery/figure/figuretest"
)

// near wants a number to agree with another one up to a part of it.
func near(t *testing.T, what string, got, want, part float64) {
	t.Helper()
	if !(math.Abs(got-want) <= part*math.Abs(want)) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// TestPublished compares the estimates with those of Durbin and Koopman, Time Series Analysis by State Space Methods,
// section 2.10, and the likelihood with that of R's KFAS.
func TestPublished(t *testing.T) {
	fit, err := Estimate(Flows)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "the variance of an error", math.Exp(fit.Theta[0]), 15099, 1e-4)
	near(t, "the variance of a step", math.Exp(fit.Theta[1]), 1469.1, 1e-4)
	near(t, "the log-likelihood", -fit.Value, -632.5456, 1e-6)
}

// TestLikelihood wants the filter to agree with the density of the differences from year to year, which are normal
// with a covariance that has two diagonals.
func TestLikelihood(t *testing.T) {
	for _, theta := range [][]float64{{9, 7}, {10, 3}, {7, 10}} {
		noise, step, n := math.Exp(theta[0]), math.Exp(theta[1]), len(Flows)-1
		cov, diff := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
		for i := range n {
			diff.SetVec(i, Flows[i+1]-Flows[i])
			cov.SetSym(i, i, 2*noise+step)
			if i > 0 {
				cov.SetSym(i-1, i, -noise)
			}
		}
		var c mat.Cholesky
		if !c.Factorize(cov) {
			t.Fatal("the covariance is not positive definite")
		}
		var x mat.VecDense
		if err := c.SolveVecTo(&x, diff); err != nil {
			t.Fatal(err)
		}
		want := (mat.Dot(diff, &x) + c.LogDet() + float64(n)*math.Log(2*math.Pi)) / 2
		near(t, "the negative log-likelihood", NegLogLik(theta, Flows), want, 1e-12)
	}
}

// TestDerivatives compares the derivatives by the logarithms of the variances with differences.
func TestDerivatives(t *testing.T) {
	theta, h := []float64{9, 8}, 1e-4
	grad, hess := make([]float64, 2), make([]float64, 4)
	NegLogLikGrad(theta, Flows, grad)
	NegLogLikHessian(theta, Flows, hess)
	for i := range theta {
		moved := func(by float64) (float64, []float64) {
			at, g := []float64{theta[0], theta[1]}, make([]float64, 2)
			at[i] += by
			NegLogLikGrad(at, Flows, g)
			return NegLogLik(at, Flows), g
		}
		above, gradAbove := moved(h)
		below, gradBelow := moved(-h)
		near(t, "the derivative", grad[i], (above-below)/(2*h), 1e-6)
		for j := range theta {
			near(t, "the second derivative", hess[2*i+j], (gradAbove[j]-gradBelow[j])/(2*h), 1e-6)
		}
	}
}

// TestSmooth compares the level and its standard deviation with those that follow from the model without any filter:
// the precision matrix of all levels has three diagonals.
func TestSmooth(t *testing.T) {
	theta, n := []float64{math.Log(15099), math.Log(1469.1)}, len(Flows)
	noise, step := math.Exp(theta[0]), math.Exp(theta[1])
	precision, b := mat.NewDense(n, n, nil), mat.NewVecDense(n, nil)
	for t, y := range Flows {
		precision.Set(t, t, precision.At(t, t)+1/noise)
		b.SetVec(t, y/noise)
		if t > 0 {
			for _, e := range [][3]int{{t, t, 1}, {t - 1, t - 1, 1}, {t, t - 1, -1}, {t - 1, t, -1}} {
				precision.Set(e[0], e[1], precision.At(e[0], e[1])+float64(e[2])/step)
			}
		}
	}
	var cov mat.Dense
	if err := cov.Inverse(precision); err != nil {
		t.Fatal(err)
	}
	var mean mat.VecDense
	mean.MulVec(&cov, b)
	level := Smooth(theta, Flows)
	for i := range n {
		near(t, "the level", level.Mean[i], mean.AtVec(i), 1e-10)
		near(t, "its standard deviation", level.StdDev[i], math.Sqrt(cov.At(i, i)), 1e-10)
	}
}

func TestExample(t *testing.T) { figuretest.Example(t, run) }
