// Package decay fits sums of decaying exponentials, as counts of mixed isotopes are.
package decay

import "math"

//go:generate go tool chad gen .

// Curve is a constant background and a number of terms amp·exp(−rate·t).
type Curve struct {
	Terms      int
	Background float64
	Amp, Rate  []float64 // of each term
}

// At is the curve at time t.
func (c *Curve) At(t float64) float64 {
	y := c.Background
	for k := range c.Terms {
		y += c.Amp[k] * math.Exp(-c.Rate[k]*t)
	}
	return y
}

// SumOfSquares is the sum of squared distances of the curve from measurements y at the times t.
//
//chad:grad wrt=c
//chad:jvp wrt=c
func (c *Curve) SumOfSquares(t, y []float64) float64 {
	sum := 0.0
	for i := range t {
		r := c.At(t[i]) - y[i]
		sum += r * r
	}
	return sum
}

// Loss is SumOfSquares of the curve with background x[0], amplitudes x[1], x[3], … and logarithms of rates x[2], x[4],
// …, for minimisers that know nothing but slices.
//
//chad:grad wrt=x
func Loss(x, t, y []float64) float64 {
	c := FromSlice(x)
	return c.SumOfSquares(t, y)
}

// FromSlice is the curve that Loss is about.
func FromSlice(x []float64) Curve {
	n := len(x) / 2
	c := Curve{Terms: n, Background: x[0], Amp: make([]float64, n), Rate: make([]float64, n)}
	for k := range n {
		c.Amp[k] = x[2*k+1]
		c.Rate[k] = math.Exp(x[2*k+2])
	}
	return c
}
