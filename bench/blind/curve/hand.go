package curve

import "math"

// Tape is memory kept between calls of Gradient.
type Tape struct {
	times, zeros []float64 // the nodes
	zeroBar      []float64
	marks        []mark    // the discount factors of all swaps, one after the other
	ends         []int     // where those of each swap end
	annuity      []float64 // the derivative of the value of each swap by its rate
	slope        []float64 // and by its zero rate
	open         []payment // those of one swap after the last node
}

// mark is a discount factor by what it depends on: its derivatives by the zero rates lo and lo+1. They are
// multiplied by what is paid.
type mark struct {
	lo       int
	byLo, up float64
}

type payment struct {
	accrual, time, weight, factor float64
}

// discount is the discount factor for time t, and its mark. lo is a node that is at or before t, or zero; the mark has
// the right one. Times descend in a schedule, so the search is a walk down from where the last one was.
func (t *Tape) discount(time float64, hint int) (float64, mark) {
	times, zeros := t.times, t.zeros
	last := len(times) - 1
	switch {
	case time <= times[0]:
		d := math.Exp(-zeros[0] * time)
		return d, mark{0, -time * d, 0}
	case time >= times[last]:
		d := math.Exp(-zeros[last] * time)
		return d, mark{last, -time * d, 0}
	}
	lo := min(hint, last-1)
	for times[lo] > time {
		lo--
	}
	w := (time - times[lo]) / (times[lo+1] - times[lo])
	d := math.Exp(-((1-w)*zeros[lo] + w*zeros[lo+1]) * time)
	up := -time * d * w
	return d, mark{lo, -time*d - up, up}
}

// add adds scale times the derivatives of m.
func (t *Tape) add(m mark, scale float64) {
	t.zeroBar[m.lo] += scale * m.byLo
	if m.up != 0 {
		t.zeroBar[m.lo+1] += scale * m.up
	}
}

// locate is the last node at or before the time, or zero.
func (t *Tape) locate(time float64) int {
	lo, hi := 0, len(t.times)
	for hi-lo > 1 {
		mid := (lo + hi) / 2
		if t.times[mid] <= time {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// Gradient is Portfolio and its derivatives, which overwrite depositBar and swapBar (by the rates) and couponBar.
func Gradient(deposits []Deposit, swaps []Swap, bonds []Bond, depositBar, swapBar, couponBar []float64,
	t *Tape) float64 {
	t.times, t.zeros, t.marks, t.ends = t.times[:0], t.zeros[:0], t.marks[:0], t.ends[:0]
	t.annuity, t.slope = t.annuity[:0], t.slope[:0]
	for i := range deposits {
		d := &deposits[i]
		t.times = append(t.times, d.Maturity)
		t.zeros = append(t.zeros, d.solve())
	}
	for i := range swaps {
		t.swap(&swaps[i])
	}
	n := len(t.zeros)
	if cap(t.zeroBar) < n {
		t.zeroBar = make([]float64, n)
	}
	t.zeroBar = t.zeroBar[:n]
	clear(t.zeroBar)

	// Bonds are sums: forward and backward at once.
	total := 0.0
	for i := range bonds {
		b := &bonds[i]
		f := float64(b.Frequency)
		d, m := t.discount(b.Maturity, t.locate(b.Maturity))
		t.add(m, b.Notional*(1+b.Coupon/f))
		sum := d
		for k := 1; ; k++ {
			time := b.Maturity - float64(k)/f
			if time <= 1e-9 {
				break
			}
			v, next := t.discount(time, m.lo)
			sum += v
			m = next
			t.add(m, b.Notional*b.Coupon/f)
		}
		total += b.Notional * (d + b.Coupon/f*sum)
		couponBar[i] = b.Notional / f * sum
	}

	// The value v of a swap is zero at its zero rate z: v_z dz + v_r dr + Σ v_k dz_k = 0 over the nodes before. This is
	// the last step of Newton reversed; those before it only say where it begins, and it forgets that.
	at := len(t.marks)
	for i := len(swaps) - 1; i >= 0; i-- {
		lambda := -t.zeroBar[len(deposits)+i] / t.slope[i]
		swapBar[i] = lambda * t.annuity[i]
		from := 0
		if i > 0 {
			from = t.ends[i-1]
		}
		for _, m := range t.marks[from:at] {
			t.add(m, lambda)
		}
		at = from
	}
	// Of (1 + rT)·exp(-zT) = 1: z' = 1 / (1 + rT).
	for i, d := range deposits {
		depositBar[i] = t.zeroBar[i] / (1 + d.Rate*d.Maturity)
	}
	return total
}

// solve is the zero rate of the deposit by Newton.
func (d *Deposit) solve() float64 {
	grown, z := 1+d.Rate*d.Maturity, d.Rate
	for range 50 {
		v := grown * math.Exp(-z*d.Maturity)
		step := (1 - v) / (d.Maturity * v)
		z -= step
		if math.Abs(step) < 1e-12 {
			break
		}
	}
	return z
}

// swap appends the node of a swap, and marks how its value depends on the nodes before.
func (t *Tape) swap(s *Swap) {
	n := len(t.zeros) - 1
	lastTime, lastZero := t.times[n], t.zeros[n]
	f := float64(s.Frequency)
	t.open = t.open[:0]
	known, hint := 0.0, n
	for k, time := 0, s.Maturity; time > 1e-9; k++ {
		next := s.Maturity - float64(k+1)/f
		accrual := time
		if next > 1e-9 {
			accrual = time - next
		}
		if time > lastTime {
			w := (time - lastTime) / (s.Maturity - lastTime)
			t.open = append(t.open, payment{accrual: accrual, time: time, weight: w})
		} else {
			d, m := t.discount(time, hint)
			hint = m.lo
			known += accrual * d
			m.byLo *= s.Rate * accrual
			m.up *= s.Rate * accrual
			t.marks = append(t.marks, m)
		}
		time = next
	}
	z, slope := lastZero, 0.0
	for range 50 {
		v := s.Rate*known - 1
		slope = 0
		for k := range t.open {
			p := &t.open[k]
			p.factor = math.Exp(-((1-p.weight)*lastZero + p.weight*z) * p.time)
			amount := s.Rate * p.accrual
			if k == 0 {
				amount++
			}
			v += amount * p.factor
			slope -= amount * p.weight * p.time * p.factor
		}
		step := v / slope
		z -= step
		if math.Abs(step) < 1e-12 {
			break
		}
	}
	// The factors of the last step serve: it changed z by less than 1e-12.
	annuity, byLast := known, 0.0
	for k, p := range t.open {
		annuity += p.accrual * p.factor
		amount := s.Rate * p.accrual
		if k == 0 {
			amount++
		}
		byLast -= amount * (1 - p.weight) * p.time * p.factor
	}
	t.marks = append(t.marks, mark{n, byLast, 0})
	t.times, t.zeros = append(t.times, s.Maturity), append(t.zeros, z)
	t.ends = append(t.ends, len(t.marks))
	t.annuity, t.slope = append(t.annuity, annuity), append(t.slope, slope)
}
