// Package forestrag is the squared error of a soft decision tree: each inner node sends a sample to both of its
// children, to the left one by the share that a logistic gate says. See O. Irsoy, O. T. Yildiz, E. Alpaydin,
// Soft Decision Trees, ICPR 2012. The gates look at differing numbers of features.
package forestrag

import "math"

// Node is a node of the tree. It is a leaf if Left is negative. Its gate uses the first len(W) features.
type Node struct {
	W           []float64
	B           float64
	Left, Right int
	Leaf        float64
}

// gate is the share of x that the node sends to the left.
func (n *Node) gate(x []float64) float64 {
	z := n.B
	for j, w := range n.W {
		z += w * x[j]
	}
	return 1 / (1 + math.Exp(-z))
}

// eval is the response to x of the subtree at node k.
func eval(nodes []Node, k int, x []float64) float64 {
	n := &nodes[k]
	if n.Left < 0 {
		return n.Leaf
	}
	p := n.gate(x)
	return p*eval(nodes, n.Left, x) + (1-p)*eval(nodes, n.Right, x)
}

// Loss is the sum over the samples of the squared difference between the response of the tree and the target.
// The root is node 0.
//
// It is differentiated with respect to W, B and Leaf of the nodes.
func Loss(nodes []Node, x [][]float64, target []float64) float64 {
	sum := 0.0
	for i, row := range x {
		e := eval(nodes, 0, row) - target[i]
		sum += e * e
	}
	return sum
}
