// Package others calls functions of gonum that chad does not know by name.
package others

import (
	"math"

	"gonum.org/v1/gonum/integrate"
	"gonum.org/v1/gonum/interp"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/optimize/functions"
	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distmv"
)

//chad:grad
func Beale(x []float64) float64 { return functions.Beale{}.Func(x) }

//chad:grad
func Watson(x []float64) float64 { return functions.Watson{}.Func(x) }

//chad:grad
func Vectors(a, b r3.Vec) float64 {
	return r3.Norm(r3.Cross(a, b)) + r3.Dot(a, r3.Unit(b)) + r3.Cos(a, b)
}

//chad:grad
func Moments(x, w []float64) float64 {
	m, s := stat.MeanStdDev(x, w)
	return m + s + stat.Skew(x, w)
}

//chad:grad
func Related(x, y []float64) float64 { return stat.Correlation(x, y, nil) + stat.Covariance(x, y, nil) }

//chad:grad wrt=y
func Area(x, y []float64) float64 { return integrate.Trapezoidal(x, y) + integrate.Simpsons(x, y) }

//chad:grad wrt=y,at
func Line(x, y []float64, at float64) float64 {
	var p interp.PiecewiseLinear
	if p.Fit(x, y) != nil {
		return math.NaN()
	}
	return p.Predict(at)
}

//chad:grad wrt=x
func Incomplete(a, x float64) float64 { return mathext.GammaIncReg(a, x) }

//chad:grad
func Normal(mu, x []float64) float64 {
	n, ok := distmv.NewNormal(mu, mat.NewSymDense(2, []float64{1, .2, .2, 1.5}), nil)
	if !ok {
		return 0
	}
	return n.LogProb(x)
}
