// Package foresteq is the squared error of a soft decision tree: each inner node sends a sample to both of its
// children, to the left one by the share that a logistic gate says. See O. Irsoy, O. T. Yildiz, E. Alpaydin,
// Soft Decision Trees, ICPR 2012. The weights of the gates are rows of equal length, one a node.
package foresteq

import "math"

// tree is a soft decision tree. Node k is a leaf if left[k] is negative.
type tree struct {
	weights     [][]float64
	bias        []float64
	leaf        []float64
	left, right []int
}

// gate is the share of x that node k sends to the left.
func (t *tree) gate(k int, x []float64) float64 {
	z := t.bias[k]
	for j, w := range t.weights[k] {
		z += w * x[j]
	}
	return 1 / (1 + math.Exp(-z))
}

// eval is the response to x of the subtree at node k.
func (t *tree) eval(k int, x []float64) float64 {
	if t.left[k] < 0 {
		return t.leaf[k]
	}
	p := t.gate(k, x)
	return p*t.eval(t.left[k], x) + (1-p)*t.eval(t.right[k], x)
}

// Loss is the sum over the samples of the squared difference between the response of the tree and the target.
// The root is node 0. left and right are the children of each node, negative at leaves; weights and bias belong to
// the gate of a node and leaf to its response if it is a leaf.
//
// It is differentiated with respect to weights, bias and leaf.
func Loss(weights [][]float64, bias, leaf []float64, left, right []int, x [][]float64, target []float64) float64 {
	t := &tree{weights: weights, bias: bias, leaf: leaf, left: left, right: right}
	sum := 0.0
	for i, row := range x {
		e := t.eval(0, row) - target[i]
		sum += e * e
	}
	return sum
}
