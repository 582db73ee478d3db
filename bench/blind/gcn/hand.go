package gcn

import "math"

// Tape is the memory that Gradient needs. The rows of the nodes are one after the other.
type Tape struct {
	scale           []float64
	hidden, hiddenb []float64
	active, activeb []float64
	out, outb       []float64
	z               []float64
}

func grow(b *[]float64, n int) []float64 {
	if cap(*b) < n {
		*b = make([]float64, n)
	}
	*b = (*b)[:n]
	return *b
}

// Gradient returns Loss and sets w0bar and w1bar to its derivatives. With the symmetric matrix A of the normalised
// graph, out = relu(A X W0) W1 and z = A out. The scale of a row is applied where the row is made (for the neighbors)
// and where a sum is complete (for the node itself).
func Gradient(t *Tape, w0, w1 [][]float64, g Graph, decay float64, w0bar, w1bar [][]float64) float64 {
	n, size, classes := len(g.Neighbors), len(w1), len(w1[0])
	scale := grow(&t.scale, n)
	for v, list := range g.Neighbors {
		scale[v] = 1 / math.Sqrt(float64(len(list)+1))
	}
	hidden, active := grow(&t.hidden, n*size), grow(&t.active, n*size)
	for v, x := range g.Features {
		row := hidden[v*size:][:size]
		clear(row)
		addRows(row, w0, x)
		for j := range row {
			row[j] *= scale[v]
		}
	}
	for v, list := range g.Neighbors {
		row := active[v*size:][:size]
		gather(row, hidden, list, v)
		for j, x := range row {
			row[j] = max(scale[v]*x, 0)
		}
	}
	out := grow(&t.out, n*classes)
	for v := range n {
		row := out[v*classes:][:classes]
		clear(row)
		addRows(row, w1, active[v*size:][:size])
		for j := range row {
			row[j] *= scale[v]
		}
	}

	// The loss; its derivative by z is softmax less the one of the label. A is symmetric, so A z bar scatters.
	loss, count := 0.0, 0
	for _, label := range g.Labels {
		if label >= 0 {
			count++
		}
	}
	share := 1 / float64(count)
	outb, z := grow(&t.outb, n*classes), grow(&t.z, classes)
	clear(outb)
	for v, label := range g.Labels {
		if label < 0 {
			continue
		}
		gather(z, out, g.Neighbors[v], v)
		top := math.Inf(-1)
		for j, x := range z {
			z[j] = scale[v] * x
			top = max(top, z[j])
		}
		right, sum := z[label], 0.0
		for j, x := range z {
			z[j] = math.Exp(x - top)
			sum += z[j]
		}
		loss += top + math.Log(sum) - right
		f := share * scale[v] / sum
		for j := range z {
			z[j] *= f
		}
		z[label] -= share * scale[v]
		scatter(outb, z, g.Neighbors[v], v)
	}
	loss *= share

	// out = scale active W1.
	activeb, hiddenb := grow(&t.activeb, n*size), grow(&t.hiddenb, n*size)
	clear(hiddenb)
	for v := range n {
		ob := outb[v*classes:][:classes]
		for j := range ob {
			ob[j] *= scale[v]
		}
		ab, a := activeb[v*size:][:size], active[v*size:][:size]
		dots(ab, w1, ob)
		for j, x := range a {
			if x > 0 {
				ab[j] *= scale[v]
			} else {
				ab[j] = 0
			}
		}
		scatter(hiddenb, ab, g.Neighbors[v], v)
	}
	for v := range n {
		hb := hiddenb[v*size:][:size]
		for j := range hb {
			hb[j] *= scale[v]
		}
	}
	// W bar is the transposed input times the derivative of the output.
	for k, row := range w1bar {
		clear(row)
		v := 0
		for ; v+4 <= n; v += 4 {
			a := active[v*size+k:]
			add4(row, outb[v*classes:], a[0], a[size], a[2*size], a[3*size])
		}
		for ; v < n; v++ {
			add1(row, outb[v*classes:], active[v*size+k])
		}
	}
	for k, row := range w0bar {
		for j, w := range w0[k] {
			loss += decay / 2 * w * w
			row[j] = decay * w
		}
		v := 0
		for ; v+4 <= n; v += 4 {
			x := g.Features[v : v+4]
			add4(row, hiddenb[v*size:], x[0][k], x[1][k], x[2][k], x[3][k])
		}
		for ; v < n; v++ {
			add1(row, hiddenb[v*size:], g.Features[v][k])
		}
	}
	return loss
}

// gather sets z to the sum of row v and the rows of the list.
func gather(z, rows []float64, list []int, v int) {
	copy(z, rows[v*len(z):])
	for _, u := range list {
		r := rows[u*len(z):][:len(z)]
		for j := range z {
			z[j] += r[j]
		}
	}
}

// scatter is gather backward: it adds zb to row v and the rows of the list.
func scatter(rows, zb []float64, list []int, v int) {
	r := rows[v*len(zb):][:len(zb)]
	for j, x := range zb {
		r[j] += x
	}
	for _, u := range list {
		r := rows[u*len(zb):][:len(zb)]
		for j, x := range zb {
			r[j] += x
		}
	}
}

// addRows adds x times the matrix w to y.
func addRows(y []float64, w [][]float64, x []float64) {
	k := 0
	for ; k+4 <= len(x); k += 4 {
		w0, w1, w2, w3 := w[k][:len(y)], w[k+1][:len(y)], w[k+2][:len(y)], w[k+3][:len(y)]
		x0, x1, x2, x3 := x[k], x[k+1], x[k+2], x[k+3]
		for j := range y {
			y[j] += x0*w0[j] + x1*w1[j] + (x2*w2[j] + x3*w3[j])
		}
	}
	for ; k < len(x); k++ {
		add1(y, w[k], x[k])
	}
}

// dots sets xb to the matrix w times yb.
func dots(xb []float64, w [][]float64, yb []float64) {
	for k, row := range w {
		row = row[:len(yb)]
		s := 0.0
		for j, g := range yb {
			s += g * row[j]
		}
		xb[k] = s
	}
}

func add1(y, r []float64, a float64) {
	r = r[:len(y)]
	for j := range y {
		y[j] += a * r[j]
	}
}

// add4 adds the first four rows of r, each times its factor.
func add4(y, r []float64, a0, a1, a2, a3 float64) {
	n := len(y)
	r0, r1, r2, r3 := r[:n], r[n:][:n], r[2*n:][:n], r[3*n:][:n]
	for j := range y {
		y[j] += a0*r0[j] + a1*r1[j] + (a2*r2[j] + a3*r3[j])
	}
}
