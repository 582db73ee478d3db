package kinetics

import (
	"math"
	"slices"
)

// Tape keeps each iteration of Newton's method: where it began, its step, and the factors of its
// matrix (row by row, with unit lower triangle and, in inv, 1 over the diagonal of the upper one).
type Tape struct {
	y, delta, inv, lu []float64
	order             []int     // the row of the matrix that came to each place
	iterations        []int     // of each step of time
	ends              []float64 // the state at the end of each interval
	now, old          []float64
	yBar, oldBar      []float64
	w, lam            []float64
}

// Gradient is the value of Misfit; it overwrites ratesBar and startBar.
func Gradient(t *Tape, reactions []Reaction, rates, start []float64, h float64, steps int, observed [][]float64,
	ratesBar, startBar []float64) float64 {
	n := len(start)
	if len(t.now) != n {
		*t = Tape{}
		for _, p := range []*[]float64{&t.now, &t.old, &t.yBar, &t.oldBar, &t.w, &t.lam} {
			*p = make([]float64, n)
		}
	}
	t.y, t.delta, t.inv, t.lu = t.y[:0], t.delta[:0], t.inv[:0], t.lu[:0]
	t.order, t.iterations, t.ends = t.order[:0], t.iterations[:0], t.ends[:0]
	copy(t.now, start)
	sum := 0.0
	for _, obs := range observed {
		for range steps {
			t.step(reactions, rates, h)
		}
		t.ends = append(t.ends, t.now...)
		for i, o := range obs {
			d := t.now[i] - o
			sum += d * d
		}
	}

	clear(ratesBar)
	clear(t.yBar)
	at := len(t.y) / max(n, 1)
	for k := len(observed) - 1; k >= 0; k-- {
		end := t.ends[k*n : (k+1)*n]
		for i, o := range observed[k] {
			t.yBar[i] += 2 * (end[i] - o)
		}
		for s := (k+1)*steps - 1; s >= k*steps; s-- {
			clear(t.oldBar)
			for range t.iterations[s] {
				at--
				t.backward(at, reactions, rates, h, ratesBar)
			}
			// The first iteration begins at the old state.
			for i, v := range t.oldBar {
				t.yBar[i] += v
			}
		}
	}
	copy(startBar, t.yBar)
	return sum
}

// extend lengthens x by n entries, whose content is arbitrary.
func extend(x []float64, n int) []float64 { return slices.Grow(x, n)[:len(x)+n] }

// step is one step of time.
func (t *Tape) step(reactions []Reaction, rates []float64, h float64) {
	n := len(t.now)
	copy(t.old, t.now)
	for iter := range maxNewton {
		at := len(t.y)
		t.y = append(t.y, t.now...)
		t.delta = extend(t.delta, n)
		t.inv = extend(t.inv, n)
		t.lu = extend(t.lu, n*n)
		f, lu := t.delta[at:], t.lu[at*n:]
		for i := range n {
			t.order = append(t.order, i)
		}
		t.assemble(f, lu, reactions, rates, h)
		factor(lu, t.inv[at:], t.order[at:])
		t.solve(f, lu, t.inv[at:], t.order[at:])
		size := 0.0
		for i, d := range f {
			t.now[i] -= d
			size += d * d
		}
		if math.Sqrt(size) < tolerance || iter == maxNewton-1 {
			t.iterations = append(t.iterations, iter+1)
			return
		}
	}
}

// assemble sets the residual and its Jacobian.
func (t *Tape) assemble(f, jac []float64, reactions []Reaction, rates []float64, h float64) {
	n := len(f)
	y := t.now
	clear(jac)
	for i := range f {
		f[i] = y[i] - t.old[i]
		jac[i*n+i] = 1
	}
	for k := range reactions {
		r := &reactions[k]
		rate := h * rates[k]
		flow := rate
		for p, j := range r.Reactants {
			slope := rate
			for o, s := range r.Reactants {
				if o != p {
					slope *= y[s]
				}
			}
			flow *= y[j]
			for _, s := range r.Reactants {
				jac[s*n+j] += slope
			}
			for _, s := range r.Products {
				jac[s*n+j] -= slope
			}
		}
		for _, s := range r.Reactants {
			f[s] += flow
		}
		for _, s := range r.Products {
			f[s] -= flow
		}
	}
}

