// Package pullbacks has functions with VJPs by hand.
package pullbacks

import (
	"errors"
	"math"
)

//go:generate go tool chad gen .

// wave has both forms, both wrong, so that it is seen which one is used.
func wave(x float64) float64 { return math.Sin(x) }

//chad:derivative of=wave
func waveJVP(x, dx float64) (float64, float64) { return wave(x), 2 * math.Cos(x) * dx }

//chad:derivative of=wave form=vjp
func waveVJP(x, _, dy float64) float64 { return 3 * math.Cos(x) * dy }

// Wave calls it.
//
//chad:grad
//chad:vjp
//chad:jvp
//chad:hvp
func Wave(x float64) float64 { return wave(x) }

// length has a VJP that is three times the true one.
func length(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s = math.Hypot(s, v)
	}
	return s
}

//chad:derivative of=length form=vjp
func lengthVJP(x []float64, n, dn float64) []float64 {
	dx := make([]float64, len(x))
	if n == 0 {
		return dx
	}
	for i, v := range x {
		dx[i] = 3 * v / n * dn
	}
	return dx
}

// Square is half the square of the length, whose gradient is three times its argument by the VJP.
//
//chad:grad
//chad:jvp
//chad:hvp
//chad:hessian
func Square(x []float64) float64 { return length(x) * length(x) / 2 }

// power has a VJP that carries a value and a cotangent through one loop.
func power(x float64, n int) float64 {
	y := 1.0
	for range n {
		y *= x
	}
	return y
}

//chad:derivative of=power form=vjp
func powerVJP(x float64, n int, _, dy float64) float64 {
	z, dx := 1.0, 0.0
	for range n {
		z, dx = z*x, dx*x+z*dy
	}
	return dx
}

// Powers calls it in a loop and a branch.
//
//chad:grad wrt=x
//chad:jvp wrt=x
//chad:hvp wrt=x
func Powers(x []float64, n int) float64 {
	s := 0.0
	for i, v := range x {
		if v > 0 {
			s += power(v, n+i)
		} else {
			s -= power(-v, 2) * x[0]
		}
	}
	return s
}

// A filter is recursive, by a coefficient and the state that it begins with.
type filter struct {
	At   [2]float64
	Name string
}

func (f *filter) run(x []float64) ([]float64, error) {
	if len(x) == 0 {
		return nil, errors.New("pullbacks: nothing to filter")
	}
	y := make([]float64, len(x))
	h := f.At[1]
	for i, v := range x {
		h = math.Tanh(f.At[0]*h + v)
		y[i] = h
	}
	return y, nil
}

// What it returns is all that it has to keep.
//
//chad:derivative of=filter.run form=vjp
func runVJP(f *filter, x, y []float64, err error, dy []float64) (*filter, []float64) {
	df, dx := &filter{}, make([]float64, len(x))
	if err != nil {
		return df, dx
	}
	dh := 0.0
	for i := len(x) - 1; i >= 0; i-- {
		before := f.At[1]
		if i > 0 {
			before = y[i-1]
		}
		d := (dh + dy[i]) * (1 - y[i]*y[i])
		dx[i] = d
		df.At[0] += d * before
		dh = d * f.At[0]
	}
	df.At[1] = dh
	return df, dx
}

// Filtered calls it.
//
//chad:grad
//chad:jvp
//chad:hvp
func Filtered(x []float64, a, h float64) (float64, error) {
	f := &filter{At: [2]float64{a, h}}
	y, err := f.run(x)
	if err != nil {
		return 0, err
	}
	s := 0.0
	for i, v := range y {
		s += v * v * float64(i+1)
	}
	return s, nil
}

// positive returns as many numbers as are positive.
func positive(x []float64) (y []float64, n int) {
	for _, v := range x {
		if v > 0 {
			y = append(y, v*v)
			n++
		}
	}
	return y, n
}

//chad:derivative of=positive form=vjp
func positiveVJP(x, y []float64, n int, dy []float64) []float64 {
	dx, k := make([]float64, len(x)), 0
	for i, v := range x {
		if v > 0 {
			dx[i] = 2 * v * dy[k]
			k++
		}
	}
	return dx
}

// Mean is that of their squares.
//
//chad:grad
//chad:jvp
//chad:hvp
func Mean(x []float64) float64 {
	y, n := positive(x)
	s := 0.0
	for _, v := range y {
		s += v * v
	}
	return s / float64(n)
}

// Energy is differentiated by a directive; step and value are by hand, with what that gives.
//
//chad:grad
//chad:hvp
func Energy(x []float64) float64 {
	s := 0.0
	for i, v := range x {
		s += v * v * v * float64(i+1)
	}
	return s
}

// step is one of descent.
func step(x []float64) []float64 {
	g, y := make([]float64, len(x)), make([]float64, len(x))
	EnergyGrad(x, g)
	for i, v := range x {
		y[i] = v - 0.1*g[i]
	}
	return y
}

