package main

import (
	"fmt"
	"testing"

	"github.com/seed-4b734f86/gochad/proptest"
)

// The derived gradient against finite differences, at random points.
func TestGradient(t *testing.T) {
	value := func(theta []float64) float64 { return LossGrad(theta, hours, passed, make([]float64, 2)) }
	grad := func(dst, theta []float64) { LossGrad(theta, hours, passed, dst) }
	proptest.CheckGradient(t, value, grad, proptest.Dim(2), proptest.Range(-2, 2))
}

// Each row of the Hessian is the gradient of a component of the gradient.
func TestHessian(t *testing.T) {
	for i := range 2 {
		component := func(theta []float64) float64 {
			grad := make([]float64, 2)
			LossGrad(theta, hours, passed, grad)
			return grad[i]
		}
		row := func(dst, theta []float64) { copy(dst, LossHessian(theta, hours, passed)[i]) }
		proptest.CheckGradient(t, component, row, proptest.Dim(2), proptest.Range(-2, 2))
	}
}

// The values that statistics packages give for these data.
func Example_fit() {
	theta, err := fit()
	fmt.Printf("%.4f %.4f %v\n", theta[0], theta[1], err)
	// Output: -4.0777 1.5046 <nil>
}
