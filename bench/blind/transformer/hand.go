package transformer

import "math"

// Tape is the memory that Gradient needs. What is for each token is in one slice after the other.
type Tape struct {
	x, xb           []float64 // the input of the block
	q, k, v         []float64 // of all heads: head, token, number
	qb, kb, vb      []float64
	p               []float64 // of all heads: the weights, row t has t+1
	pb              []float64 // one row
	both, bothb     []float64
	y, hat1         []float64 // after the first normalisation; before its gain and bias
	inv1, inv2      []float64 // the inverse standard deviations
	hidden          []float64
	z, hat2         []float64
	prob            []float64 // one row of the derivative by logits for each token
	yb, hiddenb, zb []float64
}

func grow(b *[]float64, n int) []float64 {
	if cap(*b) < n {
		*b = make([]float64, n)
	}
	*b = (*b)[:n]
	return *b
}

// Gradient returns Loss and sets bar to its derivative with respect to m.
func Gradient(t *Tape, m Model, text []int, bar Model) float64 {
	n, width := len(text)-1, len(m.O)
	hid, words, all := len(m.W1), len(m.Output), len(m.O[0])
	loss := t.forward(m, text)

	// The output layer: prob has the derivatives by the logits.
	zb, yb := grow(&t.zb, n*width), grow(&t.yb, n*width)
	clear(zb)
	transposed(zb, m.Output, t.prob, n, width)
	outer(bar.Output, t.prob, t.z, n, words, width)
	norm(zb, t.hat2, t.inv2, m.Norm2, bar.Norm2, n, width)
	// Here zb is the derivative by the sum of y and the feed-forward network.
	copy(yb, zb)
	hb := grow(&t.hiddenb, n*hid)
	clear(hb)
	transposed(hb, m.W2, zb, n, hid)
	outer(bar.W2, zb, t.hidden, n, width, hid)
	sums(bar.B2, zb)
	for i, v := range t.hidden[:n*hid] {
		if v <= 0 {
			hb[i] = 0
		}
	}
	transposed(yb, m.W1, hb, n, width)
	outer(bar.W1, hb, t.y, n, hid, width)
	sums(bar.B1, hb)
	norm(yb, t.hat1, t.inv1, m.Norm1, bar.Norm1, n, width)
	xb, bothb := grow(&t.xb, n*width), grow(&t.bothb, n*all)
	copy(xb, yb)
	clear(bothb)
	transposed(bothb, m.O, yb, n, all)
	outer(bar.O, yb, t.both, n, width, all)

	qb, kb, vb, pb := grow(&t.qb, n*all), grow(&t.kb, n*all), grow(&t.vb, n*all), grow(&t.pb, n)
	at := 0
	p := t.p
	for i, h := range m.Heads {
		size := len(h.V)
		clear(kb[:n*size])
		clear(vb[:n*size])
		scale := 1 / math.Sqrt(float64(size))
		q, k, v := t.q[at*n:][:n*size], t.k[at*n:][:n*size], t.v[at*n:][:n*size]
		for s := range n {
			// out = sum of p v; p = softmax(scale q·k): the derivative by a score is p (pb - sum of p pb).
			ob := bothb[s*all+at:][:size]
			pu := p[:s+1]
			p = p[s+1:]
			mean := 0.0
			for u, w := range pu {
				vu, vbu := v[u*size:][:len(ob)], vb[u*size:][:len(ob)]
				g := 0.0
				for j, o := range ob {
					g += o * vu[j]
					vbu[j] += w * o
				}
				pb[u] = g
				mean += w * g
			}
			qs, qbs := q[s*size:][:size], qb[s*size:][:size]
			clear(qbs)
			for u, w := range pu {
				g := scale * w * (pb[u] - mean)
				ku, kbu, qbs := k[u*size:][:len(qs)], kb[u*size:][:len(qs)], qbs[:len(qs)]
				for j, x := range qs {
					qbs[j] += g * ku[j]
					kbu[j] += g * x
				}
			}
		}
		hbar := bar.Heads[i]
		transposed(xb, h.Q, qb, n, width)
		transposed(xb, h.K, kb, n, width)
		transposed(xb, h.V, vb, n, width)
		outer(hbar.Q, qb, t.x, n, size, width)
		outer(hbar.K, kb, t.x, n, size, width)
		outer(hbar.V, vb, t.x, n, size, width)
		at += size
	}
	for _, row := range bar.Embed {
		clear(row)
	}
	root := math.Sqrt(float64(width))
	for s := range n {
		row, g := bar.Embed[text[s]], xb[s*width:][:width]
		for j := range row {
			row[j] += root * g[j]
		}
	}
	return loss
}

