// Command logistic fits the chance of passing an exam to the hours of study of twenty students.
//
// The loss is written in model.chad; its gradient and its Hessian, in model_chad.go, are derived
// from it by go generate.
package main

//go:generate go tool chad gen model.chad

import (
	"fmt"
	"os"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

var (
	hours  = []float64{0.5, 0.75, 1, 1.25, 1.5, 1.75, 1.75, 2, 2.25, 2.5, 2.75, 3, 3.25, 3.5, 4, 4.25, 4.5, 4.75, 5, 5.5}
	passed = []float64{0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1}
)

func main() {
	theta, err := fit()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("z = %.4f + %.4f hours\n", theta[0], theta[1])
	for h := 1.0; h <= 5; h++ {
		fmt.Printf("%.0f hours: passes with probability %.2f\n", h, Chance(theta, h))
	}
}

// fit minimises the loss by Newton's method, from zero.
func fit() ([]float64, error) {
	scratch := make([]float64, 2)
	problem := optimize.Problem{
		Func: func(theta []float64) float64 { return LossGrad(theta, hours, passed, scratch) },
		Grad: func(grad, theta []float64) { LossGrad(theta, hours, passed, grad) },
		Hess: func(h *mat.SymDense, theta []float64) {
			for i, row := range LossHessian(theta, hours, passed) {
				for j := i; j < len(row); j++ {
					h.SetSym(i, j, row[j])
				}
			}
		},
	}
	result, err := optimize.Minimize(problem, make([]float64, 2), nil, &optimize.Newton{})
	if err != nil {
		return nil, err
	}
	return result.X, nil
}
