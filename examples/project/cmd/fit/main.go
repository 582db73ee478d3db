// Command fit fits both models to data that it makes up, by the minimisers of gonum/optimize.
package main

import (
	"fmt"
	"log"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"

	"example.com/project/decay"
	"example.com/project/survival"
)

func main() {
	log.SetFlags(0)
	x, err := FitDecay()
	if err != nil {
		log.Fatal(err)
	}
	c := decay.FromSlice(x)
	fmt.Printf("decay: background %.3f", c.Background)
	for k := range c.Terms {
		fmt.Printf(" + %.3f·exp(−%.3f t)", c.Amp[k], c.Rate[k])
	}
	fmt.Println()
	theta, se, err := FitSurvival()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("survival: log shape %.3f ± %.3f, log scale %.3f ± %.3f\n", theta[0], se[0], theta[1], se[1])
}

// FitDecay fits the sum of two exponentials to measurements of 0.5 + 3·exp(−0.2 t) + exp(−1.5 t).
func FitDecay() ([]float64, error) {
	rng := rand.New(rand.NewPCG(3, 4))
	var t, y []float64
	for i := range 400 {
		x := 0.05 * float64(i)
		t = append(t, x)
		y = append(y, 0.5+3*math.Exp(-0.2*x)+math.Exp(-1.5*x)+0.01*rng.NormFloat64())
	}
	p := decay.NewLossProblem(t, y) // remembers the last point: Func and Grad there cost one evaluation
	r, err := optimize.Minimize(optimize.Problem{Func: p.Func, Grad: p.Grad}, []float64{0, 2, -1, 2, 1}, &optimize.Settings{GradientThreshold: 1e-6}, &optimize.BFGS{})
	if err != nil {
		return nil, err
	}
	return r.X, nil
}

// FitSurvival fits a Weibull distribution by Newton's method. The standard errors are those of the observed
// information.
func FitSurvival() (theta, se []float64, err error) {
	rng := rand.New(rand.NewPCG(5, 6))
	var times []float64
	var failed []bool
	for range 500 {
		t := 3 * math.Pow(rng.ExpFloat64(), 1/1.8) // shape 1.8, scale 3
		failed = append(failed, t < 4)
		times = append(times, math.Min(t, 4))
	}
	w := survival.NewNegLogLikWorkspace()
	hess := make([]float64, 4)
	problem := optimize.Problem{
		Func: func(x []float64) float64 {
			v, err := survival.NegLogLik(x, times, failed)
			if err != nil {
				return math.NaN()
			}
			return v
		},
		Grad: func(grad, x []float64) { _, _ = w.NegLogLikGrad(x, times, failed, grad) },
		Hess: func(h *mat.SymDense, x []float64) {
			_, _ = w.NegLogLikHessian(x, times, failed, hess)
			h.CopySym(mat.NewSymDense(2, hess))
		},
	}
	if _, err := survival.NegLogLik([]float64{0, 0}, times, failed); err != nil {
		return nil, nil, err
	}
	r, err := optimize.Minimize(problem, []float64{0, 0}, &optimize.Settings{GradientThreshold: 1e-6}, &optimize.Newton{})
	if err != nil {
		return nil, nil, err
	}
	if _, err := w.NegLogLikHessian(r.X, times, failed, hess); err != nil {
		return nil, nil, err
	}
	var inverse mat.Dense
	if err := inverse.Inverse(mat.NewSymDense(2, hess)); err != nil {
		return nil, nil, err
	}
	return r.X, []float64{math.Sqrt(inverse.At(0, 0)), math.Sqrt(inverse.At(1, 1))}, nil
}
