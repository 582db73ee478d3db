package hand

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// MLP is a network with one hidden layer under softmax cross-entropy.
type MLP struct {
	u, ubar []float64 // the hidden layer for one example
	z       []float64 // the outputs, then their cotangents
}

// MLPTapeBytes is the memory of Grad.
func MLPTapeBytes(n, d, h, o int) int { return 8 * (2*h + o) }

// forward sets u and z for one example and returns its loss.
// z becomes the softmax.
func (w *MLP) forward(w1 [][]float64, b1 []float64, w2 [][]float64, b2, x, y []float64) float64 {
	u, z := w.u[:len(w1)], w.z[:len(w2)]
	for j, row := range w1 {
		u[j] = math.Tanh(floats.Dot(row, x) + b1[j])
	}
	loss, top := 0.0, math.Inf(-1)
	for j, row := range w2 {
		z[j] = floats.Dot(row, u) + b2[j]
		loss -= y[j] * z[j]
		top = max(top, z[j])
	}
	s := 0.0
	for j := range z {
		z[j] = math.Exp(z[j] - top)
		s += z[j]
	}
	floats.Scale(1/s, z)
	return loss + top + math.Log(s)
}

// Value is the mean loss.
func (w *MLP) Value(w1 [][]float64, b1 []float64, w2 [][]float64, b2 []float64, x, y [][]float64) float64 {
	w.u, w.z = grow(w.u, len(w1)), grow(w.z, len(w2))
	f := 0.0
	for i, xi := range x {
		f += w.forward(w1, b1, w2, b2, xi, y[i])
	}
	return f / float64(len(x))
}

// Grad is the value, and writes the gradients by the weights.
func (w *MLP) Grad(w1 [][]float64, b1 []float64, w2 [][]float64, b2 []float64, x, y [][]float64,
	w1bar [][]float64, b1bar []float64, w2bar [][]float64, b2bar []float64) float64 {
	w.u, w.z, w.ubar = grow(w.u, len(w1)), grow(w.z, len(w2)), grow(w.ubar, len(w1))
	clearRows(w1bar)
	clearRows(w2bar)
	clear(b1bar)
	clear(b2bar)
	f, scale := 0.0, 1/float64(len(x))
	for i, xi := range x {
		f += w.forward(w1, b1, w2, b2, xi, y[i])
		clear(w.ubar)
		for j, yj := range y[i] {
			g := scale * (w.z[j] - yj)
			b2bar[j] += g
			floats.AddScaled(w2bar[j], g, w.u)
			floats.AddScaled(w.ubar, g, w2[j])
		}
		for j, uj := range w.u {
			g := w.ubar[j] * (1 - uj*uj)
			b1bar[j] += g
			floats.AddScaled(w1bar[j], g, xi)
		}
	}
	return f * scale
}

// clearRows sets a matrix to zero.
func clearRows(a [][]float64) {
	for _, row := range a {
		clear(row)
	}
}
