package fits

import "gonum.org/v1/gonum/mat"

// Model is a loss over parameters θ in standardised coordinates, closed over a data set.
type Model struct {
	Name string // the name of its [Source]
	Dim  int    // the length of θ

	// Value returns the loss at theta.
	Value func(theta []float64) float64
	// Grad overwrites grad with the gradient of Value at theta.
	Grad func(grad, theta []float64)
	// Hess overwrites hess with the Hessian of Value at theta. When it is nil, [Fit] uses a
	// quasi-Newton method.
	Hess func(hess *mat.SymDense, theta []float64)
	// Original returns the coefficients in the units of the data, intercept first.
	Original func(theta []float64) []float64
}

// Models constructs the three models over given data. Slices must not be modified afterwards.
type Models struct {
	Line     func(x, y []float64) Model             // n predictors, n responses
	Plane    func(x [][]float64, y []float64) Model // n rows of k predictors, n responses
	Logistic func(x, y []float64) Model             // n predictors, n events, each 0 or 1
}
