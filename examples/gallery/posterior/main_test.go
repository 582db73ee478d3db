package main

import (
	"math"
	"sync"
	"testing"

	"github.com/seed-4b734f86/gochad/examples/gallery/figure/figuretest"
)

// chain is drawn once for all tests.
var chain = sync.OnceValue(func() Chain { return Sample(1, 40_000) })

// TestChain compares means and standard deviations of the draws with those that a sum over tau gives.
func TestChain(t *testing.T) {
	c, m := chain(), Exact(0.05, 20_000)
	near := func(what string, got, want, by float64) {
		t.Helper()
		if math.Abs(got-want) > by {
			t.Errorf("%s is %.3f, want %.3f", what, got, want)
		}
	}
	near("the mean of mu", mean(c.Mu()), m.Mu, 0.15)
	near("the standard deviation of mu", deviation(c.Mu()), m.MuDev, 0.15)
	exact := 0.0
	for k, tau := range m.Tau {
		exact += tau * m.Density[k] * 0.05
	}
	near("the mean of tau", mean(c.Tau()), exact, 0.15)
	for j := range Effects {
		near("the mean of a school", mean(c.School(j)), m.School[j], 0.2)
		near("the standard deviation of a school", deviation(c.School(j)), m.Spread[j], 0.2)
	}
}

// TestPublished compares the medians of the draws with those of table 5.3 of Gelman and others, Bayesian Data
// Analysis, which are whole numbers from 200 draws.
func TestPublished(t *testing.T) {
	for j, want := range []float64{10, 8, 7, 8, 5, 6, 10, 8} {
		if got := quantile(chain().School(j), 0.5); math.Abs(got-want) > 1.2 {
			t.Errorf("the median of school %c is %.2f, want about %v", 'A'+j, got, want)
		}
	}
}

// TestDensity wants the density to be normal in what it is normal in: a parabola in mu and in each eta.
func TestDensity(t *testing.T) {
	q := []float64{5, 1.2, 0.3, -0.5, 1, 0, 0.2, -1, 0.7, 2}
	tau := math.Exp(q[1])
	for i := range q {
		if i == 1 {
			continue
		}
		at := func(by float64) float64 {
			moved := append([]float64(nil), q...)
			moved[i] += by
			return LogPosterior(moved, Effects, Errors)
		}
		want := 0.0 // the second derivative
		for j, se := range Errors {
			switch i {
			case 0:
				want -= 1 / (se * se)
			case 2 + j:
				want -= 1 + tau*tau/(se*se)
			}
		}
		if got := at(1) - 2*at(0) + at(-1); math.Abs(got-want) > 1e-11 {
			t.Errorf("the second difference by parameter %d is %v, want %v", i, got, want)
		}
	}
}

// TestGradient compares the gradient with differences.
func TestGradient(t *testing.T) {
	q := []float64{5, 1.2, 0.3, -0.5, 1, 0, 0.2, -1, 0.7, 2}
	grad := make([]float64, len(q))
	LogPosteriorGrad(q, Effects, Errors, grad)
	const h = 1e-5
	for i := range q {
		at := q[i]
		q[i] = at + h
		above := LogPosterior(q, Effects, Errors)
		q[i] = at - h
		below := LogPosterior(q, Effects, Errors)
		q[i] = at
		if want := (above - below) / (2 * h); math.Abs(grad[i]-want) > 1e-8*(1+math.Abs(want)) {
			t.Errorf("element %d of the gradient is %v, want %v", i, grad[i], want)
		}
	}
}

func TestExample(t *testing.T) { figuretest.Example(t, run) }