// factor is Gauss's elimination with the largest pivot of each column.
func factor(a, inv []float64, order []int) {
	n := len(inv)
	for k := range n {
		row := a[k*n : (k+1)*n]
		pivot, largest := k, math.Abs(row[k])
		for i := k + 1; i < n; i++ {
			if v := math.Abs(a[i*n+k]); v > largest {
				pivot, largest = i, v
			}
		}
		if pivot != k {
			other := a[pivot*n : (pivot+1)*n]
			for j, v := range row {
				row[j], other[j] = other[j], v
			}
			order[k], order[pivot] = order[pivot], order[k]
		}
		d := 1 / row[k]
		inv[k] = d
		tail := row[k+1:]
		for i := k + 1; i < n; i++ {
			if a[i*n+k] == 0 {
				continue
			}
			m := a[i*n+k] * d
			a[i*n+k] = m
			rest := a[i*n+k+1 : (i+1)*n]
			rest = rest[:len(tail)]
			for j, v := range tail {
				rest[j] -= m * v
			}
		}
	}
}

// solve overwrites f with the solution.
func (t *Tape) solve(f, lu, inv []float64, order []int) {
	n := len(f)
	w := t.w
	for i := range n {
		sum := f[order[i]]
		for j, v := range lu[i*n : i*n+i] {
			sum -= v * w[j]
		}
		w[i] = sum
	}
	for i := n - 1; i >= 0; i-- {
		sum := w[i]
		for j := i + 1; j < n; j++ {
			sum -= lu[i*n+j] * f[j]
		}
		f[i] = sum * inv[i]
	}
}

// backward walks back through one iteration, y' = y - delta with J(y) delta = F(y). From
// deltaBar = -yBar' come lam = J^-T deltaBar, FBar = lam and JBar = -lam delta'. By way of F, yBar
// gets J' lam = -yBar', which cancels y itself: what is left of yBar comes by way of J alone, from the
// second derivatives. With nu the reaction's stoichiometry, g = h nu.lam, and products over reactants,
//
//	rateBar += g (sum over p of delta_p (product without p) - product)
//	yBar_q += g rate (sum over p of delta_p (product without p and q))
//
// where p and q are different positions. F also holds -old.
func (t *Tape) backward(at int, reactions []Reaction, rates []float64, h float64, ratesBar []float64) {
	n := len(t.now)
	y, delta, inv := t.y[at*n:(at+1)*n], t.delta[at*n:(at+1)*n], t.inv[at*n:(at+1)*n]
	lu, order := t.lu[at*n*n:(at+1)*n*n], t.order[at*n:(at+1)*n]
	w, lam, yBar := t.w[:n], t.lam[:n], t.yBar[:n]
	for i, v := range yBar {
		w[i] = -v
	}
	for i := range w {
		v := w[i] * inv[i]
		w[i] = v
		row := lu[i*n : (i+1)*n]
		for j := i + 1; j < len(row); j++ {
			w[j] -= v * row[j]
		}
	}
	for i := n - 1; i >= 0; i-- {
		v := w[i]
		for j, l := range lu[i*n : i*n+i] {
			w[j] -= v * l
		}
		lam[order[i]] = v
	}
	for i, v := range lam {
		t.oldBar[i] -= v
	}
	clear(yBar)
	for k := range reactions {
		r := &reactions[k]
		g := 0.0
		for _, s := range r.Products {
			g += lam[s]
		}
		for _, s := range r.Reactants {
			g -= lam[s]
		}
		g *= h
		switch list := r.Reactants; len(list) {
		case 0:
			ratesBar[k] -= g
		case 1:
			a := list[0]
			ratesBar[k] += g * (delta[a] - y[a])
		case 2:
			a, b := list[0], list[1]
			ratesBar[k] += g * (delta[a]*y[b] + delta[b]*y[a] - y[a]*y[b])
			g *= rates[k]
			yBar[a] += g * delta[b]
			yBar[b] += g * delta[a]
		default:
			ratesBar[k] += g * many(list, y, delta, g*rates[k], yBar)
		}
	}
}

// many is backward's step for a reaction of more than two reactants.
func many(list []int, y, delta []float64, g float64, yBar []float64) float64 {
	all := 1.0
	sum := 0.0
	for p, a := range list {
		all *= y[a]
		others := delta[a]
		for q, b := range list {
			if q == p {
				continue
			}
			others *= y[b]
			v := g * delta[a]
			for o, c := range list {
				if o != p && o != q {
					v *= y[c]
				}
			}
			yBar[b] += v
		}
		sum += others
	}
	return sum - all
}
