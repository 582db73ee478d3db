package hawkes

import "math"

// Tape keeps what Gradient remembers. Matrices lie row by row.
type Tape struct {
	times      [][]float64
	excited    []float64
	excitedBar []float64
	consumed   []int
	factor     []float64 // per event and dimension: the derivative by the excitation before
	lost       []float64 // and minus the derivative by beta
	inv        []float64 // per event: 1 over the intensity
}

func (t *Tape) grow(d, events int) {
	if len(t.times) != d {
		*t = Tape{
			times: make([][]float64, d), excited: make([]float64, d*d),
			excitedBar: make([]float64, d*d), consumed: make([]int, d*d),
		}
	}
	if len(t.inv) < events {
		t.factor = make([]float64, events*d)
		t.lost = make([]float64, events*d)
		t.inv = make([]float64, events)
	}
	for n := range t.times {
		t.times[n] = t.times[n][:0]
	}
	clear(t.excited)
	clear(t.excitedBar)
	clear(t.consumed)
}

// Gradient is the value of LogLikelihood; it overwrites bar with the derivative by the process.
//
// With R the excitation of m by n, an event in m at the time t, e after the one before, does
//
//	R' = R exp(-beta e) + sum of exp(-beta (t-s)),  lambda = mu + sum of alpha R',  total += log(lambda)
//
// so that R'Bar += alpha/lambda, alphaBar += R'/lambda, RBar = R'Bar exp(-beta e) and
// betaBar -= R'Bar (e R exp(-beta e) + sum of (t-s) exp(-beta (t-s))). The bracket, lost, is summed on
// the way forward, where the exponentials are at hand; so are alphaBar and muBar.
func Gradient(t *Tape, p Process, events []Event, horizon float64, bar Process) float64 {
	d := len(p.Mu)
	t.grow(d, len(events))
	clear(bar.Mu)
	for m := range d {
		clear(bar.Alpha[m])
		clear(bar.Beta[m])
	}
	logLik := 0.0
	last := len(events)
	for k, e := range events {
		if e.Time > horizon {
			last = k
			break
		}
		logLik += t.event(k, e, p, bar)
	}
	for k := last - 1; k >= 0; k-- {
		m := events[k].Mark
		inv := t.inv[k]
		excitedBar := t.excitedBar[m*d : (m+1)*d]
		alpha, betaBar := p.Alpha[m][:len(excitedBar)], bar.Beta[m][:len(excitedBar)]
		factor, lost := t.factor[k*d:], t.lost[k*d:]
		factor, lost = factor[:len(excitedBar)], lost[:len(excitedBar)]
		for n, v := range excitedBar {
			v += inv * alpha[n]
			betaBar[n] -= v * lost[n]
			excitedBar[n] = v * factor[n]
		}
	}
	for m := range d {
		logLik -= t.compensator(m, p, horizon, bar)
	}
	return logLik
}

// event is the term of one event.
func (t *Tape) event(k int, e Event, p Process, bar Process) float64 {
	d := len(p.Mu)
	m := e.Mark
	elapsed := e.Time
	if n := len(t.times[m]); n > 0 {
		elapsed -= t.times[m][n-1]
	}
	excited := t.excited[m*d : (m+1)*d]
	consumed := t.consumed[m*d:]
	consumed = consumed[:len(excited)]
	alpha, beta := p.Alpha[m][:len(excited)], p.Beta[m][:len(excited)]
	factor, lost := t.factor[k*d:], t.lost[k*d:]
	factor, lost = factor[:len(excited)], lost[:len(excited)]
	lambda := p.Mu[m]
	for n, r := range excited {
		b := beta[n]
		list := t.times[n]
		fresh := list[consumed[n]:]
		consumed[n] = len(list)
		f, q := 0.0, 0.0
		if n == m {
			// The only fresh event is the one before, which has decayed as long.
			if len(fresh) > 0 {
				f = math.Exp(-b * elapsed)
				r = f * (r + 1)
				q = elapsed * r
			}
		} else {
			if r != 0 {
				f = math.Exp(-b * elapsed)
				r *= f
				q = elapsed * r
			}
			for _, s := range fresh {
				age := e.Time - s
				x := math.Exp(-b * age)
				r += x
				q += age * x
			}
		}
		excited[n], factor[n], lost[n] = r, f, q
		lambda += alpha[n] * r
	}
	inv := 1 / lambda
	t.inv[k] = inv
	bar.Mu[m] += inv
	alphaBar := bar.Alpha[m][:len(excited)]
	for n, r := range excited {
		alphaBar[n] += r * inv
	}
	t.times[m] = append(t.times[m], e.Time)
	return math.Log(lambda)
}

// compensator is the integral of an intensity; its adjoint is -1.
func (t *Tape) compensator(m int, p Process, horizon float64, bar Process) float64 {
	bar.Mu[m] -= horizon
	total := p.Mu[m] * horizon
	for n, list := range t.times {
		alpha, beta := p.Alpha[m][n], p.Beta[m][n]
		sum, lost := 0.0, 0.0
		for _, s := range list {
			age := horizon - s
			x := math.Exp(-beta * age)
			sum += 1 - x
			lost += age * x
		}
		inv := 1 / beta
		total += alpha * inv * sum
		bar.Alpha[m][n] -= inv * sum
		bar.Beta[m][n] += alpha * inv * (inv*sum - lost)
	}
	return total
}
