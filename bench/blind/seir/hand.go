package seir

import "math"

// Tape keeps the stages of all steps. A state is S, E and I, one after the other; R acts on nothing.
type Tape struct {
	n       int
	now     []float64
	k       []float64 // a derivative by time, and its adjoint
	xBar    []float64 // the adjoint of a stage's state
	sum     []float64 // of a step's xBar
	bar     []float64 // the adjoint of the state
	force   []float64 // the matrix beta[a] contact[a][b]/population[b], row by row
	mBar    []float64 // its adjoint
	inv     []float64 // 1/population
	before  []float64
	stages  []float64 // per stage its state, and the force of infection
	expects []float64 // by week and age group the adjoint of the expected cases
}

func (t *Tape) grow(n, weeks, steps int) {
	if t.n != n {
		*t = Tape{n: n}
		for _, p := range []*[]float64{&t.now, &t.k, &t.xBar, &t.sum, &t.bar} {
			*p = make([]float64, 3*n)
		}
		t.force, t.mBar = make([]float64, n*n), make([]float64, n*n)
		t.inv, t.before = make([]float64, n), make([]float64, n)
	}
	if m := 16 * n * weeks * steps; len(t.stages) < m {
		t.stages = make([]float64, m)
	}
	if m := weeks * n; len(t.expects) < m {
		t.expects = make([]float64, m)
	}
}

// The stages' weights and how far each leads, in parts of the step.
var (
	weights = [4]float64{1. / 6, 1. / 3, 1. / 3, 1. / 6}
	leads   = [4]float64{0.5, 0.5, 1, 0}
)

// Gradient is the value of Misfit; it overwrites bar with the derivative by the parameters.
func Gradient(t *Tape, p *Params, population []float64, cases [][]float64, steps int, bar *Params) float64 {
	n := len(population)
	t.grow(n, len(cases), steps)
	for a, size := range population {
		t.inv[a] = 1 / size
	}
	for a, row := range p.Contact {
		out := t.force[a*n : (a+1)*n]
		for b, c := range row {
			out[b] = p.Beta[a] * c * t.inv[b]
		}
	}
	s, e := t.now[:n], t.now[n:2*n]
	clear(t.now)
	for a, size := range population {
		e[a] = p.Seed[a] * size
		s[a] = size - e[a]
	}
	h := 7 / float64(steps)
	bar.Reporting, bar.Background, bar.Sigma, bar.Gamma = 0, 0, 0, 0
	misfit := 0.0
	for week, counts := range cases {
		copy(t.before, s)
		for step := range steps {
			t.forward(week*steps+step, p, h)
		}
		// E = expected - count log(expected), so expectedBar = 1 - count/expected.
		expects := t.expects[week*n : (week+1)*n]
		clear(expects)
		for a, count := range counts {
			if count < 0 {
				continue
			}
			infected := t.before[a] - s[a]
			expected := p.Reporting*infected + p.Background
			misfit += expected - count*math.Log(expected)
			g := 1 - count/expected
			expects[a] = g
			bar.Reporting += g * infected
			bar.Background += g
		}
	}

	clear(t.bar)
	clear(t.mBar)
	for week := len(cases) - 1; week >= 0; week-- {
		expects := t.expects[week*n : (week+1)*n]
		for a, g := range expects {
			t.bar[a] -= p.Reporting * g
		}
		for step := steps - 1; step >= 0; step-- {
			t.backward(week*steps+step, p, h, bar)
		}
		for a, g := range expects {
			t.bar[a] += p.Reporting * g
		}
	}
	for a, size := range population {
		bar.Seed[a] = size * (t.bar[n+a] - t.bar[a])
	}
	// force = beta contact/population
	for a, row := range p.Contact {
		out := bar.Contact[a]
		sum := 0.0
		for b, v := range t.mBar[a*n : (a+1)*n] {
			v *= t.inv[b]
			sum += v * row[b]
			out[b] = p.Beta[a] * v
		}
		bar.Beta[a] = sum
	}
	return misfit
}

// forward is one step: each stage adds to the state, and leads to the next stage.
func (t *Tape) forward(step int, p *Params, h float64) {
	n := t.n
	stages := t.stages[16*n*step : 16*n*(step+1)]
	base := stages[:3*n]
	now, k := t.now[:len(base)], t.k[:len(base)]
	copy(base, now)
	for stage := range 4 {
		at := stages[4*n*stage : 4*n*(stage+1)]
		s, e, i, force := at[:n], at[n:2*n], at[2*n:3*n], at[3*n:]
		for a := range force {
			row := t.force[a*n:]
			row = row[:len(i)]
			sum := 0.0
			for b, v := range i {
				sum += row[b] * v
			}
			force[a] = sum
			infections := sum * s[a]
			onsets := p.Sigma * e[a]
			k[a] = -infections
			k[n+a] = infections - onsets
			k[2*n+a] = onsets - p.Gamma*i[a]
		}
		w := h * weights[stage]
		for j, d := range k {
			now[j] += w * d
		}
		if stage < 3 {
			next := stages[4*n*(stage+1):]
			next = next[:len(base)]
			lead := h * leads[stage]
			for j, d := range k {
				next[j] = base[j] + lead*d
			}
		}
	}
}

// backward is one step back. With the state's adjoint Y after the step, from the last stage to the first
//
//	kBar = h weight Y + h lead xBar of the next stage,  xBar = (derivative of the rates)' kBar
//
// and Y before the step is Y plus all xBar.
func (t *Tape) backward(step int, p *Params, h float64, bar *Params) {
	n := t.n
	stages := t.stages[16*n*step : 16*n*(step+1)]
	y := t.bar
	xBar, sum, kBar := t.xBar[:len(y)], t.sum[:len(y)], t.k[:len(y)]
	clear(xBar)
	clear(sum)
	sigmaBar, gammaBar := 0.0, 0.0
	for stage := 3; stage >= 0; stage-- {
		w, lead := h*weights[stage], h*leads[stage]
		for j, v := range y {
			kBar[j] = w*v + lead*xBar[j]
		}
		at := stages[4*n*stage : 4*n*(stage+1)]
		s, e, i, force := at[:n], at[n:2*n], at[2*n:3*n], at[3*n:]
		iBar := xBar[2*n:]
		iBar = iBar[:len(i)]
		for a, v := range i {
			kI := kBar[2*n+a]
			iBar[a] = -p.Gamma * kI
			gammaBar -= kI * v
		}
		for a := range s {
			kE := kBar[n+a]
			infectionsBar := kE - kBar[a]
			onsetsBar := kBar[2*n+a] - kE
			sigmaBar += onsetsBar * e[a]
			xBar[n+a] = p.Sigma * onsetsBar
			xBar[a] = infectionsBar * force[a]
			g := infectionsBar * s[a]
			row := t.force[a*n:]
			row = row[:len(i)]
			rowBar := t.mBar[a*n:]
			rowBar = rowBar[:len(i)]
			for b, v := range i {
				rowBar[b] += g * v
				iBar[b] += g * row[b]
			}
		}
		for j, v := range xBar {
			sum[j] += v
		}
	}
	for j, v := range sum {
		y[j] += v
	}
	bar.Sigma += sigmaBar
	bar.Gamma += gammaBar
}
