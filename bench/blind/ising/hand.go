package ising

import (
	"math"
	"slices"
)

// Tape is memory kept between calls of Gradient.
type Tape struct {
	spins     []float64 // the magnetizations by sweep: those at its begin; the last ones are the result
	tanh      []float64 // by sweep
	field     []float64 // what the tanh is of, but for beta, by sweep
	reaction  []float64 // by sweep
	q         []float64 // 1 - m²
	bar, next []float64 // by the magnetizations after and before a sweep
	byQ       []float64
	byField   []float64
	byReact   []float64
}

// extend makes room for one more sweep.
func (t *Tape) extend(n int) {
	t.spins = lengthen(t.spins, n)
	t.tanh = lengthen(t.tanh, n)
	t.field = lengthen(t.field, n)
	t.reaction = lengthen(t.reaction, n)
}

// lengthen is s with n more numbers of any value.
func lengthen(s []float64, n int) []float64 {
	return slices.Grow(s, n)[:len(s)+n]
}

func grow(n int, buffers ...*[]float64) {
	for _, b := range buffers {
		if cap(*b) < n {
			*b = make([]float64, n)
		}
		*b = (*b)[:n]
	}
}

// Gradient is FreeEnergy and its derivatives, which overwrite J and the field of bars; that by beta is the second
// result.
func Gradient(glass Glass, beta, damping, tolerance float64, sweeps int, bars Glass, t *Tape) (f, betaBar float64) {
	n := len(glass.Field)
	grow(n, &t.q, &t.bar, &t.next, &t.byQ, &t.byField, &t.byReact)
	t.spins, t.tanh, t.field, t.reaction = t.spins[:0], t.tanh[:0], t.field[:0], t.reaction[:0]
	t.spins = lengthen(t.spins, n)
	clear(t.spins)
	done := 0
	for done < sweeps {
		t.extend(n)
		done++
		if t.sweep(glass, beta, damping, done-1) < tolerance {
			break
		}
	}

	m := t.spins[done*n:]
	q, bar := t.q, t.bar
	for i, v := range m {
		q[i] = 1 - v*v
		bar[i] = 0
		t.byQ[i] = 0
	}
	// f = -Σ (S(m)/beta + h·m) - ½·Σ J·m·m - ¼·beta·Σ J²·q·q with q = 1 - m², where S' = -atanh m.
	onsager := 0.0
	for i, row := range glass.J {
		mi, qi := m[i], q[i]
		ms, qs := m[:len(row)], q[:len(row)]
		out, mBar, qBar := bars.J[i][:len(row)], bar[:len(row)], t.byQ[:len(row)]
		halfM, partQ := -0.5*mi, -0.25*beta*qi
		pairs, react := 0.0, 0.0
		for j, c := range row {
			cq := c * partQ
			out[j] = halfM*ms[j] + 2*cq*qs[j]
			pairs += c * ms[j]
			react += c * c * qs[j]
			mBar[j] += c * halfM
			qBar[j] += c * cq
		}
		up, down := math.Log((1+mi)/2), math.Log((1-mi)/2)
		s := -(1+mi)/2*up - (1-mi)/2*down
		f -= s/beta + glass.Field[i]*mi + 0.5*mi*pairs + 0.25*beta*qi*react
		onsager -= 0.25 * qi * react
		betaBar += s / (beta * beta)
		bar[i] += (up-down)/(2*beta) - glass.Field[i] - 0.5*pairs
		t.byQ[i] -= 0.25 * beta * react
		bars.Field[i] = -mi
	}
	betaBar += onsager
	for i, v := range m {
		bar[i] -= 2 * v * t.byQ[i]
	}
	for k := done - 1; k >= 0; k-- {
		betaBar += t.back(glass, beta, damping, k, bars)
	}
	return f, betaBar
}

// sweep does sweep k and returns the largest move.
func (t *Tape) sweep(glass Glass, beta, damping float64, k int) float64 {
	n := len(glass.Field)
	from, to := k*n, (k+1)*n
	m, next := t.spins[from:to], t.spins[to:to+n]
	for i, v := range m {
		t.q[i] = 1 - v*v
	}
	moved := 0.0
	for i, row := range glass.J {
		field, reaction := glass.Field[i], 0.0
		ms, qs := m[:len(row)], t.q[:len(row)]
		for j, c := range row {
			field += c * ms[j]
			reaction += c * c * qs[j]
		}
		field -= beta * m[i] * reaction
		v := math.Tanh(beta * field)
		t.tanh[from+i], t.field[from+i], t.reaction[from+i] = v, field, reaction
		next[i] = damping*m[i] + (1-damping)*v
		moved = math.Max(moved, math.Abs(next[i]-m[i]))
	}
	return moved
}

// back reverses sweep k: it replaces bar by the derivative by the magnetizations before it, adds to bars, and
// returns what comes to beta.
//
// Of next = d·m + (1-d)·tanh(beta·a) with a = h + Σ J·m - beta·m·r and r = Σ J²·q: a' = beta·(1-d)·(1-tanh²)·next', and
// r' = -beta·m·a'.
func (t *Tape) back(glass Glass, beta, damping float64, k int, bars Glass) (betaBar float64) {
	n := len(glass.Field)
	from, to := k*n, (k+1)*n
	m, q := t.spins[from:to], t.q
	tanh, field, reaction := t.tanh[from:to], t.field[from:to], t.reaction[from:to]
	next := t.next
	for i, b := range t.bar {
		v := (1 - damping) * (1 - tanh[i]*tanh[i]) * b
		a := beta * v
		betaBar += v*field[i] - a*m[i]*reaction[i]
		bars.Field[i] += a
		q[i] = 1 - m[i]*m[i]
		next[i] = damping*b - beta*reaction[i]*a
		t.byField[i], t.byReact[i] = a, -beta*m[i]*a
	}
	for i, row := range glass.J {
		a, r := t.byField[i], t.byReact[i]
		ms, qs := m[:len(row)], q[:len(row)]
		out, mBar := bars.J[i][:len(row)], next[:len(row)]
		for j, c := range row {
			cr := c * r
			out[j] += a*ms[j] + 2*cr*qs[j]
			mBar[j] += c * (a - 2*cr*ms[j])
		}
	}
	t.bar, t.next = next, t.bar
	return betaBar
}
