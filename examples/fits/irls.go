package fits

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

// LogitSolution is a logistic regression fitted by [IRLS].
type LogitSolution struct {
	Coefficients []float64 // intercept first
	StdDev       []float64 // from the Fisher information at the solution
	Deviance     float64   // −2 log-likelihood
	Iterations   int
}

// IRLS fits a logistic regression of the events y, each 0 or 1, by iteratively reweighted least
// squares: each step solves, by QR, the weighted linear regression of z = Ab + (y − p)/w on A
// with weights w = p(1 − p). It shares no formula with the model's derived gradient. It returns an
// error when shapes do not match or the iteration does not settle, as happens when the events can
// be separated by the predictors.
func IRLS(x [][]float64, y []float64) (LogitSolution, error) {
	const maxIterations = 50
	a, err := design(x, len(y))
	if err != nil {
		return LogitSolution{}, err
	}
	n, p := a.Dims()
	b := mat.NewVecDense(p, nil)
	var eta, next mat.VecDense
	wa, wz := mat.NewDense(n, p, nil), mat.NewVecDense(n, nil)
	for it := 1; it <= maxIterations; it++ {
		eta.MulVec(a, b)
		for i, yi := range y {
			prob := Logistic(eta.AtVec(i))
			root := math.Sqrt(prob * (1 - prob))
			for j := range p {
				wa.Set(i, j, root*a.At(i, j))
			}
			wz.SetVec(i, root*eta.AtVec(i)+(yi-prob)/root)
		}
		var qr mat.QR
		qr.Factorize(wa)
		if err := solveQR(&qr, &next, wz); err != nil {
			if it > 1 { // the columns were independent; weights have vanished since
				return LogitSolution{}, errSeparated
			}
			return LogitSolution{}, err
		}
		var step mat.VecDense
		step.SubVec(&next, b)
		b.CopyVec(&next)
		size := mat.Norm(&step, math.Inf(1))
		if math.IsNaN(size) {
			break
		}
		if size <= 1e-13*mat.Norm(b, math.Inf(1)) {
			return logitSolution(a, b, &qr, y, it)
		}
	}
	return LogitSolution{}, errSeparated
}

var errSeparated = errors.New("IRLS: no convergence; the predictors may separate the events")

// logitSolution reads off what is known at the solution b; qr is that of √W·A.
func logitSolution(a *mat.Dense, b *mat.VecDense, qr *mat.QR, y []float64, iterations int) (LogitSolution, error) {
	_, p := a.Dims()
	s := LogitSolution{Coefficients: b.RawVector().Data, StdDev: make([]float64, p), Iterations: iterations}
	var eta mat.VecDense
	eta.MulVec(a, b)
	for i, yi := range y {
		prob := Logistic(eta.AtVec(i))
		s.Deviance -= 2 * math.Log(yi*prob+(1-yi)*(1-prob))
	}
	var r, inv mat.Dense
	qr.RTo(&r)
	if err := inv.Inverse(r.Slice(0, p, 0, p)); err != nil && !conditioned(err) {
		return LogitSolution{}, err
	}
	for j := range s.StdDev {
		s.StdDev[j] = mat.Norm(inv.RowView(j), 2)
	}
	return s, nil
}

// Logistic returns 1 / (1 + e⁻ᶻ).
func Logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
