// Command mlp teaches a small network to tell two spirals apart, and draws what it learned.
package main

import "math"

//go:generate go tool chad gen .

// A Layer is a layer of a network: a matrix of weights, and a bias for each row.
type Layer struct {
	W [][]float64
	B []float64
}

// A Net has layers of any sizes that fit together.
type Net struct{ Layers []Layer }

// Logit is the logarithm of the odds that a point belongs to the first spiral: positive if the net thinks so.
func (n *Net) Logit(x []float64) float64 {
	for k, l := range n.Layers {
		y := make([]float64, len(l.B))
		for i, row := range l.W {
			z := l.B[i]
			for j, w := range row {
				z += w * x[j]
			}
			if k < len(n.Layers)-1 {
				z = math.Tanh(z)
			}
			y[i] = z
		}
		x = y
	}
	return x[0]
}

// Loss is how surprised the net is by the labels, 1 or -1, as a mean over the points, and a penalty of large weights.
//
//chad:grad wrt=n ragged=n.Layers problem=flat
func (n *Net) Loss(points [][]float64, labels []float64, decay float64) float64 {
	sum := 0.0
	for i, p := range points {
		// log(1 + exp(-m)), which does not overflow this way
		if m := labels[i] * n.Logit(p); m > 0 {
			sum += math.Log1p(math.Exp(-m))
		} else {
			sum += math.Log1p(math.Exp(m)) - m
		}
	}
	squares := 0.0
	for _, l := range n.Layers {
		for _, row := range l.W {
			for _, w := range row {
				squares += w * w
			}
		}
	}
	return sum/float64(len(points)) + decay*squares/2
}
