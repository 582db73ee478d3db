package plain

//chad:emit elementary blas fastmath

import "math"

// layer is w·x + b.
func layer(w [][]float64, b, x []float64) []float64 {
	out := make([]float64, len(b))
	for i := range out {
		out[i] = b[i]
		for j := range x {
			out[i] += w[i][j] * x[j]
		}
	}
	return out
}

// MLP is the mean cross-entropy of a network with one hidden layer.
//
//chad:grad wrt=w1,b1,w2,b2
//chad:jvp wrt=w1,b1,w2,b2
func MLP(w1 [][]float64, b1 []float64, w2 [][]float64, b2 []float64, x, y [][]float64) float64 {
	loss := 0.0
	for i := range x {
		hidden := layer(w1, b1, x[i])
		for j := range hidden {
			hidden[j] = math.Tanh(hidden[j])
		}
		z := layer(w2, b2, hidden)
		loss += LogSumExp(z)
		for j := range z {
			loss -= y[i][j] * z[j]
		}
	}
	return loss / float64(len(x))
}
