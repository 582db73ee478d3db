package levinson

import "math"

// Tape is the memory that Gradient needs: for one frame, since each goes forward and at once backward.
type Tape struct {
	window   []float64
	x        []float64 // the windowed frame between zeros, as many as the order
	xb       []float64
	r, rb    []float64
	a        []float64 // the coefficients after each step of the recursion, row after row
	ab       []float64
	k, e     []float64 // reflection coefficient and error of each step
	cos, sin []float64 // of each frequency
	bins     []bin
}

// bin is the filter at one frequency.
type bin struct {
	re, im, inverse, d float64
}

func grow(b *[]float64, n int) []float64 {
	if cap(*b) < n {
		*b = make([]float64, n)
	}
	*b = (*b)[:n]
	return *b
}

// Gradient returns Loss and sets bar to its derivative with respect to signal.
func Gradient(t *Tape, signal []float64, targets [][]float64, order, size, hop int, bar []float64) float64 {
	window := grow(&t.window, size)
	for i := range window {
		window[i] = 0.5 - 0.5*math.Cos(2*math.Pi*(float64(i)+0.5)/float64(size))
	}
	padded, xb := grow(&t.x, size+2*order), grow(&t.xb, size)
	clear(padded)
	x := padded[order:][:size]
	r, rb := grow(&t.r, order+1), grow(&t.rb, order+1)
	grow(&t.a, (order+1)*(order+1))
	grow(&t.ab, order+1)
	grow(&t.k, order+1)
	grow(&t.e, order+1)
	clear(bar)
	loss, count, bins := 0.0, 0, -1
	for f, target := range targets {
		if f*hop+size > len(signal) {
			break
		}
		for i, s := range signal[f*hop:][:size] {
			x[i] = window[i] * s
		}
		autocorrelate(r, padded, order, size)
		r[0] *= 1.0001
		if r[0] < 1e-6 {
			continue
		}
		if len(target) != bins {
			bins = len(target)
			t.frequencies(bins)
		}
		count++
		t.durbin(r)
		d, eb := t.distance(target)
		loss += d
		t.durbinBack(r, rb, eb)
		rb[0] *= 1.0001
		// r[lag] is the sum of x[i] x[i-lag], so x[i] gets rb[lag] (x[i-lag] + x[i+lag]).
		g := 2 * rb[0]
		for i, v := range x {
			xb[i] = g * v
		}
		lag := 1
		for ; lag+1 <= order; lag += 2 {
			g, h := rb[lag], rb[lag+1]
			l, r := padded[order-lag:][:len(xb)], padded[order+lag:][:len(xb)]
			m, s := padded[order-lag-1:][:len(xb)], padded[order+lag+1:][:len(xb)]
			for i := range xb {
				xb[i] += g*(l[i]+r[i]) + h*(m[i]+s[i])
			}
		}
		if lag <= order {
			g, l, r := rb[lag], padded[order-lag:][:len(xb)], padded[order+lag:][:len(xb)]
			for i := range xb {
				xb[i] += g * (l[i] + r[i])
			}
		}
		out := bar[f*hop:][:len(xb)]
		for i, g := range xb {
			out[i] += window[i] * g
		}
	}
	if count == 0 {
		return 0
	}
	share := 1 / float64(count)
	for i := range bar {
		bar[i] *= share
	}
	return loss * share
}

// autocorrelate takes four lags at a time.
func autocorrelate(r, padded []float64, order, size int) {
	x := padded[order:][:size]
	lag := 0
	for ; lag+3 <= order; lag += 4 {
		x0, x1 := padded[order-lag:][:len(x)], padded[order-lag-1:][:len(x)]
		x2, x3 := padded[order-lag-2:][:len(x)], padded[order-lag-3:][:len(x)]
		var s0, s1, s2, s3 float64
		for i, v := range x {
			s0 += v * x0[i]
			s1 += v * x1[i]
			s2 += v * x2[i]
			s3 += v * x3[i]
		}
		r[lag], r[lag+1], r[lag+2], r[lag+3] = s0, s1, s2, s3
	}
	for ; lag <= order; lag++ {
		y, s := padded[order-lag:][:len(x)], 0.0
		for i, v := range x {
			s += v * y[i]
		}
		r[lag] = s
	}
}

