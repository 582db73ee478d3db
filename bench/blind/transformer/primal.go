// Package transformer is one decoder block of A. Vaswani et al., "Attention is all you need", NIPS 2017, sections 3.1
// to 3.5: masked self-attention with several heads, a feed-forward network, a residual connection and layer
// normalisation around each, trained to predict the next token.
package transformer

import "math"

// Head has the projections of one head; each row makes one number of a query, key or value.
type Head struct {
	Q, K, V [][]float64
}

// Norm is a layer normalisation.
type Norm struct {
	Gain, Bias []float64
}

// Model holds the weights.
type Model struct {
	Embed        [][]float64 // a row for each word
	Heads        []Head
	O            [][]float64 // from the heads, one after the other, back to the width of the model
	W1, W2       [][]float64
	B1, B2       []float64
	Norm1, Norm2 Norm
	Output       [][]float64 // a row for each word
}

// Loss is the mean cross-entropy of each token of the text after the first, given those before it.
// It is differentiated with respect to m.
func Loss(m Model, text []int) float64 {
	n, width := len(text)-1, len(m.O)
	x, both := zeros(n, width), zeros(n, len(m.O[0]))
	for t := range x {
		for j, e := range m.Embed[text[t]] {
			// The sinusoid tells the model where the token is.
			a := float64(t) / math.Pow(10000, float64(j/2*2)/float64(width))
			x[t][j] = math.Sqrt(float64(width))*e + math.Sin(a+float64(j%2)*math.Pi/2)
		}
	}
	at := 0
	for _, h := range m.Heads {
		out := make([][]float64, n)
		for t := range out {
			out[t] = both[t][at : at+len(h.V)]
		}
		h.attend(out, x)
		at += len(h.V)
	}
	loss := 0.0
	hidden, logits := make([]float64, len(m.W1)), make([]float64, len(m.Output))
	y, z := make([]float64, width), make([]float64, width)
	for t := range x {
		multiply(y, m.O, both[t])
		add(y, x[t])
		m.Norm1.apply(y)
		multiply(hidden, m.W1, y)
		add(hidden, m.B1)
		for i, v := range hidden {
			hidden[i] = max(v, 0)
		}
		multiply(z, m.W2, hidden)
		add(z, m.B2)
		add(z, y)
		m.Norm2.apply(z)
		multiply(logits, m.Output, z)
		right := logits[text[t+1]]
		loss += softmax(logits) - right
	}
	return loss / float64(n)
}

func zeros(rows, columns int) [][]float64 {
	m := make([][]float64, rows)
	for i := range m {
		m[i] = make([]float64, columns)
	}
	return m
}

// attend sets out to what the head reads; a token sees itself and those before it.
func (h Head) attend(out, x [][]float64) {
	keys, values := zeros(len(x), len(h.K)), zeros(len(x), len(h.V))
	query, weights := make([]float64, len(h.Q)), make([]float64, 0, len(x))
	for t := range x {
		multiply(query, h.Q, x[t])
		multiply(keys[t], h.K, x[t])
		multiply(values[t], h.V, x[t])
		weights = weights[:0]
		for u := 0; u <= t; u++ {
			weights = append(weights, dot(query, keys[u])/math.Sqrt(float64(len(query))))
		}
		softmax(weights)
		for u, w := range weights {
			for j, v := range values[u] {
				out[t][j] += w * v
			}
		}
	}
}

func (n Norm) apply(x []float64) {
	mean, variance := 0.0, 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / float64(len(x))
	}
	for j, v := range x {
		x[j] = n.Gain[j]*(v-mean)/math.Sqrt(variance+1e-5) + n.Bias[j]
	}
}

// softmax makes x a distribution and returns the logarithm of the sum of the exponentials.
func softmax(x []float64) float64 {
	top := x[0]
	for _, v := range x {
		top = max(top, v)
	}
	sum := 0.0
	for i, v := range x {
		x[i] = math.Exp(v - top)
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
	}
	return top + math.Log(sum)
}

func multiply(y []float64, w [][]float64, x []float64) {
	for i, row := range w {
		y[i] = dot(row, x)
	}
}

func dot(a, b []float64) float64 {
	s := 0.0
	for i, v := range a {
		s += v * b[i]
	}
	return s
}

func add(y, x []float64) {
	for i := range x {
		y[i] += x[i]
	}
}
