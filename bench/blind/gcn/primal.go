// Package gcn is the graph convolutional network of T. N. Kipf and M. Welling, "Semi-supervised classification with
// graph convolutional networks", ICLR 2017, section 3.1: two layers, the cross-entropy of the nodes whose class is
// known, and weight decay on the first layer.
package gcn

import "math"

// Graph is an undirected graph.
type Graph struct {
	Neighbors [][]int
	Features  [][]float64
	Labels    []int // negative where the class is not known
}

// Loss is the mean cross-entropy of the nodes with a label, plus decay times half the sum of the squares of w0.
// It is differentiated with respect to w0 and w1.
func Loss(w0, w1 [][]float64, g Graph, decay float64) float64 {
	scale := make([]float64, len(g.Neighbors))
	for v, list := range g.Neighbors {
		scale[v] = 1 / math.Sqrt(float64(len(list)+1))
	}
	hidden := multiply(g.Features, w0)
	active := make([][]float64, len(hidden))
	for v := range active {
		active[v] = make([]float64, len(w1))
		g.gather(active[v], hidden, scale, v)
		for j, x := range active[v] {
			if x < 0 {
				active[v][j] = 0
			}
		}
	}
	out := multiply(active, w1)
	total, count := 0.0, 0
	z := make([]float64, len(w1[0]))
	for v, label := range g.Labels {
		if label < 0 {
			continue
		}
		g.gather(z, out, scale, v)
		total += logSumExp(z) - z[label]
		count++
	}
	loss := total / float64(count)
	for _, row := range w0 {
		for _, w := range row {
			loss += decay / 2 * w * w
		}
	}
	return loss
}

// gather sets z to the sum of the rows of node v and its neighbors, each with the symmetric normalisation.
func (g Graph) gather(z []float64, rows [][]float64, scale []float64, v int) {
	for j, x := range rows[v] {
		z[j] = scale[v] * scale[v] * x
	}
	for _, u := range g.Neighbors[v] {
		s := scale[v] * scale[u]
		for j, x := range rows[u] {
			z[j] += s * x
		}
	}
}

// multiply returns the product of two matrices.
func multiply(a, b [][]float64) [][]float64 {
	c := make([][]float64, len(a))
	for i, row := range a {
		c[i] = make([]float64, len(b[0]))
		for k, x := range row {
			for j, y := range b[k] {
				c[i][j] += x * y
			}
		}
	}
	return c
}

func logSumExp(z []float64) float64 {
	top := z[0]
	for _, x := range z[1:] {
		top = max(top, x)
	}
	sum := 0.0
	for _, x := range z {
		sum += math.Exp(x - top)
	}
	return top + math.Log(sum)
}
