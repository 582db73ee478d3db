package treelstm

import "math"

// Tape is the memory that Gradient needs. The nodes of all trees are in one row; most slices have for each node as many
// numbers as a state has.
type Tape struct {
	x, xb              []float64 // the vectors of the words
	sum                []float64 // the sums of the states of the children
	in, fx, out, cell  []float64 // the gates; fx is the part of the forget gates that comes from the word
	forget             []float64 // the forget gate of the parent for this node
	c, tc, h           []float64 // the cell, its tanh, the state
	hb, cb             []float64
	inb, outb, cellb   []float64 // derivatives before the activations
	forgetb, forgetsum []float64 // of forget; of fx
	prob, ph           []float64 // for each label: the derivative by the logits, and the state
	sumb               []float64 // of one node
	labelled           []int     // the nodes with labels
}

func grow(b *[]float64, n int) []float64 {
	if cap(*b) < n {
		*b = make([]float64, n)
	}
	*b = (*b)[:n]
	return *b
}

// Gradient returns Loss and sets bar to its derivative with respect to m. The trees go forward and then backward node
// by node; what is the same for all nodes (the words into the gates, the derivatives of the weights) is done for all
// at once.
func Gradient(t *Tape, m Model, trees [][]Node, bar Model) float64 {
	n, size, width, classes := 0, len(m.Forget.B), len(m.Input.W[0]), len(m.Bias)
	for _, tree := range trees {
		n += len(tree)
	}
	for _, b := range []*[]float64{
		&t.sum, &t.in, &t.fx, &t.out, &t.cell, &t.forget, &t.c, &t.tc, &t.h,
		&t.hb, &t.cb, &t.inb, &t.outb, &t.cellb, &t.forgetb, &t.forgetsum,
	} {
		grow(b, n*size)
	}
	clear(t.hb)
	grow(&t.sumb, size)
	x, i := grow(&t.x, n*width), 0
	for _, tree := range trees {
		for _, node := range tree {
			copy(x[i*width:], m.Words[node.Word])
			i++
		}
	}
	product(t.in, m.Input.W, x, m.Input.B, n)
	product(t.fx, m.Forget.W, x, m.Forget.B, n)
	product(t.out, m.Output.W, x, m.Output.B, n)
	product(t.cell, m.Cell.W, x, m.Cell.B, n)
	t.labelled = t.labelled[:0]
	base := 0
	for _, tree := range trees {
		t.forward(m, tree, base, 0)
		base += len(tree)
	}
	loss := t.classify(m, bar)
	base = 0
	for _, tree := range trees {
		clear(t.cb[base*size:][:size])
		clear(t.forgetb[base*size:][:size])
		t.backward(m, tree, base, 0)
		base += len(tree)
	}
	outer(bar.Input.U, t.inb, t.sum, n, size, size)
	outer(bar.Output.U, t.outb, t.sum, n, size, size)
	outer(bar.Cell.U, t.cellb, t.sum, n, size, size)
	outer(bar.Forget.U, t.forgetb, t.h, n, size, size)
	xb := grow(&t.xb, n*width)
	clear(xb)
	t.word(m.Input, t.inb, bar.Input, n, width)
	t.word(m.Forget, t.forgetsum, bar.Forget, n, width)
	t.word(m.Output, t.outb, bar.Output, n, width)
	t.word(m.Cell, t.cellb, bar.Cell, n, width)
	for _, row := range bar.Words {
		clear(row)
	}
	for _, tree := range trees {
		for _, node := range tree {
			for j := range width {
				bar.Words[node.Word][j] += xb[j]
			}
			xb = xb[width:]
		}
	}
	clear(bar.Bias)
	for p := t.prob; len(p) > 0; p = p[classes:] {
		for k := range bar.Bias {
			bar.Bias[k] += p[k]
		}
	}
	return loss
}

// word goes backward through the part of a gate that comes from the words.
func (t *Tape) word(g Gate, gb []float64, bar Gate, n, width int) {
	size := len(g.B)
	transposed(t.xb, g.W, gb, n, width)
	outer(bar.W, gb, t.x, n, size, width)
	clear(bar.B)
	for ; len(gb) > 0; gb = gb[size:] {
		for j := range bar.B {
			bar.B[j] += gb[j]
		}
	}
}

