package hmm

import "math"

// Tape keeps what Gradient remembers of one sequence, and what depends on the model alone.
type Tape struct {
	flat, flatBar []float64 // the transition matrix row by row, and its adjoint
	invSD, norm   []float64 // by state: 1/SD, and the factor 1/(SD sqrt(2 pi))
	bar, vBar     []float64 // adjoints of the forward variables, before and after a step
	alpha         []float64 // the scaled forward variables, time by time
	density       []float64 // the emission densities, time by time
	inv           []float64 // 1 over the scale, by time
}

func (t *Tape) grow(n, longest int) {
	if len(t.bar) != n {
		*t = Tape{
			flat: make([]float64, n*n), flatBar: make([]float64, n*n),
			invSD: make([]float64, n), norm: make([]float64, n),
			bar: make([]float64, n), vBar: make([]float64, n),
		}
	}
	if len(t.inv) < longest {
		t.alpha = make([]float64, n*longest)
		t.density = make([]float64, n*longest)
		t.inv = make([]float64, longest)
	}
}

// Gradient is the value of LogLikelihood; it overwrites bar with the derivative by the model.
func Gradient(t *Tape, m Model, sequences [][]float64, bar Model) float64 {
	n := len(m.Initial)
	longest := 0
	for _, seq := range sequences {
		longest = max(longest, len(seq))
	}
	t.grow(n, longest)
	clear(bar.Initial)
	clear(bar.Mean)
	clear(bar.SD)
	clear(t.flatBar)
	for i, sd := range m.SD {
		t.invSD[i] = 1 / sd
		t.norm[i] = 1 / (sd * math.Sqrt(2*math.Pi))
		copy(t.flat[i*n:], m.Transition[i])
	}
	total := 0.0
	for _, seq := range sequences {
		if len(seq) > 0 {
			total += t.forward(m, seq)
			t.backward(m, seq, bar)
		}
	}
	for i, row := range bar.Transition {
		copy(row, t.flatBar[i*n:(i+1)*n])
	}
	return total
}

func (t *Tape) forward(m Model, seq []float64) float64 {
	n := len(m.Initial)
	logLik := 0.0
	for k, y := range seq {
		at := t.alpha[k*n : (k+1)*n]
		if k == 0 {
			copy(at, m.Initial)
		} else {
			clear(at)
			for i, a := range t.alpha[(k-1)*n : k*n] {
				row := t.flat[i*n : (i+1)*n]
				row = row[:len(at)]
				for j := range at {
					at[j] += a * row[j]
				}
			}
		}
		density := t.density[k*n : (k+1)*n]
		density = density[:len(at)]
		mean, invSD, norm := m.Mean[:len(at)], t.invSD[:len(at)], t.norm[:len(at)]
		sum := 0.0
		for j := range at {
			z := (y - mean[j]) * invSD[j]
			d := math.Exp(-0.5*z*z) * norm[j]
			density[j] = d
			at[j] *= d
			sum += at[j]
		}
		inv := 1 / sum
		t.inv[k] = inv
		for j := range at {
			at[j] *= inv
		}
		logLik += math.Log(sum)
	}
	return logLik
}

// backward walks back through one sequence. At each time
//
//	u = alpha_before A,  v = u*b,  c = sum(v),  alpha = v/c,  total += log(c)
//
// and so, with d = sum(alphaBar*alpha),
//
//	vBar = (alphaBar - d + 1)/c,  uBar = vBar*b,  b*bBar = vBar*v = (alphaBar - d + 1)*alpha
//	meanBar += b*bBar*z/SD,  sdBar += b*bBar*(z*z - 1)/SD
//	ABar += alpha_before uBar',  alphaBar_before = A uBar
func (t *Tape) backward(m Model, seq []float64, bar Model) {
	n := len(m.Initial)
	alphaBar, uBar := t.bar[:n], t.vBar[:n]
	clear(alphaBar)
	for k := len(seq) - 1; k >= 0; k-- {
		y := seq[k]
		at := t.alpha[k*n:]
		at = at[:n]
		density := t.density[k*n:]
		density = density[:n]
		shift := 1.0
		for j, a := range at {
			shift -= a * alphaBar[j]
		}
		inv := t.inv[k]
		mean, invSD := m.Mean[:n], t.invSD[:n]
		meanBar, sdBar := bar.Mean[:n], bar.SD[:n]
		for j, a := range at {
			v := alphaBar[j] + shift
			uBar[j] = v * inv * density[j]
			g := v * a * invSD[j]
			z := (y - mean[j]) * invSD[j]
			meanBar[j] += g * z
			sdBar[j] += g * (z*z - 1)
		}
		if k == 0 {
			break
		}
		for i, a := range t.alpha[(k-1)*n : k*n] {
			row := t.flat[i*n:]
			row = row[:len(uBar)]
			rowBar := t.flatBar[i*n:]
			rowBar = rowBar[:len(uBar)]
			sum := 0.0
			for j, u := range uBar {
				rowBar[j] += a * u
				sum += row[j] * u
			}
			alphaBar[i] = sum
		}
	}
	// At the start u is Initial.
	for j, u := range uBar {
		bar.Initial[j] += u
	}
}