// The Hessian is symmetric.
//
//chad:derivative of=step form=vjp
func stepVJP(x, _, dy []float64) []float64 {
	h := make([]float64, len(x))
	EnergyHVP(x, dy, h)
	for i := range h {
		h[i] = dy[i] - 0.1*h[i]
	}
	return h
}

// Stepped is the energy after a step.
//
//chad:grad
//chad:jvp
//chad:hvp
func Stepped(x []float64) float64 { return Energy(step(x)) }

// reversed is the identity, with the sign of gradients turned around.
func reversed[T ~float64](x []T) []T { return append([]T(nil), x...) }

//chad:derivative of=reversed form=vjp
func reversedVJP[T ~float64](_, _, dy []T) []T {
	dx := make([]T, len(dy))
	for i, d := range dy {
		dx[i] = -d
	}
	return dx
}

// Adversary goes down by a and up by b.
//
//chad:grad
//chad:jvp
func Adversary(a, b []float64) float64 {
	s := 0.0
	for i, v := range reversed(b) {
		s += a[i] * v
	}
	return s
}

// A Layer counts how often it is used, and keeps what came of it.
type Layer struct {
	W    []float64
	Bias float64
	Uses int
	Last float64
}

// out writes two fields, of which one varies.
func (l *Layer) out(x []float64) float64 {
	l.Uses++
	s := l.Bias
	for i, w := range l.W {
		s += w * x[i]
	}
	l.Last += s
	return s * s
}

//chad:derivative of=Layer.out
func outJVP(l *Layer, x []float64, dl *Layer, dx []float64) (float64, float64) {
	l.Uses++
	s, ds := l.Bias, dl.Bias
	for i, w := range l.W {
		s += w * x[i]
		ds += dl.W[i]*x[i] + w*dx[i]
	}
	l.Last += s
	dl.Last += ds
	return s * s, 2 * s * ds
}

// grown writes to its parameter, and returns its sum.
func grown(x []float64, by float64) (sum float64) {
	for i := range x {
		x[i] *= by
		sum += x[i]
	}
	return sum
}

//chad:derivative of=grown
func grownJVP(x []float64, by float64, dx []float64, dby float64) (sum, dsum float64) {
	for i := range x {
		dx[i] = dx[i]*by + x[i]*dby
		x[i] *= by
		sum += x[i]
		dsum += dx[i]
	}
	return sum, dsum
}

// read only counts.
func (l *Layer) read(k int) float64 {
	l.Uses++
	return l.W[k]
}

//chad:derivative of=Layer.read
func readJVP(l *Layer, k int, dl *Layer) (float64, float64) {
	l.Uses++
	return l.W[k], dl.W[k]
}

// Used calls functions that return something and write, too.
//
//chad:grad wrt=l.W,l.Bias,x,by
//chad:jvp wrt=x,by
func Used(l *Layer, x []float64, by float64) float64 {
	y := append([]float64(nil), x...)
	s := l.out(y) + grown(y, by)
	s *= l.out(y) + y[0]*l.read(0)
	return s + math.Sin(l.Last)*float64(l.Uses)
}

// mean has weights, or none.
func mean(x, w []float64) float64 {
	s, n := 0.0, 0.0
	for i, v := range x {
		if w == nil {
			s, n = s+v, n+1
		} else {
			s, n = s+w[i]*v, n+w[i]
		}
	}
	return s / n
}

// Three times the true one by x.
//
//chad:derivative of=mean
func meanJVP(x, w, dx, dw []float64) (m, dm float64) {
	m = mean(x, w)
	n := 0.0
	for i, v := range x {
		if w == nil {
			dm, n = dm+3*dx[i], n+1
		} else {
			dm, n = dm+3*w[i]*dx[i]+dw[i]*(v-m), n+w[i]
		}
	}
	return m, dm / n
}

// also is mean with a VJP.
func also(x, w []float64) float64 { return mean(x, w) }

//chad:derivative of=also form=vjp
func alsoVJP(x, w []float64, m, dm float64) (dx, dw []float64) {
	dx, dw = make([]float64, len(x)), make([]float64, len(w))
	n := float64(len(x))
	if w != nil {
		n = 0
		for _, v := range w {
			n += v
		}
	}
	for i, v := range x {
		if w == nil {
			dx[i] = 3 * dm / n
		} else {
			dx[i], dw[i] = 3*w[i]*dm/n, (v-m)*dm/n
		}
	}
	return dx, dw
}

// Means compares with nil in functions that have derivatives by hand.
//
//chad:grad
//chad:jvp
func Means(x, w []float64) float64 { return mean(x, w) * also(x, w) }

// MeansWithout gives nil itself.
//
//chad:grad
func MeansWithout(x []float64) float64 { return mean(x, nil) * also(x, nil) }
