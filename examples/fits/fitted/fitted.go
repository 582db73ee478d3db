// Package fitted wires the Go that chad generated from the models to the fits.
package fitted

import (
	"github.com/seed-4b734f86/gochad/examples/fits"
	"github.com/seed-4b734f86/gochad/examples/fits/models/line"
	"github.com/seed-4b734f86/gochad/examples/fits/models/logistic"
	"github.com/seed-4b734f86/gochad/examples/fits/models/plane"
)

// Models are the three models with their generated gradients.
func Models() fits.Models {
	return fits.Models{Line: lineModel, Plane: planeModel, Logistic: logisticModel}
}

func lineModel(x, y []float64) fits.Model {
	return fits.Model{
		Name: "line", Dim: 2,
		Value: func(theta []float64) float64 { return line.Loss(theta, x, y) },
		Grad:  func(grad, theta []float64) { line.LossGrad(theta, x, y, grad) },
		Original: func(theta []float64) []float64 {
			return []float64{line.Intercept(theta, x, y), line.Slope(theta, x, y)}
		},
	}
}

func planeModel(x [][]float64, y []float64) fits.Model {
	return fits.Model{
		Name: "plane", Dim: len(x[0]),
		Value: func(theta []float64) float64 { return plane.Loss(theta, x, y) },
		Grad:  func(grad, theta []float64) { plane.LossGrad(theta, x, y, grad) },
		Original: func(theta []float64) []float64 {
			return append([]float64{plane.Intercept(theta, x, y)}, plane.Slopes(theta, x, y)...)
		},
	}
}

func logisticModel(x, y []float64) fits.Model {
	return fits.Model{
		Name: "logistic", Dim: 2,
		Value: func(theta []float64) float64 { return logistic.Loss(theta, x, y) },
		Grad:  func(grad, theta []float64) { logistic.LossGrad(theta, x, y, grad) },
		Original: func(theta []float64) []float64 {
			return []float64{logistic.Intercept(theta, x), logistic.Slope(theta, x)}
		},
	}
}
