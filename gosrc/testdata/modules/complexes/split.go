package complexes

import "math"

// A pair is a complex number by its parts.
type pair struct{ re, im float64 }

func times(x, y pair) pair { return pair{x.re*y.re - x.im*y.im, x.re*y.im + x.im*y.re} }

func plus(x, y pair) pair { return pair{x.re + y.re, x.im + y.im} }

func minus(x, y pair) pair { return pair{x.re - y.re, x.im - y.im} }

func size(x pair) float64 { return x.re*x.re + x.im*x.im }

// over is x/y as Go's run time has it.
func over(x, y pair) pair {
	a, b, c, d := x.re, x.im, y.re, y.im
	var e, f float64
	if math.Abs(c) >= math.Abs(d) {
		ratio := d / c
		denom := c + ratio*d
		e = (a + b*ratio) / denom
		f = (b - a*ratio) / denom
	} else {
		ratio := c / d
		denom := d + ratio*c
		e = (a*ratio + b) / denom
		f = (b*ratio - a) / denom
	}
	return pair{e, f}
}

// overJVP is over and its tangent.
//
//chad:derivative of=over
func overJVP(x, y, dx, dy pair) (pair, pair) {
	r := inverse(y)
	byY := times(r, times(r, x))
	p := pair{r.re*dx.re - r.im*dx.im, r.re*dx.im + r.im*dx.re}
	q := pair{byY.re*dy.re - byY.im*dy.im, byY.re*dy.im + byY.im*dy.re}
	return over(x, y), pair{p.re - q.re, p.im - q.im}
}

func inverse(m pair) pair {
	c, d := m.re, m.im
	if math.Abs(c) >= math.Abs(d) {
		ratio := d / c
		denom := c + ratio*d
		return pair{1 / denom, -ratio / denom}
	}
	ratio := c / d
	denom := d + ratio*c
	return pair{ratio / denom, -1 / denom}
}

//chad:grad
//chad:jvp
//chad:hvp
func rootSplit(coef []pair, start, goal pair) float64 {
	z := start
	for range 6 {
		var p, dp pair
		for i := len(coef) - 1; i >= 0; i-- {
			dp = plus(times(dp, z), p)
			p = plus(times(p, z), coef[i])
		}
		z = minus(z, over(p, dp))
	}
	return size(minus(z, goal))
}

//chad:grad
//chad:jvp
//chad:hvp
func spectrumSplit(x []pair, weight []float64) float64 {
	y := fftSplit(x)
	s := 0.0
	for k, v := range y {
		s += weight[k] * size(v)
	}
	return s
}

func fftSplit(x []pair) []pair {
	n := len(x)
	if n == 1 {
		return []pair{x[0]}
	}
	even, odd := make([]pair, n/2), make([]pair, n/2)
	for i := range even {
		even[i], odd[i] = x[2*i], x[2*i+1]
	}
	even, odd = fftSplit(even), fftSplit(odd)
	out := make([]pair, n)
	for k := range even {
		t := times(twiddleSplit(k, n), odd[k])
		out[k] = plus(even[k], t)
		out[k+n/2] = minus(even[k], t)
	}
	return out
}

//chad:grad
//chad:jvp
func inPlaceSplit(x []pair, weight []float64) float64 {
	y := make([]pair, len(x))
	copy(y, x)
	n := len(y)
	for i, j := 1, 0; i < n; i++ {
		bit := n >> 1
		for ; j&bit != 0; bit >>= 1 {
			j ^= bit
		}
		j ^= bit
		if i < j {
			y[i], y[j] = y[j], y[i]
		}
	}
	for m := 2; m <= n; m *= 2 {
		for from := 0; from < n; from += m {
			for k := range m / 2 {
				t := times(twiddleSplit(k, m), y[from+k+m/2])
				y[from+k], y[from+k+m/2] = plus(y[from+k], t), minus(y[from+k], t)
			}
		}
	}
	s := 0.0
	for k, v := range y {
		s += weight[k] * size(v)
	}
	return s
}

type filterSplit struct {
	num, den []pair
	gain     float64
}

//chad:grad
//chad:jvp
//chad:hvp
func (f *filterSplit) response(freq float64) float64 {
	sin, cos := math.Sincos(-freq)
	z := pair{1 * cos, 1 * sin}
	var num, den pair
	for i := len(f.num) - 1; i >= 0; i-- {
		num = plus(times(num, z), f.num[i])
	}
	for i := len(f.den) - 1; i >= 0; i-- {
		den = times(den, z)
		den = plus(den, f.den[i])
	}
	return size(times(over(num, den), pair{f.gain, 0}))
}

//chad:grad
//chad:jvp
//chad:hvp
func escapeSplit(c pair, steps int) float64 {
	var z pair
	s := 0.0
	for range steps {
		z = plus(times(z, z), c)
		s += size(z)
		if size(z) > 4 {
			break
		}
	}
	return s
}

//chad:grad
//chad:jvp
//chad:hvp
func ladderSplit(l, c []float64, omega, load float64) float64 {
	z := pair{load, 0}
	for i := range l {
		shunt := over(pair{0, -1}, pair{omega * c[i], 0})
		z = over(times(z, shunt), plus(z, shunt))
		z = plus(z, pair{0, omega * l[i]})
	}
	return size(over(pair{1, 0}, z))
}

//chad:vjp
//chad:jvp
func productSplit(a [][]pair, x []pair) []pair {
	y := make([]pair, len(a))
	for i, row := range a {
		for j, v := range row {
			y[i] = plus(y[i], times(v, x[j]))
		}
	}
	return y
}

//chad:vjp
//chad:jvp
func contourSplit(pole, centre pair, radius float64, n int) pair {
	var s pair
	for k := range n {
		d := times(twiddleSplit(k, n), pair{radius, 0})
		z := plus(centre, d)
		s = plus(s, over(times(times(d, z), z), minus(z, pole)))
	}
	return over(s, pair{float64(n), 0})
}
