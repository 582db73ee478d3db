package fits

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"
)

// A fit has converged when the largest component of the gradient is below converged; the
// optimiser aims for less. Losses are standardised, so the gradient has no unit. The error in θ is
// at most the gradient over the smallest eigenvalue of the Hessian, 8e-4 for Longley's data.
const (
	aim       = 1e-13
	converged = 1e-12
)

// Fitted is a minimiser found by [Fit].
type Fitted struct {
	Theta        []float64 // in standardised coordinates
	Coefficients []float64 // in the units of the data, intercept first
	Loss         float64
	GradNorm     float64 // the largest component of the gradient at Theta, in absolute value
	Method       string
	Iterations   int
	Values       int // evaluations of the loss
	Gradients    int
	Hessians     int
}

// Fit minimises the model's loss, which must be convex, from θ = 0: by Newton's method when the
// model has a Hessian and by BFGS otherwise. It returns an error when the gradient at the end is
// not zero to within 1e-12.
func Fit(m Model) (Fitted, error) {
	problem := optimize.Problem{Func: m.Value, Grad: m.Grad, Hess: m.Hess}
	var method optimize.Method = &optimize.BFGS{Linesearcher: &slopeSearch{}}
	name := "BFGS"
	if m.Hess != nil {
		method, name = &optimize.Newton{Linesearcher: &slopeSearch{}}, "Newton"
	}
	settings := &optimize.Settings{
		GradientThreshold: aim,
		MajorIterations:   200,
		Converger:         optimize.NeverTerminate{}, // the gradient decides, not the value
	}
	res, err := optimize.Minimize(problem, make([]float64, m.Dim), settings, method)
	if res == nil {
		return Fitted{}, fmt.Errorf("fitting %s: %w", m.Name, err)
	}
	f := Fitted{
		Theta:      res.X,
		Loss:       res.F,
		Method:     name,
		Iterations: res.MajorIterations,
		Values:     res.FuncEvaluations,
		Gradients:  res.GradEvaluations,
		Hessians:   res.HessEvaluations,
	}
	grad := make([]float64, m.Dim)
	m.Grad(grad, f.Theta)
	f.GradNorm = floats.Norm(grad, math.Inf(1))
	if math.IsNaN(f.GradNorm) || f.GradNorm > converged {
		stuck := fmt.Errorf("gradient %.2g after %d iterations (%v)", f.GradNorm, f.Iterations, res.Status)
		return f, fmt.Errorf("fitting %s: %w", m.Name, errors.Join(stuck, err))
	}
	// An optimiser that stopped because it could not move any more stopped at the minimum.
	f.Coefficients = m.Original(f.Theta)
	return f, nil
}
