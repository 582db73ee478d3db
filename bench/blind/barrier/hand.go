package barrier

import "math"

// Tape is memory kept between calls of Gradient.
type Tape struct {
	l, lBar      []float64 // the lower factor, row by row without what is above the diagonal
	move, moveBg []float64 // its rows times vol·√dt, and what is gathered by them
	drift        []float64
	driftBg      []float64
	prices       []float64 // those of one path by step and asset
	part, slope  []float64 // the survival and its derivative by the level, by step
	logBar       []float64 // the derivative by the log of the price, by asset
}

func grow(n int, buffers ...*[]float64) {
	for _, b := range buffers {
		if cap(*b) < n {
			*b = make([]float64, n)
		}
		*b = (*b)[:n]
	}
}

// Gradient is Price and its derivatives, which overwrite spotBar, volBar and corrBar; that by the rate is the second
// result. All paths have the same number of steps.
func Gradient(spot, vol []float64, corr [][]float64, rate float64, option Option, normals [][]float64,
	spotBar, volBar []float64, corrBar [][]float64, t *Tape) (value, rateBar float64) {
	n := len(spot)
	steps := len(normals[0]) / n
	tri := n * (n + 1) / 2
	grow(tri, &t.l, &t.lBar, &t.move, &t.moveBg)
	grow(n, &t.drift, &t.driftBg, &t.logBar)
	grow(n*(steps+1), &t.prices)
	grow(steps, &t.part, &t.slope)
	clear(t.moveBg)
	clear(t.driftBg)
	clear(spotBar)

	t.cholesky(corr)
	dt := option.Maturity / float64(steps)
	root := math.Sqrt(dt)
	for i, at := 0, 0; i < n; i++ {
		t.drift[i] = (rate - 0.5*vol[i]*vol[i]) * dt
		for j := 0; j <= i; j++ {
			t.move[at] = vol[i] * root * t.l[at]
			at++
		}
	}
	sum := 0.0
	for _, path := range normals {
		sum += t.path(spot, &option, path, spotBar)
	}
	scale := math.Exp(-rate*option.Maturity) / float64(len(normals))
	value = sum * scale
	rateBar = -option.Maturity * value

	// move = vol·√dt·L, and drift = (rate - ½vol²)·dt.
	for i, at := 0, 0; i < n; i++ {
		gathered := 0.0
		for j := 0; j <= i; j++ {
			b := scale * root * t.moveBg[at]
			gathered += b * t.l[at]
			t.lBar[at] = b * vol[i]
			at++
		}
		driftBar := scale * dt * t.driftBg[i]
		volBar[i] = gathered - vol[i]*driftBar
		rateBar += driftBar
		spotBar[i] *= scale / spot[i]
	}
	t.choleskyBack(corrBar)
	return value, rateBar
}

// path is the payoff of one path. It adds the derivatives to moveBg, driftBg and, by the log of the spot, spotBar.
func (t *Tape) path(spot []float64, option *Option, path, spotBar []float64) float64 {
	n := len(spot)
	steps := len(t.part)
	weights := option.Weights[:n]
	before := t.prices[:n]
	copy(before, spot)
	alive, level := 1.0, 0.0
	for k := range steps {
		z := path[k*n : (k+1)*n]
		now := t.prices[(k+1)*n : (k+2)*n]
		at := 0
		level = 0
		for i, drift := range t.drift {
			e := 0.0
			row := t.move[at : at+i+1]
			zs := z[:len(row)]
			for j, m := range row {
				e += m * zs[j]
			}
			at += i + 1
			now[i] = before[i] * math.Exp(drift+e)
			level += weights[i] * now[i]
		}
		u := (level - option.Barrier + option.Width) / (2 * option.Width)
		if u >= 1 {
			return 0
		}
		t.part[k], t.slope[k] = 1, 0
		if u > 0 {
			t.part[k] = 1 - u*u*(3-2*u)
			t.slope[k] = -3 * u * (1 - u) / option.Width
			alive *= t.part[k]
		}
		before = now
	}
	payoff := level - option.Strike
	if alive == 0 || payoff <= 0 {
		return 0
	}
	// The log of a price is that of the spot plus all exponents up to it. So going back, the derivative by it gathers
	// what each level adds, and is the derivative by every exponent on the way.
	clear(t.logBar)
	total := alive * payoff
	levelBar := alive
	for k := steps - 1; k >= 0; k-- {
		if t.slope[k] != 0 {
			levelBar += total / t.part[k] * t.slope[k]
		}
		now := t.prices[(k+1)*n : (k+2)*n]
		if levelBar != 0 {
			for i, p := range now {
				t.logBar[i] += levelBar * weights[i] * p
			}
		}
		levelBar = 0
		z := path[k*n : (k+1)*n]
		at := 0
		for i, b := range t.logBar {
			t.driftBg[i] += b
			row := t.moveBg[at : at+i+1]
			zs := z[:len(row)]
			for j := range row {
				row[j] += b * zs[j]
			}
			at += i + 1
		}
	}
	for i, b := range t.logBar {
		spotBar[i] += b
	}
	return total
}

// cholesky fills l.
func (t *Tape) cholesky(corr [][]float64) {
	at := 0
	for i := range corr {
		row := t.l[at : at+i+1]
		from := 0
		for j := 0; j <= i; j++ {
			other := t.l[from : from+j+1]
			s := corr[i][j]
			for k := 0; k < j; k++ {
				s -= row[k] * other[k]
			}
			if i == j {
				row[i] = math.Sqrt(s)
			} else {
				row[j] = s / other[j]
			}
			from += j + 1
		}
		at += i + 1
	}
}

// choleskyBack replaces lBar, step by step backwards, by the derivative by the entries of the matrix.
func (t *Tape) choleskyBack(corrBar [][]float64) {
	at := len(t.l)
	for i := len(corrBar) - 1; i >= 0; i-- {
		clear(corrBar[i])
		at -= i + 1
		row, rowBar := t.l[at:at+i+1], t.lBar[at:at+i+1]
		from := at
		for j := i; j >= 0; j-- {
			other, otherBar := t.l[from:from+j+1], t.lBar[from:from+j+1]
			// l_ii = √s, or l_ij = s / l_jj.
			var s float64
			if i == j {
				s = rowBar[i] / (2 * row[i])
			} else {
				s = rowBar[j] / other[j]
				otherBar[j] -= s * row[j]
			}
			corrBar[i][j] = s
			// s = corr_ij - Σ l_ik·l_jk. On the diagonal both are the same row.
			for k := 0; k < j; k++ {
				rowBar[k] -= s * other[k]
				otherBar[k] -= s * row[k]
			}
			from -= j
		}
	}
}
