package forestrag

import "math"

// Tape is memory kept between calls of Gradient.
type Tape struct {
	inner, leaves []int     // the inner nodes, parents before children, and the leaves
	p             []float64 // the gate of each inner node
	v             []float64 // the response of each node
	bar           []float64 // the derivative by v
}

// plan lists the nodes of the tree and makes room for them.
func (t *Tape) plan(nodes []Node) {
	if n := len(nodes); len(t.v) != n {
		t.p, t.v, t.bar = make([]float64, n), make([]float64, n), make([]float64, n)
	}
	t.inner, t.leaves = t.inner[:0], t.leaves[:0]
	t.visit(nodes, 0)
}

func (t *Tape) visit(nodes []Node, k int) {
	if nodes[k].Left < 0 {
		t.leaves = append(t.leaves, k)
		return
	}
	t.inner = append(t.inner, k)
	t.visit(nodes, nodes[k].Left)
	t.visit(nodes, nodes[k].Right)
}

// Gradient is Loss and its derivatives, which overwrite W, B and Leaf of bars.
func Gradient(nodes []Node, x [][]float64, target []float64, bars []Node, t *Tape) float64 {
	for k := range bars {
		clear(bars[k].W)
		bars[k].B, bars[k].Leaf = 0, 0
	}
	t.plan(nodes)
	p, v, bar := t.p, t.v, t.bar
	for _, k := range t.leaves {
		v[k] = nodes[k].Leaf
	}
	sum := 0.0
	for i, xi := range x {
		// Children come after their parents in the list, so this is bottom up.
		for m := len(t.inner) - 1; m >= 0; m-- {
			k := t.inner[m]
			n := &nodes[k]
			z := n.B
			xs := xi[:len(n.W)]
			for j, w := range n.W {
				z += w * xs[j]
			}
			g := 1 / (1 + math.Exp(-z))
			p[k] = g
			v[k] = g*v[n.Left] + (1-g)*v[n.Right]
		}
		e := v[0] - target[i]
		sum += e * e
		// v = p·vl + (1-p)·vr: vl' = p·v', vr' = (1-p)·v', p' = (vl - vr)·v', and z' = p·(1-p)·p'.
		bar[0] = 2 * e
		for _, k := range t.inner {
			l, r := nodes[k].Left, nodes[k].Right
			g, b := p[k], bar[k]
			bar[l] = g * b
			bar[r] = (1 - g) * b
			zBar := g * (1 - g) * (v[l] - v[r]) * b
			bars[k].B += zBar
			row := bars[k].W
			xs := xi[:len(row)]
			for j := range row {
				row[j] += zBar * xs[j]
			}
		}
		for _, k := range t.leaves {
			bars[k].Leaf += bar[k]
		}
	}
	return sum
}