func (t *Tape) frequencies(bins int) {
	cos, sin := grow(&t.cos, bins), grow(&t.sin, bins)
	for b := range cos {
		sin[b], cos[b] = math.Sincos(math.Pi * float64(b) / float64(bins))
	}
	if cap(t.bins) < bins {
		t.bins = make([]bin, bins)
	}
	t.bins = t.bins[:bins]
}

// durbin fills t.a, t.k and t.e; t.e[i] is the error after step i.
func (t *Tape) durbin(r []float64) {
	n := len(r)
	a := t.a[:n]
	clear(a)
	a[0] = 1
	e := r[0]
	t.e[0] = e
	for i := 1; i < n; i++ {
		s := r[i]
		for j := 1; j < i; j++ {
			s += a[j] * r[i-j]
		}
		k := -s / e
		next := t.a[i*n:][:n]
		next[0] = 1
		for j := 1; j < i; j++ {
			next[j] = a[j] + k*a[i-j]
		}
		next[i] = k
		a = next
		e *= 1 - k*k
		t.k[i], t.e[i] = k, e
	}
}

// distance returns the distance and its derivative by the error, and sets t.ab to that by the coefficients.
func (t *Tape) distance(target []float64) (value, eb float64) {
	n := len(t.ab)
	a, ab := t.a[(n-1)*n:][:n], t.ab
	e := t.e[n-1]
	level := math.Log(e)
	sum := 0.0
	bins, cos, sin := t.bins[:len(target)], t.cos[:len(target)], t.sin[:len(target)]
	for b, want := range target {
		c, s := cos[b], sin[b]
		re, im := 0.0, 0.0
		for j := len(a) - 1; j >= 0; j-- {
			re, im = re*c+im*s+a[j], im*c-re*s
		}
		q := re*re + im*im
		d := level - math.Log(q) - want
		sum += d * d
		bins[b] = bin{re, im, 1 / q, d}
	}
	value = math.Sqrt(sum / float64(len(target)))
	// d log(1/q) is -2 (re d re + im d im) / q; re and im are the sums of a[j] cos(jw) and of -a[j] sin(jw). Horner's
	// rule backward: the pair turns by w from one coefficient to the next.
	f := 1 / (value * float64(len(target)))
	clear(ab)
	for b := range bins {
		v := &bins[b]
		g := f * v.d
		eb += g
		g *= -2 * v.inverse
		c, s := cos[b], sin[b]
		re, im := g*v.re, g*v.im
		for j := range ab {
			ab[j] += re
			re, im = re*c-im*s, re*s+im*c
		}
	}
	return value, eb / e
}

// durbinBack sets rb; eb is the derivative by the last error, t.ab that by the last coefficients.
func (t *Tape) durbinBack(r, rb []float64, eb float64) {
	n := len(r)
	ab := t.ab
	clear(rb)
	for i := n - 1; i > 0; i-- {
		// After the step: a'[j] = a[j] + k a[i-j], a'[i] = k, e' = e (1 - k²), where k = -s/e.
		a, k, e := t.a[(i-1)*n:][:n], t.k[i], t.e[i-1]
		kb := ab[i] - 2*k*e*eb
		for j := 1; j < i; j++ {
			kb += ab[j] * a[i-j]
		}
		sb := -kb / e
		eb = eb*(1-k*k) + sb*k
		// Before it: ab[j] + k ab[i-j]; and s = r[i] + sum of a[j] r[i-j].
		for j, l := 1, i-1; j <= l; j, l = j+1, l-1 {
			u, v := ab[j], ab[l]
			ab[j] = u + k*v + sb*r[l]
			ab[l] = v + k*u + sb*r[j]
		}
		rb[i] += sb
		for j := 1; j < i; j++ {
			rb[i-j] += sb * a[j]
		}
	}
	rb[0] = eb
}
