// Package minima has test functions of gonum for optimisers, by way of its own source.
package minima

import "gonum.org/v1/gonum/optimize/functions"

//chad:grad
//chad:hessian
func Beale(x []float64) float64 { return functions.Beale{}.Func(x) }

//chad:grad
//chad:hessian
func BiggsEXP2(x []float64) float64 { return functions.BiggsEXP2{}.Func(x) }

//chad:grad
//chad:hessian
func BiggsEXP3(x []float64) float64 { return functions.BiggsEXP3{}.Func(x) }

//chad:grad
//chad:hessian
func BiggsEXP4(x []float64) float64 { return functions.BiggsEXP4{}.Func(x) }

//chad:grad
//chad:hessian
func BiggsEXP5(x []float64) float64 { return functions.BiggsEXP5{}.Func(x) }

//chad:grad
//chad:hessian
func BiggsEXP6(x []float64) float64 { return functions.BiggsEXP6{}.Func(x) }

//chad:grad
//chad:hessian
func Box3D(x []float64) float64 { return functions.Box3D{}.Func(x) }

//chad:grad
//chad:hessian
func BrownBadlyScaled(x []float64) float64 { return functions.BrownBadlyScaled{}.Func(x) }

//chad:grad
//chad:hessian
func BrownAndDennis(x []float64) float64 { return functions.BrownAndDennis{}.Func(x) }

//chad:grad
//chad:hessian
func ExtendedPowellSingular(x []float64) float64 { return functions.ExtendedPowellSingular{}.Func(x) }

//chad:grad
//chad:hessian
func ExtendedRosenbrock(x []float64) float64 { return functions.ExtendedRosenbrock{}.Func(x) }

//chad:grad
//chad:hessian
func Gaussian(x []float64) float64 { return functions.Gaussian{}.Func(x) }

//chad:grad
//chad:hessian
func GulfResearchAndDevelopment(x []float64) float64 {
	return functions.GulfResearchAndDevelopment{}.Func(x)
}

//chad:grad
//chad:hessian
func HelicalValley(x []float64) float64 { return functions.HelicalValley{}.Func(x) }

//chad:grad
//chad:hessian
func PenaltyI(x []float64) float64 { return functions.PenaltyI{}.Func(x) }

//chad:grad
//chad:hessian
func PenaltyII(x []float64) float64 { return functions.PenaltyII{}.Func(x) }

//chad:grad
//chad:hessian
func PowellBadlyScaled(x []float64) float64 { return functions.PowellBadlyScaled{}.Func(x) }

//chad:grad
//chad:hessian
func Sphere(x []float64) float64 { return functions.Sphere{}.Func(x) }

//chad:grad
//chad:hessian
func Trigonometric(x []float64) float64 { return functions.Trigonometric{}.Func(x) }

//chad:grad
//chad:hessian
func VariablyDimensioned(x []float64) float64 { return functions.VariablyDimensioned{}.Func(x) }

//chad:grad
//chad:hessian
func Watson(x []float64) float64 { return functions.Watson{}.Func(x) }

//chad:grad
//chad:hessian
func Wood(x []float64) float64 { return functions.Wood{}.Func(x) }

//chad:grad
func Linear(x []float64) float64 { return functions.Linear{}.Func(x) }

//chad:grad
func ConcaveRight(x []float64) float64 { return functions.ConcaveRight{}.Func(x) }

//chad:grad
func ConcaveLeft(x []float64) float64 { return functions.ConcaveLeft{}.Func(x) }

//chad:grad
func Plassmann(x []float64) float64 { return functions.Plassmann{L: 39, Beta: 0.01}.Func(x) }

//chad:grad
func YanaiOzawaKaneko(x []float64) float64 {
	return functions.YanaiOzawaKaneko{Beta1: 0.01, Beta2: 0.001}.Func(x)
}

//chad:grad
func MinimalSurface(x []float64) float64 { return functions.NewMinimalSurface(6, 7).Func(x) }
