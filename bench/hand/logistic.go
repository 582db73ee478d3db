package hand

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// rowBlock is how many examples are handled at a time: enough to compute
// their exponentials together, few enough that their rows stay in the cache.
const rowBlock = 32

// Logistic computes the negative log-likelihood of logistic regression. For
// the gradient the rows of a block are copied one behind the other, and BLAS
// multiplies them from both sides while they are in the cache.
type Logistic struct {
	rows blas64.General
	sum  logisticBlock
}

// Value is the negative log-likelihood.
func (w *Logistic) Value(theta []float64, x [][]float64, y []float64) float64 {
	b := &w.sum
	b.reset()
	y = y[:len(x)]
	for len(x) > 0 {
		n := min(rowBlock, len(x))
		for i, xi := range x[:n] {
			b.z[i] = floats.Dot(xi, theta)
		}
		b.forward(y[:n])
		x, y = x[n:], y[n:]
	}
	return b.linear + b.logs.sum()
}

// Grad is the value, and writes the gradient by theta to thetabar.
func (w *Logistic) Grad(theta []float64, x [][]float64, y, thetabar []float64) float64 {
	b := &w.sum
	b.reset()
	clear(thetabar)
	y = y[:len(x)]
	for len(x) > 0 {
		n := min(rowBlock, len(x))
		z, e := b.z[:n], b.e[:n]
		contiguous(&w.rows, x[:n])
		blas64.Gemv(blas.NoTrans, 1, w.rows, vec(theta), 0, vec(z))
		b.forward(y[:n])
		for i, ei := range e {
			// The sigmoid of z from the exponential that is there already.
			s := ei
			if z[i] >= 0 {
				s = 1
			}
			z[i] = s/(1+ei) - y[i]
		}
		blas64.Gemv(blas.Trans, 1, w.rows, vec(z), 1, vec(thetabar))
		x, y = x[n:], y[n:]
	}
	return b.linear + b.logs.sum()
}

// logisticBlock is the state of the sum over the examples.
type logisticBlock struct {
	z, e   [rowBlock]float64 // z and exp(−|z|) of the examples at hand
	linear float64           // Σ max(z, 0) − y·z
	logs   log1pSum          // Σ log(1 + e)
}

// reset forgets the examples before.
func (b *logisticBlock) reset() { b.linear, b.logs = 0, log1pSum{} }

// forward adds the terms of the examples that z is of.
func (b *logisticBlock) forward(y []float64) {
	z, e := b.z[:len(y)], b.e[:len(y)]
	linear := b.linear
	for i, zi := range z {
		e[i] = -math.Abs(zi)
		linear += max(zi, 0) - y[i]*zi
	}
	b.linear = linear
	expSum(e, e, 0)
	b.logs.add(e)
}
