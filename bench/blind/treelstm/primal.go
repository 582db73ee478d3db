// Package treelstm is the child-sum tree LSTM of K. S. Tai, R. Socher and C. D. Manning, "Improved semantic
// representations from tree-structured long short-term memory networks", ACL 2015, sections 3.1 and 4.1: a state for
// each node of a tree of words from the states of its children, and a class for each node that has a label.
package treelstm

import "math"

// Node is a node of a tree.
type Node struct {
	Word     int
	Label    int   // negative if it is not known
	Children []int // their places in the tree
}

// Gate has the weights of one gate.
type Gate struct {
	W, U [][]float64 // for the word and for the state of the children
	B    []float64
}

// Model holds the weights.
type Model struct {
	Words                       [][]float64 // a vector for each word
	Input, Forget, Output, Cell Gate
	Classes                     [][]float64
	Bias                        []float64
}

// state is what a node hands to its parent.
type state struct {
	h, c []float64
}

// Loss is the mean cross-entropy of the labels of all trees. The root of a tree is its first node.
// It is differentiated with respect to m.
func Loss(m Model, trees [][]Node) float64 {
	total, count := 0.0, 0
	for _, tree := range trees {
		m.visit(tree, 0, &total, &count)
	}
	if count == 0 {
		return 0
	}
	return total / float64(count)
}

// visit returns the state of a node and adds the losses of the nodes below it and its own.
func (m Model) visit(tree []Node, at int, total *float64, count *int) state {
	node := tree[at]
	size := len(m.Forget.B)
	x, sum := m.Words[node.Word], make([]float64, size)
	children := make([]state, 0, len(node.Children))
	for _, child := range node.Children {
		s := m.visit(tree, child, total, count)
		children = append(children, s)
		for j, v := range s.h {
			sum[j] += v
		}
	}
	in, out, cell := m.Input.apply(x, sum), m.Output.apply(x, sum), m.Cell.apply(x, sum)
	c, h := make([]float64, size), make([]float64, size)
	for j := range c {
		c[j] = sigmoid(in[j]) * math.Tanh(cell[j])
	}
	for _, s := range children {
		forget := m.Forget.apply(x, s.h)
		for j := range c {
			c[j] += sigmoid(forget[j]) * s.c[j]
		}
	}
	for j := range h {
		h[j] = sigmoid(out[j]) * math.Tanh(c[j])
	}
	if node.Label >= 0 {
		*total += m.classify(h, node.Label)
		*count++
	}
	return state{h, c}
}

func (g Gate) apply(x, h []float64) []float64 {
	y := make([]float64, len(g.B))
	for i, b := range g.B {
		y[i] = b + dot(g.W[i], x) + dot(g.U[i], h)
	}
	return y
}

// classify returns minus the logarithm of the probability of the label.
func (m Model) classify(h []float64, label int) float64 {
	logits := make([]float64, len(m.Bias))
	top := math.Inf(-1)
	for k, b := range m.Bias {
		logits[k] = b + dot(m.Classes[k], h)
		top = max(top, logits[k])
	}
	sum := 0.0
	for _, z := range logits {
		sum += math.Exp(z - top)
	}
	return top + math.Log(sum) - logits[label]
}

func dot(a, b []float64) float64 {
	s := 0.0
	for i, v := range a {
		s += v * b[i]
	}
	return s
}

func sigmoid(x float64) float64 {
	return 1 / (1 + math.Exp(-x))
}
