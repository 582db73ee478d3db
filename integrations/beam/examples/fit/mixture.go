package main

import (
	"github.com/seed-4b734f86/gochad/integrations/beam/examples/fit/model"
	"github.com/seed-4b734f86/gochad/integrations/beam/fit"
)

// Mixture is a mixture of Gaussians.
type Mixture struct{ Components int }

func (m Mixture) New(theta []float64) *model.MixtureSum {
	return model.NewMixtureSum(theta, m.Components)
}
func (m Mixture) Add(s *model.MixtureSum, row []float64)        { s.Add(row) }
func (m Mixture) Grad(s *model.MixtureSum, g []float64) float64 { return s.Grad(g) }

func init() { fit.Register(Mixture{}) }
