package hand

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// rowBlock is how many examples are handled at a time: enough to compute
// their exponentials together, few enough that their rows stay in the cache.
const rowBlock = 32

// LogisticValue is the negative log-likelihood of logistic regression.
func LogisticValue(theta []float64, x [][]float64, y []float64) float64 {
	var b logisticBlock
	y = y[:len(x)]
	for len(x) > 0 {
		n := min(rowBlock, len(x))
		b.forward(theta, x[:n], y[:n])
		x, y = x[n:], y[n:]
	}
	return b.linear + b.logs.sum()
}

// LogisticGrad is the value, and writes the gradient by theta to thetabar.
func LogisticGrad(theta []float64, x [][]float64, y, thetabar []float64) float64 {
	var b logisticBlock
	clear(thetabar)
	y = y[:len(x)]
	for len(x) > 0 {
		n := min(rowBlock, len(x))
		b.forward(theta, x[:n], y[:n])
		z, e := b.z[:n], b.e[:n]
		for i, xi := range x[:n] {
			// The sigmoid of z from the exponential that is there already.
			s := e[i]
			if z[i] >= 0 {
				s = 1
			}
			floats.AddScaled(thetabar, s/(1+e[i])-y[i], xi)
		}
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

// forward adds the terms of some examples.
func (b *logisticBlock) forward(theta []float64, x [][]float64, y []float64) {
	z, e := b.z[:len(x)], b.e[:len(x)]
	y = y[:len(x)]
	linear := b.linear
	for i, xi := range x {
		zi := floats.Dot(xi, theta)
		z[i], e[i] = zi, -math.Abs(zi)
		linear += max(zi, 0) - y[i]*zi
	}
	b.linear = linear
	expSum(e, e, 0)
	b.logs.add(e)
}