// forward computes the state of the node `at` of the tree whose nodes start at base.
func (t *Tape) forward(m Model, tree []Node, base, at int) {
	size := len(m.Forget.B)
	node, o := &tree[at], (base+at)*size
	sum := t.sum[o:][:size]
	clear(sum)
	for _, child := range node.Children {
		t.forward(m, tree, base, child)
		h := t.h[(base+child)*size:][:size]
		for j := range sum {
			sum[j] += h[j]
		}
	}
	in, out, cell := t.in[o:][:size], t.out[o:][:size], t.cell[o:][:size]
	if len(node.Children) > 0 {
		product(in, m.Input.U, sum, in, 1)
		product(out, m.Output.U, sum, out, 1)
		product(cell, m.Cell.U, sum, cell, 1)
	}
	c, tc, h := t.c[o:][:size], t.tc[o:][:size], t.h[o:][:size]
	for j := range c {
		in[j] = sigmoid(in[j])
		out[j] = sigmoid(out[j])
		cell[j] = math.Tanh(cell[j])
		c[j] = in[j] * cell[j]
	}
	for _, child := range node.Children {
		o := (base + child) * size
		f, ck := t.forget[o:][:size], t.c[o:][:size]
		product(f, m.Forget.U, t.h[o:][:size], t.fx[(base+at)*size:][:size], 1)
		for j := range c {
			f[j] = sigmoid(f[j])
			c[j] += f[j] * ck[j]
		}
	}
	for j := range c {
		tc[j] = math.Tanh(c[j])
		h[j] = out[j] * tc[j]
	}
	if node.Label >= 0 {
		t.labelled = append(t.labelled, base+at, node.Label)
	}
}

// classify returns the loss and adds its derivative by the states to t.hb.
func (t *Tape) classify(m, bar Model) float64 {
	size, classes, n := len(m.Forget.B), len(m.Bias), len(t.labelled)/2
	prob, ph := grow(&t.prob, n*classes), grow(&t.ph, n*size)
	if n == 0 {
		for _, row := range bar.Classes {
			clear(row)
		}
		return 0
	}
	for i := range n {
		copy(ph[i*size:][:size], t.h[t.labelled[2*i]*size:])
	}
	product(prob, m.Classes, ph, m.Bias, n)
	loss, share := 0.0, 1/float64(n)
	for i := range n {
		p, label := prob[i*classes:][:classes], t.labelled[2*i+1]
		right, top, sum := p[label], p[0], 0.0
		for _, z := range p {
			top = max(top, z)
		}
		for k, z := range p {
			p[k] = math.Exp(z - top)
			sum += p[k]
		}
		loss += top + math.Log(sum) - right
		// The derivative by the logits is softmax less the one of the label.
		f := share / sum
		for k := range p {
			p[k] *= f
		}
		p[label] -= share
		transposed(t.hb[t.labelled[2*i]*size:][:size], m.Classes, p, 1, size)
	}
	outer(bar.Classes, prob, ph, n, classes, size)
	return loss * share
}

