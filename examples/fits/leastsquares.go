package fits

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Solution is the closed form of a least-squares problem with an intercept.
type Solution struct {
	Coefficients []float64 // intercept first
	StdDev       []float64 // standard deviation of each coefficient; NaN without spare observations
	ResidualSD   float64   // NaN without spare observations
	RSquared     float64
}

// LeastSquares solves for the coefficients b that minimise ‖[1 X]b − y‖ through a Householder QR
// factorisation of the design matrix, in the units of the data. It returns an error when shapes
// do not match, there are fewer observations than coefficients, or columns are dependent.
// Complexity O(n·k²) for n observations of k predictors.
func LeastSquares(x [][]float64, y []float64) (Solution, error) {
	a, err := design(x, len(y))
	if err != nil {
		return Solution{}, err
	}
	n, p := a.Dims()
	var qr mat.QR
	qr.Factorize(a)
	var b mat.VecDense
	if err := solveQR(&qr, &b, mat.NewVecDense(n, y)); err != nil {
		return Solution{}, err
	}

	var residual mat.VecDense
	residual.MulVec(a, &b)
	residual.SubVec(mat.NewVecDense(n, y), &residual)
	rss := mat.Dot(&residual, &residual)

	s := Solution{
		Coefficients: b.RawVector().Data,
		ResidualSD:   math.Sqrt(rss / float64(n-p)),
		RSquared:     1 - rss/sumOfSquares(y),
		StdDev:       make([]float64, p),
	}
	// The covariance is σ²(AᵀA)⁻¹ = σ²R⁻¹R⁻ᵀ, so the variance of coefficient j is σ² times the
	// squared norm of row j of R⁻¹.
	var r, inv mat.Dense
	qr.RTo(&r)
	if err := inv.Inverse(r.Slice(0, p, 0, p)); err != nil && !conditioned(err) {
		return Solution{}, fmt.Errorf("least squares: %w", err)
	}
	for j := range s.StdDev {
		s.StdDev[j] = s.ResidualSD * mat.Norm(inv.RowView(j), 2)
	}
	return s, nil
}

// design returns [1 X] after checking that X has n rows of one length, and at least as many rows
// as the result has columns.
func design(x [][]float64, n int) (*mat.Dense, error) {
	if len(x) != n || n == 0 {
		return nil, fmt.Errorf("least squares: %d rows of predictors for %d responses", len(x), n)
	}
	k := len(x[0])
	if n < k+1 {
		return nil, fmt.Errorf("least squares: %d observations for %d coefficients", n, k+1)
	}
	a := mat.NewDense(n, k+1, nil)
	for i, row := range x {
		if len(row) != k {
			return nil, fmt.Errorf("least squares: row %d has %d predictors, row 0 has %d", i, len(row), k)
		}
		a.Set(i, 0, 1)
		for j, v := range row {
			a.Set(i, j+1, v)
		}
	}
	return a, nil
}

// solveQR solves the least-squares problem of a factorised matrix. Bad conditioning short of
// dependent columns is no error: Longley's columns differ in scale by six orders of magnitude,
// which the condition number counts and Householder QR does not mind.
func solveQR(qr *mat.QR, dst *mat.VecDense, y mat.Vector) error {
	if err := qr.SolveVecTo(dst, false, y); err != nil && !conditioned(err) {
		return fmt.Errorf("least squares: %w", err)
	}
	return nil
}

// conditioned reports whether err says no more than that a matrix is badly conditioned.
func conditioned(err error) bool {
	c, ok := err.(mat.Condition) //nolint:errorlint // gonum/mat returns the value itself, never wrapped
	return ok && float64(c) < 1e14
}

// sumOfSquares returns Σ (y − ȳ)².
func sumOfSquares(y []float64) float64 {
	m := 0.0
	for _, v := range y {
		m += v / float64(len(y))
	}
	s := 0.0
	for _, v := range y {
		s += (v - m) * (v - m)
	}
	return s
}
