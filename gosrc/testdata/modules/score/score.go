// Package score has the densities of package distuv: their gradients are the scores.
package score

import "gonum.org/v1/gonum/stat/distuv"

//chad:grad
func Beta(v, a, b float64) float64 { return distuv.Beta{Alpha: a, Beta: b}.LogProb(v) }

//chad:grad wrt=a
func Binomial(v, a, b float64) float64 { return distuv.Binomial{N: 5, P: a}.LogProb(v) }

//chad:grad
func Chi(v, a, b float64) float64 { return distuv.Chi{K: a}.LogProb(v) }

//chad:grad
func ChiSquared(v, a, b float64) float64 { return distuv.ChiSquared{K: a}.LogProb(v) }

//chad:grad
func Exponential(v, a, b float64) float64 { return distuv.Exponential{Rate: a}.LogProb(v) }

//chad:grad
func F(v, a, b float64) float64 { return distuv.F{D1: a, D2: b}.LogProb(v) }

//chad:grad
func Gamma(v, a, b float64) float64 { return distuv.Gamma{Alpha: a, Beta: b}.LogProb(v) }

//chad:grad
func GumbelRight(v, a, b float64) float64 { return distuv.GumbelRight{Mu: a, Beta: b}.LogProb(v) }

//chad:grad
func InverseGamma(v, a, b float64) float64 { return distuv.InverseGamma{Alpha: a, Beta: b}.LogProb(v) }

//chad:grad
func Laplace(v, a, b float64) float64 { return distuv.Laplace{Mu: a, Scale: b}.LogProb(v) }

//chad:grad
func LogNormal(v, a, b float64) float64 { return distuv.LogNormal{Mu: a, Sigma: b}.LogProb(v) }

//chad:grad
func Logistic(v, a, b float64) float64 { return distuv.Logistic{Mu: a, S: b}.LogProb(v) }

//chad:grad
func Normal(v, a, b float64) float64 { return distuv.Normal{Mu: a, Sigma: b}.LogProb(v) }

//chad:grad
func Pareto(v, a, b float64) float64 { return distuv.Pareto{Xm: a, Alpha: b}.LogProb(v) }

//chad:grad wrt=a
func Poisson(v, a, b float64) float64 { return distuv.Poisson{Lambda: a}.LogProb(v) }

//chad:grad
func StudentsT(v, a, b float64) float64 { return distuv.StudentsT{Mu: a, Sigma: b, Nu: 3}.LogProb(v) }

//chad:grad
func Uniform(v, a, b float64) float64 { return distuv.Uniform{Min: a, Max: b}.LogProb(v) }

//chad:grad
func Weibull(v, a, b float64) float64 { return distuv.Weibull{K: a, Lambda: b}.LogProb(v) }