// backward goes from a node to its children. hb and cb of the node are complete when it is called, but for what the
// state does to its own cell.
func (t *Tape) backward(m Model, tree []Node, base, at int) {
	size := len(m.Forget.B)
	node, o := &tree[at], (base+at)*size
	in, out, cell, tc := t.in[o:][:size], t.out[o:][:size], t.cell[o:][:size], t.tc[o:][:size]
	hb, cb := t.hb[o:][:size], t.cb[o:][:size]
	inb, outb, cellb := t.inb[o:][:size], t.outb[o:][:size], t.cellb[o:][:size]
	// h = out tanh(c), c = in cell + sum of forget c'. The activations have the derivatives s (1 - s) and 1 - t².
	for j, g := range hb {
		i, o, u, a := in[j], out[j], cell[j], tc[j]
		d := cb[j] + g*o*(1-a*a)
		cb[j] = d
		outb[j] = g * a * o * (1 - o)
		inb[j] = d * u * i * (1 - i)
		cellb[j] = d * i * (1 - u*u)
	}
	fs := t.forgetsum[o:][:size]
	clear(fs)
	if len(node.Children) == 0 {
		return
	}
	sumb := t.sumb
	clear(sumb)
	transposed(sumb, m.Input.U, inb, 1, size)
	transposed(sumb, m.Output.U, outb, 1, size)
	transposed(sumb, m.Cell.U, cellb, 1, size)
	for _, child := range node.Children {
		o := (base + child) * size
		f, fb, ck, ckb := t.forget[o:][:size], t.forgetb[o:][:size], t.c[o:][:size], t.cb[o:][:size]
		hkb := t.hb[o:][:size]
		for j, d := range cb {
			ckb[j] = d * f[j]
			g := d * ck[j] * f[j] * (1 - f[j])
			fb[j] = g
			fs[j] += g
			hkb[j] += sumb[j]
		}
		transposed(hkb, m.Forget.U, fb, 1, size)
	}
	// sumb is used up before the children use it again.
	for _, child := range node.Children {
		t.backward(m, tree, base, child)
	}
}

// product sets the n rows of y to w times the rows of x, plus b. Where n is 1, b may be y.
func product(y []float64, w [][]float64, x, b []float64, n int) {
	rows, columns := len(w), len(w[0])
	for s := range n {
		ys, xs := y[s*rows:][:rows], x[s*columns:][:columns]
		i := 0
		for ; i+4 <= rows; i += 4 {
			w0, w1, w2, w3 := w[i][:columns], w[i+1][:columns], w[i+2][:columns], w[i+3][:columns]
			s0, s1, s2, s3 := b[i], b[i+1], b[i+2], b[i+3]
			for j, v := range xs {
				s0 += w0[j] * v
				s1 += w1[j] * v
				s2 += w2[j] * v
				s3 += w3[j] * v
			}
			ys[i], ys[i+1], ys[i+2], ys[i+3] = s0, s1, s2, s3
		}
		for ; i < rows; i++ {
			row := w[i][:columns]
			s0 := b[i]
			for j, v := range xs {
				s0 += row[j] * v
			}
			ys[i] = s0
		}
	}
}

// transposed adds the transposed w times the rows of yb to the rows of xb.
func transposed(xb []float64, w [][]float64, yb []float64, n, columns int) {
	rows := len(w)
	for s := range n {
		xs, g := xb[s*columns:][:columns], yb[s*rows:][:rows]
		i := 0
		for ; i+4 <= rows; i += 4 {
			w0, w1, w2, w3 := w[i][:columns], w[i+1][:columns], w[i+2][:columns], w[i+3][:columns]
			g0, g1, g2, g3 := g[i], g[i+1], g[i+2], g[i+3]
			for j := range xs {
				xs[j] += g0*w0[j] + g1*w1[j] + (g2*w2[j] + g3*w3[j])
			}
		}
		for ; i < rows; i++ {
			row, v := w[i][:columns], g[i]
			for j := range xs {
				xs[j] += v * row[j]
			}
		}
	}
}

// outer sets bar to the sum over the n rows of the outer products of yb and x.
func outer(bar [][]float64, yb, x []float64, n, rows, columns int) {
	for i, row := range bar {
		row = row[:columns]
		clear(row)
		s := 0
		for ; s+4 <= n; s += 4 {
			g0, g1, g2, g3 := yb[s*rows+i], yb[(s+1)*rows+i], yb[(s+2)*rows+i], yb[(s+3)*rows+i]
			x0, x1 := x[s*columns:][:columns], x[(s+1)*columns:][:columns]
			x2, x3 := x[(s+2)*columns:][:columns], x[(s+3)*columns:][:columns]
			for j := range row {
				row[j] += g0*x0[j] + g1*x1[j] + (g2*x2[j] + g3*x3[j])
			}
		}
		for ; s < n; s++ {
			v, xs := yb[s*rows+i], x[s*columns:][:columns]
			for j := range row {
				row[j] += v * xs[j]
			}
		}
	}
}
