package softdtw

import "math"

// Tape is the memory that Gradient needs.
type Tape struct {
	above, row   []float64 // two rows of the table, and two of its derivative
	aboveb, rowb []float64
	weights      []weight // of the cells of one pair, band after band
}

// weight is how much each of the three cells before a cell has to do with its minimum.
type weight struct {
	diagonal, above, left float64
}

func grow(b *[]float64, n int) []float64 {
	if cap(*b) < n {
		*b = make([]float64, n)
	}
	*b = (*b)[:n]
	return *b
}

// Gradient returns Loss and sets xsBar and ysBar to its derivatives.
func Gradient(t *Tape, xs, ys [][]float64, gamma float64, radius int, xsBar, ysBar [][]float64) float64 {
	total, share := 0.0, 1/float64(len(xs))
	for k, x := range xs {
		total += t.forward(x, ys[k], gamma, radius)
		t.backward(x, ys[k], radius, share, xsBar[k], ysBar[k])
	}
	return total * share
}

func (t *Tape) forward(x, y []float64, gamma float64, radius int) float64 {
	above, row := grow(&t.above, len(y)+1), grow(&t.row, len(y)+1)
	weights := t.weights[:0]
	infinity, inv := math.Inf(1), 1/gamma
	for j := range above {
		above[j], row[j] = infinity, infinity
	}
	above[0] = 0
	for i, p := range x {
		first, last := band(i, len(x), len(y), radius)
		// Rows go only to the right: of what the slice had two rows ago only this cell could be read again.
		row[first] = infinity
		left, diagonal := infinity, above[first]
		ups, out, q := above[first+1:last+2], row[first+1:last+2], y[first:last+1]
		for j, up := range ups {
			// The derivative of the soft minimum by each number is its share of the sum of exponentials.
			low := min(diagonal, up, left)
			if low == infinity {
				weights = append(weights, weight{})
				out[j], left, diagonal = low, low, up
				continue
			}
			w := weight{1, 1, 1}
			if diagonal != low {
				w.diagonal = math.Exp((low - diagonal) * inv)
			}
			if up != low {
				w.above = math.Exp((low - up) * inv)
			}
			if left != low {
				w.left = math.Exp((low - left) * inv)
			}
			sum := w.diagonal + w.above + w.left
			f := 1 / sum
			weights = append(weights, weight{w.diagonal * f, w.above * f, w.left * f})
			d := p - q[j]
			left = d*d + (low - gamma*math.Log(sum))
			out[j] = left
			diagonal = up
		}
		above, row = row, above
	}
	t.weights = weights
	return above[len(y)]
}

// backward sets xb and yb. A cell hands its derivative to the three before it by their weights.
func (t *Tape) backward(x, y []float64, radius int, seed float64, xb, yb []float64) {
	aboveb, rowb := grow(&t.aboveb, len(y)+1), grow(&t.rowb, len(y)+1)
	clear(aboveb)
	clear(rowb)
	clear(yb)
	rowb[len(y)] = seed
	weights := t.weights
	for i := len(x) - 1; i >= 0; i-- {
		first, last := band(i, len(x), len(y), radius)
		cells := weights[len(weights)-(last-first+1):]
		weights = weights[:len(weights)-len(cells)]
		e, up := rowb[first+1:][:len(cells)], aboveb[first:][:len(cells)+1]
		q, qb := y[first:][:len(cells)], yb[first:][:len(cells)]
		p, sum, left, diagonal := x[i], 0.0, 0.0, 0.0
		for j := len(cells) - 1; j >= 0; j-- {
			w := &cells[j]
			g := e[j] + left
			e[j] = 0
			left = g * w.left
			up[j+1] = diagonal + g*w.above
			diagonal = g * w.diagonal
			d := 2 * g * (p - q[j])
			sum += d
			qb[j] -= d
		}
		up[0] = diagonal
		rowb[first] = 0
		xb[i] = sum
		aboveb, rowb = rowb, aboveb
	}
}
