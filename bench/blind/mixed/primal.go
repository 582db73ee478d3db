// Package mixed is the linear mixed-effects model with one level of grouping:
// its marginal log-likelihood.
//
// J. C. Pinheiro and D. M. Bates, Mixed-Effects Models in S and S-PLUS,
// Springer 2000, section 2.2. The groups' covariance matrices are inverted by
// way of a small matrix that has the size of the random effects.
package mixed

import "math"

// Group is what was observed in one group: per observation the response, a row
// of regressors of the fixed effects and a row of those of the random effects.
type Group struct {
	Y []float64
	X [][]float64
	Z [][]float64
}

// LogLikelihood is the marginal log-likelihood of y = X beta + Z b + e in each
// group, b normal with covariance factor factor', e normal with standard
// deviation exp(logSigma). The factor is lower triangular: row i has i+1 entries.
//
// It is differentiated with respect to beta, factor and logSigma.
func LogLikelihood(groups []Group, beta []float64, factor [][]float64, logSigma float64) float64 {
	q := len(factor)
	gram := make([][]float64, q)
	for i := range gram {
		gram[i] = make([]float64, i+1)
	}
	proj := make([]float64, q)
	u := make([]float64, q)
	variance := math.Exp(2 * logSigma)
	total := 0.0
	for _, g := range groups {
		n := len(g.Y)
		if n == 0 {
			continue
		}
		// gram = U'U + variance, proj = U'r, with U = Z factor and the residuals r.
		for i := range gram {
			for j := range gram[i] {
				gram[i][j] = 0
			}
			gram[i][i] = variance
			proj[i] = 0
		}
		square := 0.0
		for k := 0; k < n; k++ {
			r := g.Y[k] - dot(g.X[k], beta)
			square += r * r
			timesFactor(u, g.Z[k], factor)
			for i := range u {
				proj[i] += u[i] * r
				for j := 0; j <= i; j++ {
					gram[i][j] += u[i] * u[j]
				}
			}
		}
		cholesky(gram)
		forwardSolve(gram, proj)
		logDet := 2 * float64(n-q) * logSigma
		for i := range gram {
			logDet += 2 * math.Log(gram[i][i])
		}
		quad := (square - dot(proj, proj)) / variance
		total -= 0.5 * (float64(n)*math.Log(2*math.Pi) + logDet + quad)
	}
	return total
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// timesFactor sets u to the row z times the lower triangular factor.
func timesFactor(u, z []float64, factor [][]float64) {
	for i := range u {
		u[i] = 0
	}
	for i, row := range factor {
		for j, l := range row {
			u[j] += z[i] * l
		}
	}
}

// cholesky overwrites the lower triangle of a positive definite matrix with its factor.
func cholesky(a [][]float64) {
	for i := range a {
		for j := 0; j < i; j++ {
			a[i][j] = (a[i][j] - dot(a[i][:j], a[j])) / a[j][j]
		}
		a[i][i] = math.Sqrt(a[i][i] - dot(a[i][:i], a[i]))
	}
}

// forwardSolve solves the lower triangular system in place.
func forwardSolve(l [][]float64, b []float64) {
	for i := range b {
		b[i] = (b[i] - dot(l[i][:i], b)) / l[i][i]
	}
}
