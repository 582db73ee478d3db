package bspline

// Tape keeps the differences of the coefficients.
type Tape struct {
	diff []float64
}

// local is what belongs to the span in which the points now lie. The six steps of the recursion
// are numbered 0, 1, 2 (r = 1, j = 3, 2, 1), 3, 4 (r = 2, j = 3, 2), 5 (r = 3, j = 3).
type local struct {
	c     [4]float64 // the coefficients
	left  [6]float64 // the knot at the left of each step
	inv   [6]float64 // 1 over the distance to the knot at the right
	cBar  [4]float64
	slope [6]float64 // sum of alphaBar
	turn  [6]float64 // sum of alphaBar*alpha
}

var lefts = [6]int{3, 2, 1, 3, 2, 3}
var rights = [6]int{6, 5, 4, 5, 4, 4}

func (l *local) load(s Spline, span int) {
	*l = local{}
	copy(l.c[:], s.Coefs[span-degree:])
	t := s.Knots[span-degree:]
	for k := range l.left {
		l.left[k] = t[lefts[k]]
		l.inv[k] = 1 / (t[rights[k]] - l.left[k])
	}
}

// store gives back what the span's points have gathered. From alpha = (x - left)*inv come
// leftBar = alphaBar*(alpha - 1)*inv and rightBar = -alphaBar*alpha*inv.
func (l *local) store(bar Spline, span int) {
	c := bar.Coefs[span-degree:]
	for j, v := range l.cBar {
		c[j] += v
	}
	t := bar.Knots[span-degree:]
	for k, inv := range l.inv {
		t[lefts[k]] += (l.turn[k] - l.slope[k]) * inv
		t[rights[k]] -= l.turn[k] * inv
	}
}

// Gradient is the value of Criterion; it overwrites bar with the derivative by the spline.
func Gradient(tape *Tape, s Spline, data Data, lambda float64, order int, bar Spline) float64 {
	n := len(s.Coefs)
	clear(bar.Knots)
	rough := tape.roughness(s.Coefs, lambda, order, bar.Coefs)

	lo, hi := s.Knots[degree], s.Knots[n]
	span, loaded := degree, -1
	var l local
	sum := 0.0
	ys, weights := data.Y[:len(data.X)], data.Weight[:len(data.X)]
	for i, x := range data.X {
		if x < lo {
			continue
		}
		if x >= hi {
			break
		}
		for x >= s.Knots[span+1] {
			span++
		}
		if span != loaded {
			if loaded >= 0 {
				l.store(bar, loaded)
			}
			l.load(s, span)
			loaded = span
		}
		sum += l.point(x, ys[i], weights[i])
	}
	if loaded >= 0 {
		l.store(bar, loaded)
	}
	return sum + lambda*rough
}

// point is the term of one point, and its way back. A step d = (1-alpha)*a + alpha*b gives
// aBar = (1-alpha)*dBar, bBar = alpha*dBar, alphaBar = (b-a)*dBar.
func (l *local) point(x, y, weight float64) float64 {
	a0 := (x - l.left[0]) * l.inv[0]
	a1 := (x - l.left[1]) * l.inv[1]
	a2 := (x - l.left[2]) * l.inv[2]
	a3 := (x - l.left[3]) * l.inv[3]
	a4 := (x - l.left[4]) * l.inv[4]
	a5 := (x - l.left[5]) * l.inv[5]

	g0, g1, g2 := l.c[3]-l.c[2], l.c[2]-l.c[1], l.c[1]-l.c[0]
	d0 := l.c[2] + a0*g0
	d1 := l.c[1] + a1*g1
	d2 := l.c[0] + a2*g2
	g3, g4 := d0-d1, d1-d2
	d3 := d1 + a3*g3
	d4 := d2 + a4*g4
	g5 := d3 - d4
	r := y - (d4 + a5*g5)

	wr := weight * r
	b5 := -2 * wr
	b3 := a5 * b5
	b4 := b5 - b3
	b0 := a3 * b3
	up := a4 * b4
	b1 := b3 - b0 + up
	b2 := b4 - up
	c3 := a0 * b0
	c2 := a1 * b1
	c1 := a2 * b2
	l.cBar[3] += c3
	l.cBar[2] += b0 - c3 + c2
	l.cBar[1] += b1 - c2 + c1
	l.cBar[0] += b2 - c1

	b0 *= g0
	b1 *= g1
	b2 *= g2
	b3 *= g3
	b4 *= g4
	b5 *= g5
	l.slope[0] += b0
	l.slope[1] += b1
	l.slope[2] += b2
	l.slope[3] += b3
	l.slope[4] += b4
	l.slope[5] += b5
	l.turn[0] += a0 * b0
	l.turn[1] += a1 * b1
	l.turn[2] += a2 * b2
	l.turn[3] += a3 * b3
	l.turn[4] += a4 * b4
	l.turn[5] += a5 * b5
	return wr * r
}

// roughness overwrites bar with lambda times the derivative of what it returns. Backward, each
// round of differences is transposed, from the last entry to the first.
func (tape *Tape) roughness(coefs []float64, lambda float64, order int, bar []float64) float64 {
	diff := append(tape.diff[:0], coefs...)
	tape.diff = diff
	for range order {
		for j := 0; j+1 < len(diff); j++ {
			diff[j] = diff[j+1] - diff[j]
		}
		diff = diff[:len(diff)-1]
	}
	sum := 0.0
	clear(bar)
	for j, d := range diff {
		sum += d * d
		bar[j] = 2 * lambda * d
	}
	for m := len(diff); m < len(coefs); m++ {
		for j := m; j > 0; j-- {
			bar[j] = bar[j-1] - bar[j]
		}
		bar[0] = -bar[0]
	}
	return sum
}
