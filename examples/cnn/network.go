package main

import (
	"math"
	"math/rand/v2"
)

// weights counts the filters and biases of the three layers.
const weights = (6*5*5 + 6) + (12*6*5*5 + 12) + (10*12*4*4 + 10)

// A network is its 3,898 weights: in one vector for the optimiser, and cut into filters for the mathematics.
type network struct {
	all []float64
	k1  [][][]float64
	b1  []float64
	k2  [][][][]float64
	b2  []float64
	fc  [][][][]float64
	b   []float64
}

// newNetwork makes a network of zeros. Its filters share the memory of all.
func newNetwork() *network {
	n := &network{all: make([]float64, weights)}
	rest := n.all
	vector := func(length int) []float64 {
		v := rest[:length:length]
		rest = rest[length:]
		return v
	}
	filter := func(size int) [][]float64 { return many(size, func() []float64 { return vector(size) }) }
	filters := func(count, size int) [][][]float64 {
		return many(count, func() [][]float64 { return filter(size) })
	}
	n.k1, n.b1 = filters(6, 5), vector(6)
	n.k2, n.b2 = many(12, func() [][][]float64 { return filters(6, 5) }), vector(12)
	n.fc, n.b = many(10, func() [][][]float64 { return filters(12, 4) }), vector(10)
	return n
}

func many[T any](n int, f func() T) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = f()
	}
	return out
}

// randomise draws the filters at random, so small that the logistic functions of the two convolutions are near their
// steep middle. The outputs start near 0.1, what one knows before one has seen a digit.
func (n *network) randomise(r *rand.Rand) {
	normal := func(filters [][][]float64, deviation float64) {
		for _, f := range filters {
			for _, row := range f {
				for i := range row {
					row[i] = deviation * r.NormFloat64()
				}
			}
		}
	}
	normal(n.k1, 1.0/2)
	for _, k := range n.k2 {
		normal(k, 2/math.Sqrt(6*25))
	}
	for _, k := range n.fc {
		normal(k, 1/math.Sqrt(12*16))
	}
	for d := range n.b {
		n.b[d] = -2
	}
}

// gradient writes the gradient of the loss into g and returns the loss.
func (n *network) gradient(w *LossGradWorkspace, s samples, g *network) float64 {
	return w.LossGrad(s.images, s.targets, n.k1, n.b1, n.k2, n.b2, n.fc, n.b, g.k1, g.b1, g.k2, g.b2, g.fc, g.b)
}

// samples are images with what the network should say of them.
type samples struct {
	images  [][][]float64
	targets [][]float64 // 1 for the digit, 0 for the nine others
	digits  []int
}

// draw makes n random digits.
func draw(r *rand.Rand, n int) samples {
	var s samples
	for range n {
		digit := r.IntN(10)
		target := make([]float64, 10)
		target[digit] = 1
		s.images = append(s.images, drawDigit(r, digit))
		s.targets = append(s.targets, target)
		s.digits = append(s.digits, digit)
	}
	return s
}

// read gives the outputs for each sample.
func (n *network) read(w *ForwardWorkspace, s samples) [][]float64 {
	var outputs [][]float64
	for _, image := range s.images {
		outputs = append(outputs, w.Forward(image, n.k1, n.b1, n.k2, n.b2, n.fc, n.b))
	}
	return outputs
}

// accuracy is the part of the samples for which the largest output is that of the digit.
func (s samples) accuracy(outputs [][]float64) float64 {
	right := 0
	for i, o := range outputs {
		if largest(o) == s.digits[i] {
			right++
		}
	}
	return float64(right) / float64(len(outputs))
}

// largest is the place of the largest number.
func largest(xs []float64) int {
	best := 0
	for i, x := range xs {
		if x > xs[best] {
			best = i
		}
	}
	return best
}

// adam is the optimiser of D. Kingma and J. Ba: gradient descent with momentum, and a rate for each weight.
type adam struct {
	step         int
	mean, square []float64 // running means of the gradient and of its square
}

func (a *adam) update(theta, gradient []float64, rate float64) {
	if a.step == 0 {
		a.mean, a.square = make([]float64, len(theta)), make([]float64, len(theta))
	}
	a.step++
	const keep, keepSquare = 0.9, 0.999
	c1, c2 := 1-math.Pow(keep, float64(a.step)), 1-math.Pow(keepSquare, float64(a.step))
	for i, g := range gradient {
		a.mean[i] += (1 - keep) * (g - a.mean[i])
		a.square[i] += (1 - keepSquare) * (g*g - a.square[i])
		theta[i] -= rate * a.mean[i] / c1 / (math.Sqrt(a.square[i]/c2) + 1e-8)
	}
}
