package iir

import "math"

// Tape is the memory that Gradient needs.
type Tape struct {
	signal []float64 // for each sample: the input of each section and the output of the last
	outb   []float64 // the derivative by the output
	work   []section
}

// section has what a section needs in one pass: coefficients, state (or its derivative), derivatives.
type section struct {
	c      Biquad
	s1, s2 float64
	bar    Biquad
}

func grow(b *[]float64, n int) []float64 {
	if cap(*b) < n {
		*b = make([]float64, n)
	}
	*b = (*b)[:n]
	return *b
}

// Gradient returns Loss and sets bar to its derivative with respect to f. Each sample goes through all sections before
// the next one, so that the processor can work at several sections at once: one section alone has to wait for its
// state.
func Gradient(t *Tape, f Filter, input, target []float64, size int, bar *Filter) float64 {
	sections, samples := len(f.Sections), len(input)
	if cap(t.work) < sections {
		t.work = make([]section, sections)
	}
	work := t.work[:sections]
	for k, c := range f.Sections {
		work[k] = section{c: c}
	}
	stride := sections + 1
	signal, outb := grow(&t.signal, samples*stride), grow(&t.outb, samples)
	for i, v := range input {
		x := f.Gain * v
		row := signal[i*stride:][:stride]
		row[0] = x
		row = row[1:][:len(work)]
		for k := range work {
			w := &work[k]
			y := w.c.B0*x + w.s1
			w.s1 = w.c.B1*x + w.s2 - w.c.A1*y
			w.s2 = w.c.B2*x - w.c.A2*y
			row[k] = y
			x = y
		}
		outb[i] = x - target[i]
	}
	loss := 0.0
	blocks := (samples + size - 1) / size
	if blocks > 0 {
		share := 1 / float64(blocks)
		for start := 0; start < samples; start += size {
			// The derivative of sqrt(sum of d² / n) by d is d / (n sqrt).
			d := outb[start:min(start+size, samples)]
			sum := 0.0
			for _, v := range d {
				sum += v * v
			}
			rms := math.Sqrt(sum / float64(len(d)))
			loss += rms * share
			g := share / (float64(len(d)) * rms)
			for i := range d {
				d[i] *= g
			}
		}
	}

	// Backward in time. With the derivatives p1 and p2 by the state after the sample,
	// y gets -a1 p1 - a2 p2, x gets b0 y + b1 p1 + b2 p2; before the sample the state has the derivatives y and p1.
	for k := range work {
		work[k].s1, work[k].s2 = 0, 0
	}
	gain := 0.0
	for i := samples - 1; i >= 0; i-- {
		row := signal[i*stride:][:stride]
		g := outb[i]
		y := row[sections]
		for k := len(work) - 1; k >= 0; k-- {
			w := &work[k]
			x := row[k]
			p1, p2 := w.s1, w.s2
			g -= w.c.A2*p2 + w.c.A1*p1
			w.s1, w.s2 = g, p1
			w.bar.B0 += g * x
			w.bar.B1 += p1 * x
			w.bar.B2 += p2 * x
			w.bar.A1 -= p1 * y
			w.bar.A2 -= p2 * y
			g = w.c.B0*g + (w.c.B1*p1 + w.c.B2*p2)
			y = x
		}
		gain += g * input[i]
	}
	bar.Gain = gain
	for k := range work {
		bar.Sections[k] = work[k].bar
	}
	return loss
}
