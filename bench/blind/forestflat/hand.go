package forestflat

import "math"

// Tape is memory kept between calls of Gradient.
type Tape struct {
	inner, leaves []int     // the inner nodes, parents before children, and the leaves
	p             []float64 // the gate of each inner node
	v             []float64 // the response of each node
	bar           []float64 // the derivative by v
}

// plan lists the nodes of the tree and makes room for n of them.
func (t *Tape) plan(left, right []int) {
	if n := len(left); len(t.v) != n {
		t.p, t.v, t.bar = make([]float64, n), make([]float64, n), make([]float64, n)
	}
	t.inner, t.leaves = t.inner[:0], t.leaves[:0]
	t.visit(0, left, right)
}

func (t *Tape) visit(k int, left, right []int) {
	if left[k] < 0 {
		t.leaves = append(t.leaves, k)
		return
	}
	t.inner = append(t.inner, k)
	t.visit(left[k], left, right)
	t.visit(right[k], left, right)
}

// Gradient is Loss and its derivatives, which overwrite weightsBar, biasBar and leafBar.
func Gradient(d int, weights, bias, leaf []float64, left, right []int, x, target []float64,
	weightsBar, biasBar, leafBar []float64, t *Tape) float64 {
	clear(weightsBar)
	clear(biasBar)
	clear(leafBar)
	t.plan(left, right)
	p, v, bar := t.p, t.v, t.bar
	for _, k := range t.leaves {
		v[k] = leaf[k]
	}
	sum := 0.0
	for i := range target {
		xi := x[i*d : (i+1)*d]
		// Children come after their parents in the list, so this is bottom up.
		for n := len(t.inner) - 1; n >= 0; n-- {
			k := t.inner[n]
			z := bias[k]
			row := weights[k*d : (k+1)*d]
			xs := xi[:len(row)]
			for j, w := range row {
				z += w * xs[j]
			}
			g := 1 / (1 + math.Exp(-z))
			p[k] = g
			v[k] = g*v[left[k]] + (1-g)*v[right[k]]
		}
		e := v[0] - target[i]
		sum += e * e
		// v = p·vl + (1-p)·vr: vl' = p·v', vr' = (1-p)·v', p' = (vl - vr)·v', and z' = p·(1-p)·p'.
		bar[0] = 2 * e
		for _, k := range t.inner {
			l, r := left[k], right[k]
			g, b := p[k], bar[k]
			bar[l] = g * b
			bar[r] = (1 - g) * b
			zBar := g * (1 - g) * (v[l] - v[r]) * b
			biasBar[k] += zBar
			row := weightsBar[k*d : (k+1)*d]
			xs := xi[:len(row)]
			for j := range row {
				row[j] += zBar * xs[j]
			}
		}
		for _, k := range t.leaves {
			leafBar[k] += bar[k]
		}
	}
	return sum
}
