package localvol

import "math"

// Tape is memory kept between calls of Gradient.
type Tape struct {
	// By step and node, for all options: the rows of h·L and the elimination of 1 - h·L.
	lower, diag, upper []float64
	ratio, inverse     []float64 // what is eliminated above the diagonal, and one by the pivot
	values             []float64 // the values of one option by step: the payoff comes last
	spots              []float64 // exp of the nodes
	rhs, bar, next     []float64
}

func (t *Tape) reserve(steps, nodes int) {
	grow(steps*nodes, &t.lower, &t.diag, &t.upper, &t.ratio, &t.inverse)
	grow((steps+1)*nodes, &t.values)
	grow(nodes, &t.spots, &t.rhs, &t.bar, &t.next)
}

func grow(n int, buffers ...*[]float64) {
	for _, b := range buffers {
		if cap(*b) < n {
			*b = make([]float64, n)
		}
		*b = (*b)[:n]
	}
}

// factor fills the rows of step k and eliminates. No option changes them, so they serve all.
func (t *Tape) factor(k int, vol []float64, grid Grid, rate float64) {
	n := len(vol)
	from, to := k*n, (k+1)*n
	lower, diag, upper := t.lower[from:to], t.diag[from:to], t.upper[from:to]
	ratio, inverse := t.ratio[from:to], t.inverse[from:to]
	h := 0.5 * grid.Dt
	second, first := h/(grid.Dx*grid.Dx), h/(2*grid.Dx)
	last := 0.0
	for i := 1; i < n-1; i++ {
		a := 0.5 * vol[i] * vol[i]
		diffusion, drift := a*second, (rate-a)*first
		lower[i] = diffusion - drift
		diag[i] = -2*diffusion - h*rate
		upper[i] = diffusion + drift
		inv := 1 / (1 - diag[i] + lower[i]*last)
		last = -upper[i] * inv
		inverse[i], ratio[i] = inv, last
	}
}

// back goes one step back: from the values later to those now.
func (t *Tape) back(k int, now, later []float64, top float64) {
	n := len(now)
	from, to := k*n, (k+1)*n
	lower, diag, upper := t.lower[from:to], t.diag[from:to], t.upper[from:to]
	ratio, inverse := t.ratio[from:to], t.inverse[from:to]
	later, rhs := later[:n], t.rhs[:n]
	now[0], now[n-1] = 0, top
	left, mid, last := later[0], later[1], 0.0
	for i := 1; i < n-1; i++ {
		right := later[i+1]
		b := mid + lower[i]*left + diag[i]*mid + upper[i]*right
		if i == n-2 {
			b += upper[i] * top
		}
		last = (b + lower[i]*last) * inverse[i]
		rhs[i] = last
		left, mid = mid, right
	}
	last = 0
	for i := n - 2; i > 0; i-- {
		last = rhs[i] - ratio[i]*last
		now[i] = last
	}
}

// Gradient is Misfit and its derivative, which overwrites volBar.
func Gradient(vol [][]float64, grid Grid, spot, rate float64, options []Option, volBar [][]float64,
	t *Tape) float64 {
	n := len(vol[0])
	t.reserve(len(vol), n)
	steps := 0
	for _, o := range options {
		steps = max(steps, o.Steps)
	}
	for k := range volBar {
		clear(volBar[k])
	}
	for k := range steps {
		t.factor(k, vol[k], grid, rate)
	}
	for i := range t.spots {
		t.spots[i] = math.Exp(grid.XMin + float64(i)*grid.Dx)
	}
	high := t.spots[n-1]
	at := (math.Log(spot) - grid.XMin) / grid.Dx
	place := min(int(at), n-2)
	w := at - float64(place)

	sum := 0.0
	for _, o := range options {
		now := t.values[o.Steps*n : (o.Steps+1)*n]
		for i, s := range t.spots {
			now[i] = math.Max(s-o.Strike, 0)
		}
		for k := o.Steps - 1; k >= 0; k-- {
			left := float64(o.Steps-k) * grid.Dt
			later := now
			now = t.values[k*n : (k+1)*n]
			t.back(k, now, later, high-o.Strike*math.Exp(-rate*left))
		}
		d := (1-w)*now[place] + w*now[place+1] - o.Quote
		sum += d * d

		clear(t.bar)
		t.bar[place] = (1 - w) * d
		t.bar[place+1] = w * d
		for k := range o.Steps {
			t.reverse(k, volBar[k], grid)
		}
	}
	// What was gathered is by a = ½σ².
	for k := range steps {
		row := volBar[k]
		for i, v := range vol[k] {
			row[i] *= v
		}
	}
	return 0.5 * sum
}

// reverse reverses the step from values k+1 to k. It replaces t.bar, the derivative by the values k, by that by the
// values k+1, and adds the derivative by a = ½σ² to aBar.
//
// Of (1 - hL)·V = (1 + hL)·W: y = (1 - hL)⁻ᵀ·V' is the derivative by the right side, W' = (1 + hL)ᵀ·y, and that by
// L is h·y times the sum V + W. L is linear in a: its derivative by a is the second difference less the first.
func (t *Tape) reverse(k int, aBar []float64, grid Grid) {
	n := len(aBar)
	from, to := k*n, (k+1)*n
	lower, diag, upper := t.lower[from:to], t.diag[from:to], t.upper[from:to]
	ratio, inverse := t.ratio[from:to], t.inverse[from:to]
	now, later := t.values[from:to], t.values[to:to+n]
	bar, y, next := t.bar[:n], t.rhs[:n], t.next[:n]
	// The transposed substitution, then the transposed elimination.
	y[0], y[n-1] = 0, 0
	last := bar[1]
	y[1] = last
	for i := 2; i < n-1; i++ {
		last = bar[i] - ratio[i-1]*last
		y[i] = last
	}
	last = y[n-2] * inverse[n-2]
	y[n-2] = last
	for i := n - 3; i > 0; i-- {
		last = (y[i] + lower[i+1]*last) * inverse[i]
		y[i] = last
	}
	h := 0.5 * grid.Dt
	second, first := h/(grid.Dx*grid.Dx), h/(2*grid.Dx)
	left, mid := now[0]+later[0], now[1]+later[1]
	for i := 1; i < n-1; i++ {
		right := now[i+1] + later[i+1]
		aBar[i] += y[i] * (second*(left-2*mid+right) - first*(right-left))
		next[i] = y[i] + diag[i]*y[i]
		left, mid = mid, right
	}
	for i := 1; i < n-2; i++ {
		next[i] += lower[i+1] * y[i+1]
	}
	for i := 2; i < n-1; i++ {
		next[i] += upper[i-1] * y[i-1]
	}
	// The values at the boundary depend on nothing.
	t.bar, t.next = next, bar
}
