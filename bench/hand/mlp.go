package hand

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// MLP is a network with one hidden layer under softmax cross-entropy. The
// weights are copied to contiguous matrices for BLAS, and their gradients are
// collected in such.
type MLP struct {
	w1, w2, w1bar, w2bar blas64.General
	u, ubar              []float64 // the hidden layer for one example
	z                    []float64 // the outputs, then the softmax, then their cotangents
}

// Value is the mean loss.
func (w *MLP) Value(w1 [][]float64, b1 []float64, w2 [][]float64, b2 []float64, x, y [][]float64) float64 {
	w.load(w1, w2)
	f := 0.0
	for i, xi := range x {
		f += w.forward(b1, b2, xi, y[i])
	}
	return f / float64(len(x))
}

// Grad is the value, and writes the gradients by the weights.
func (w *MLP) Grad(w1 [][]float64, b1 []float64, w2 [][]float64, b2 []float64, x, y [][]float64,
	w1bar [][]float64, b1bar []float64, w2bar [][]float64, b2bar []float64) float64 {
	w.load(w1, w2)
	zeros(&w.w1bar, len(b1), len(w1[0]))
	zeros(&w.w2bar, len(b2), len(b1))
	w.ubar = grow(w.ubar, len(b1))
	clear(b1bar)
	clear(b2bar)
	f, scale := 0.0, 1/float64(len(x))
	for i, xi := range x {
		f += w.forward(b1, b2, xi, y[i])
		w.backward(scale, xi, y[i], b1bar, b2bar)
	}
	unload(w1bar, w.w1bar)
	unload(w2bar, w.w2bar)
	return f * scale
}

// forward sets u, and z to the softmax, for one example and returns its loss.
func (w *MLP) forward(b1, b2, x, y []float64) float64 {
	u, z := w.u[:len(b1)], w.z[:len(b2)]
	copy(u, b1)
	blas64.Gemv(blas.NoTrans, 1, w.w1, vec(x), 1, vec(u))
	tanhAll(u)
	copy(z, b2)
	blas64.Gemv(blas.NoTrans, 1, w.w2, vec(u), 1, vec(z))
	loss, top := 0.0, math.Inf(-1)
	y = y[:len(z)]
	for j, zj := range z {
		loss -= y[j] * zj
		if zj > top {
			top = zj
		}
	}
	s := expSum(z, z, top)
	inv := 1 / s
	for j := range z {
		z[j] *= inv
	}
	return loss + top + math.Log(s)
}

// backward adds the contributions of the example of which forward has left u and z.
func (w *MLP) backward(scale float64, x, y, b1bar, b2bar []float64) {
	u, z, ubar := w.u, w.z, w.ubar
	y, b2bar = y[:len(z)], b2bar[:len(z)]
	for j, zj := range z {
		g := scale * (zj - y[j])
		z[j] = g
		b2bar[j] += g
	}
	blas64.Ger(1, vec(z), vec(u), w.w2bar)
	blas64.Gemv(blas.Trans, 1, w.w2, vec(z), 0, vec(ubar))
	u, b1bar = u[:len(ubar)], b1bar[:len(ubar)]
	for j, g := range ubar {
		g *= 1 - u[j]*u[j]
		ubar[j] = g
		b1bar[j] += g
	}
	blas64.Ger(1, vec(ubar), vec(x), w.w1bar)
}

// load copies the weights.
func (w *MLP) load(w1, w2 [][]float64) {
	contiguous(&w.w1, w1)
	contiguous(&w.w2, w2)
	w.u, w.z = grow(w.u, len(w1)), grow(w.z, len(w2))
}