// forward returns the loss and leaves its derivative by the logits in t.prob.
func (t *Tape) forward(m Model, text []int) float64 {
	n, width := len(text)-1, len(m.O)
	hid, words, all := len(m.W1), len(m.Output), len(m.O[0])
	x := grow(&t.x, n*width)
	root := math.Sqrt(float64(width))
	for s := range n {
		row := x[s*width:][:width]
		for j, e := range m.Embed[text[s]] {
			row[j] = root * e
		}
	}
	for j := 0; j < width; j += 2 {
		f := math.Pow(10000, float64(j)/float64(width))
		for s := range n {
			sin, cos := math.Sincos(float64(s) / f)
			x[s*width+j] += sin
			if j+1 < width {
				x[s*width+j+1] += cos
			}
		}
	}
	both := grow(&t.both, n*all)
	clear(both)
	q, k, v := grow(&t.q, n*all), grow(&t.k, n*all), grow(&t.v, n*all)
	p := grow(&t.p, len(m.Heads)*n*(n+1)/2)
	at := 0
	for _, h := range m.Heads {
		size := len(h.V)
		q, k, v := q[at*n:][:n*size], k[at*n:][:n*size], v[at*n:][:n*size]
		product(q, h.Q, x, n)
		product(k, h.K, x, n)
		product(v, h.V, x, n)
		scale := 1 / math.Sqrt(float64(size))
		for s := range n {
			qs, pu := q[s*size:][:size], p[:s+1]
			p = p[s+1:]
			top := math.Inf(-1)
			for u := range pu {
				ku := k[u*size:][:len(qs)]
				d := 0.0
				for j, w := range qs {
					d += w * ku[j]
				}
				pu[u] = d * scale
				top = max(top, pu[u])
			}
			sum := 0.0
			for u, w := range pu {
				pu[u] = math.Exp(w - top)
				sum += pu[u]
			}
			inv := 1 / sum
			out := both[s*all+at:][:size]
			for u := range pu {
				w := pu[u] * inv
				pu[u] = w
				vu := v[u*size:][:len(out)]
				for j := range out {
					out[j] += w * vu[j]
				}
			}
		}
		at += size
	}
	y, z, hidden, prob := grow(&t.y, n*width), grow(&t.z, n*width), grow(&t.hidden, n*hid), grow(&t.prob, n*words)
	hat1, hat2, inv1, inv2 := grow(&t.hat1, n*width), grow(&t.hat2, n*width), grow(&t.inv1, n), grow(&t.inv2, n)
	product(y, m.O, both, n)
	for i, v := range x {
		y[i] += v
	}
	for s := range n {
		inv1[s] = normalise(y[s*width:][:width], hat1[s*width:][:width], m.Norm1)
	}
	product(hidden, m.W1, y, n)
	for s := range n {
		row := hidden[s*hid:][:hid]
		for i, b := range m.B1 {
			row[i] = max(row[i]+b, 0)
		}
	}
	product(z, m.W2, hidden, n)
	for s := range n {
		row, ys := z[s*width:][:width], y[s*width:][:width]
		for i, b := range m.B2 {
			row[i] += b + ys[i]
		}
		inv2[s] = normalise(row, hat2[s*width:][:width], m.Norm2)
	}
	product(prob, m.Output, z, n)
	loss, share := 0.0, 1/float64(n)
	for s := range n {
		row := prob[s*words:][:words]
		right := row[text[s+1]]
		top := row[0]
		for _, v := range row {
			top = max(top, v)
		}
		sum := 0.0
		for i, v := range row {
			row[i] = math.Exp(v - top)
			sum += row[i]
		}
		loss += top + math.Log(sum) - right
		// The derivative of the cross-entropy by the logits is softmax less the one of the right word.
		f := share / sum
		for i := range row {
			row[i] *= f
		}
		row[text[s+1]] -= share
	}
	return loss * share
}

// normalise normalises x in place, keeps what is before gain and bias in hat, and returns the inverse deviation.
func normalise(x, hat []float64, n Norm) float64 {
	share := 1 / float64(len(x))
	mean, variance := 0.0, 0.0
	for _, v := range x {
		mean += v
	}
	mean *= share
	for _, v := range x {
		variance += (v - mean) * (v - mean)
	}
	inv := 1 / math.Sqrt(variance*share+1e-5)
	hat, gain, bias := hat[:len(x)], n.Gain[:len(x)], n.Bias[:len(x)]
	for j, v := range x {
		hat[j] = (v - mean) * inv
		x[j] = gain[j]*hat[j] + bias[j]
	}
	return inv
}

// norm goes backward through a normalisation, in place. With h = gain times the derivative it is
// inv (h - mean of h - hat times the mean of h hat).
func norm(yb, hat, inv []float64, of, bar Norm, n, width int) {
	clear(bar.Gain)
	clear(bar.Bias)
	share := 1 / float64(width)
	gain, gb, bb := of.Gain[:width], bar.Gain[:width], bar.Bias[:width]
	for s := range n {
		g, x := yb[s*width:][:width], hat[s*width:][:width]
		a, b := 0.0, 0.0
		for j, v := range g {
			gb[j] += v * x[j]
			bb[j] += v
			v *= gain[j]
			g[j] = v
			a += v
			b += v * x[j]
		}
		a *= share
		b *= share
		f := inv[s]
		for j, v := range g {
			g[j] = f * (v - a - b*x[j])
		}
	}
}

// product sets the n rows of y to w times the rows of x.
func product(y []float64, w [][]float64, x []float64, n int) {
	rows, columns := len(w), len(w[0])
	for s := range n {
		ys, xs := y[s*rows:][:rows], x[s*columns:][:columns]
		i := 0
		for ; i+4 <= rows; i += 4 {
			w0, w1, w2, w3 := w[i][:columns], w[i+1][:columns], w[i+2][:columns], w[i+3][:columns]
			var s0, s1, s2, s3 float64
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
			s0 := 0.0
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

// sums sets bar to the sum of the rows of yb.
func sums(bar, yb []float64) {
	clear(bar)
	for ; len(yb) >= len(bar); yb = yb[len(bar):] {
		for i := range bar {
			bar[i] += yb[i]
		}
	}
}
