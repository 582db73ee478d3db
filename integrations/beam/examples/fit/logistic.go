package main

import (
	"github.com/seed-4b734f86/gochad/integrations/beam/examples/fit/model"
	"github.com/seed-4b734f86/gochad/integrations/beam/fit"
)

// Logistic is logistic regression of the first column on the others.
type Logistic struct{ Lambda float64 }

func (m Logistic) New(theta []float64) *model.LogisticSum {
	return model.NewLogisticSum(theta, m.Lambda)
}
func (m Logistic) Add(s *model.LogisticSum, row []float64)        { s.Add(row[1:], row[0]) }
func (m Logistic) Grad(s *model.LogisticSum, g []float64) float64 { return s.Grad(g) }

func (m Logistic) NewProduct(theta, d []float64) *model.LogisticSlopeSum {
	return model.NewLogisticSlopeSum(theta, d, m.Lambda)
}
func (m Logistic) AddProduct(s *model.LogisticSlopeSum, row []float64) { s.Add(row[1:], row[0]) }
func (m Logistic) Product(s *model.LogisticSlopeSum, h []float64)      { s.Grad(h) }

func init() {
	fit.Register(Logistic{})
	fit.RegisterProduct(Logistic{})
}
