package wave

// Tape is memory kept between calls of Gradient. All fields are flat, row by row.
type Tape struct {
	square          []float64 // (vel·dt/dx)², zero at the edge
	squareBar       []float64
	prev, cur, next []float64
	laplacians      []float64 // by step
	residuals       []float64 // by step and receiver
	weighted        []float64 // square times the derivative by the new field
}

func grow(n int, buffers ...*[]float64) {
	for _, b := range buffers {
		if cap(*b) < n {
			*b = make([]float64, n)
		}
		*b = (*b)[:n]
	}
}

// Gradient is Misfit and its derivative, which overwrites velBar.
func Gradient(vel [][]float64, dt, dx float64, shot Shot, velBar [][]float64, t *Tape) float64 {
	rows, cols := len(vel), len(vel[0])
	size, steps, receivers := rows*cols, len(shot.Signal), len(shot.Receivers)
	grow(size, &t.square, &t.squareBar, &t.prev, &t.cur, &t.next, &t.weighted)
	grow(size*steps, &t.laplacians)
	grow(steps*receivers, &t.residuals)
	clear(t.square)
	ratio := dt / dx
	for i := 1; i < rows-1; i++ {
		row := t.square[i*cols : (i+1)*cols]
		for j := 1; j < cols-1; j++ {
			courant := vel[i][j] * ratio
			row[j] = courant * courant
		}
	}
	clear(t.prev)
	clear(t.cur)
	clear(t.next)
	source := shot.Source.Row*cols + shot.Source.Col
	sum := 0.0
	for n, amplitude := range shot.Signal {
		t.leap(rows, cols, t.laplacians[n*size:(n+1)*size])
		t.next[source] += dt * dt * amplitude
		for r, p := range shot.Receivers {
			d := t.next[p.Row*cols+p.Col] - shot.Data[n][r]
			t.residuals[n*receivers+r] = d
			sum += d * d
		}
		t.prev, t.cur, t.next = t.cur, t.next, t.prev
	}

	// Backwards next holds the derivative by the new field, and cur what there is by the one before it.
	clear(t.cur)
	clear(t.next)
	clear(t.squareBar)
	clear(t.weighted)
	for n := steps - 1; n >= 0; n-- {
		for r, p := range shot.Receivers {
			t.next[p.Row*cols+p.Col] += t.residuals[n*receivers+r]
		}
		t.back(rows, cols, t.laplacians[n*size:(n+1)*size])
		t.cur, t.next = t.next, t.cur
	}
	for i := range rows {
		clear(velBar[i])
	}
	for i := 1; i < rows-1; i++ {
		row := t.squareBar[i*cols : (i+1)*cols]
		out, v := velBar[i][:len(row)], vel[i][:len(row)]
		for j := 1; j < len(row)-1; j++ {
			out[j] = 2 * ratio * ratio * v[j] * row[j]
		}
	}
	return 0.5 * sum
}

// leap does a step and keeps the Laplacians.
func (t *Tape) leap(rows, cols int, laplacians []float64) {
	for i := 1; i < rows-1; i++ {
		from, to := i*cols, (i+1)*cols
		mid := t.cur[from:to]
		up, down := t.cur[from-cols : from][:len(mid)], t.cur[to : to+cols][:len(mid)]
		prev, next := t.prev[from:to][:len(mid)], t.next[from:to][:len(mid)]
		square, lap := t.square[from:to][:len(mid)], laplacians[from:to][:len(mid)]
		for j := 1; j < len(mid)-1; j++ {
			l := up[j] + down[j] + mid[j-1] + mid[j+1] - 4*mid[j]
			lap[j] = l
			next[j] = 2*mid[j] - prev[j] + square[j]*l
		}
	}
}

// back reverses a step. Of next = 2·cur - prev + s·Δcur: s' += Δcur·next', cur' += 2·next' + Δ(s·next'), as Δ is
// its own transpose inside, and prev' = -next'. Nothing had come to prev before, so it takes the place of next.
func (t *Tape) back(rows, cols int, laplacians []float64) {
	for i := 1; i < rows-1; i++ {
		from, to := i*cols, (i+1)*cols
		bar := t.next[from:to]
		square, lap := t.square[from:to][:len(bar)], laplacians[from:to][:len(bar)]
		squareBar, weighted := t.squareBar[from:to][:len(bar)], t.weighted[from:to][:len(bar)]
		for j := 1; j < len(bar)-1; j++ {
			squareBar[j] += lap[j] * bar[j]
			weighted[j] = square[j] * bar[j]
		}
	}
	for i := 1; i < rows-1; i++ {
		from, to := i*cols, (i+1)*cols
		mid := t.weighted[from:to]
		up, down := t.weighted[from-cols : from][:len(mid)], t.weighted[to : to+cols][:len(mid)]
		cur, next := t.cur[from:to][:len(mid)], t.next[from:to][:len(mid)]
		for j := 1; j < len(mid)-1; j++ {
			cur[j] += 2*next[j] + up[j] + down[j] + mid[j-1] + mid[j+1] - 4*mid[j]
			next[j] = -next[j]
		}
	}
}
