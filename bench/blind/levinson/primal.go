// Package levinson is linear prediction by the autocorrelation method: J. Makhoul, "Linear prediction: a tutorial
// review", Proc. IEEE 1975, sections II and III, with the recursion of N. Levinson and J. Durbin. The spectra of the
// all-pole models of the frames of a signal are compared with given ones.
package levinson

import "math"

// Loss is the mean over the frames of the root mean square distance between the logarithms of the model's spectrum and
// of the target, which has a row for each frame. A frame has size samples and starts hop samples after the one before.
// Silent frames do not count.
// It is differentiated with respect to signal.
func Loss(signal []float64, targets [][]float64, order, size, hop int) float64 {
	window := hann(size)
	x, r, a := make([]float64, size), make([]float64, order+1), make([]float64, order+1)
	loss, count := 0.0, 0
	for t, target := range targets {
		if t*hop+size > len(signal) {
			break
		}
		for i, s := range signal[t*hop : t*hop+size] {
			x[i] = window[i] * s
		}
		autocorrelation(r, x)
		if r[0] < 1e-6 {
			continue
		}
		rest := durbin(a, r)
		loss += distance(a, rest, target)
		count++
	}
	if count == 0 {
		return 0
	}
	return loss / float64(count)
}

func hann(size int) []float64 {
	w := make([]float64, size)
	for i := range w {
		w[i] = 0.5 - 0.5*math.Cos(2*math.Pi*(float64(i)+0.5)/float64(size))
	}
	return w
}

// autocorrelation sets r for the lags from 0. A little white noise is added, so that the recursion is stable.
func autocorrelation(r, x []float64) {
	for lag := range r {
		r[lag] = 0
		for i := lag; i < len(x); i++ {
			r[lag] += x[i] * x[i-lag]
		}
	}
	r[0] *= 1.0001
}

// durbin sets a to the coefficients of the prediction error filter and returns the energy of the error.
func durbin(a, r []float64) float64 {
	a[0] = 1
	e := r[0]
	for i := 1; i < len(a); i++ {
		s := r[i]
		for j := 1; j < i; j++ {
			s += a[j] * r[i-j]
		}
		k := -s / e
		for j := 1; j <= i/2; j++ {
			t := a[j] + k*a[i-j]
			a[i-j] += k * a[j]
			a[j] = t
		}
		a[i] = k
		e *= 1 - k*k
	}
	return e
}

// distance compares the spectrum e/|A|² with the target at as many frequencies as that has.
func distance(a []float64, e float64, target []float64) float64 {
	sum := 0.0
	for b, want := range target {
		w := math.Pi * float64(b) / float64(len(target))
		// A(exp(iw)) by Horner's rule.
		c, s := math.Cos(w), math.Sin(w)
		re, im := 0.0, 0.0
		for j := len(a) - 1; j >= 0; j-- {
			re, im = re*c+im*s+a[j], im*c-re*s
		}
		d := math.Log(e/(re*re+im*im)) - want
		sum += d * d
	}
	return math.Sqrt(sum / float64(len(target)))
}
