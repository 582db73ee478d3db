// Package corpus has textbook algorithms.
package corpus

import (
	"errors"
	"math"
)

// CholeskySolve solves a·x = b for the symmetric matrix ata + I made from a, and returns the sum of squares of x.
func CholeskySolve(a [][]float64, b []float64) float64 {
	n := len(b)
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
		for j := range m[i] {
			for k := range a {
				m[i][j] += a[k][i] * a[k][j]
			}
		}
		m[i][i] += 1
	}
	l := make([][]float64, n)
	for i := range l {
		l[i] = make([]float64, n)
	}
	for i := 0; i < n; i++ {
		for j := 0; j <= i; j++ {
			s := m[i][j]
			for k := 0; k < j; k++ {
				s -= l[i][k] * l[j][k]
			}
			if i == j {
				l[i][i] = math.Sqrt(s)
			} else {
				l[i][j] = s / l[j][j]
			}
		}
	}
	y := make([]float64, n)
	for i := 0; i < n; i++ {
		s := b[i]
		for k := 0; k < i; k++ {
			s -= l[i][k] * y[k]
		}
		y[i] = s / l[i][i]
	}
	x := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		s := y[i]
		for k := i + 1; k < n; k++ {
			s -= l[k][i] * x[k]
		}
		x[i] = s / l[i][i]
	}
	sum := 0.0
	for _, v := range x {
		sum += v * v
	}
	return sum
}

// Kalman is the negative log-likelihood of observations under a local level model.
func Kalman(y []float64, logQ, logR, x0 float64) float64 {
	q, r := math.Exp(logQ), math.Exp(logR)
	x, p := x0, 1.0
	nll := 0.0
	for _, obs := range y {
		p += q
		s := p + r
		k := p / s
		innov := obs - x
		nll += 0.5 * (math.Log(2*math.Pi*s) + innov*innov/s)
		x += k * innov
		p *= 1 - k
	}
	return nll
}

func normCDF(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }

// BlackScholes is the price of a European call; the parameters are made positive.
func BlackScholes(s, k, r, sigma, t float64) float64 {
	s, k, sigma, t = math.Exp(s), math.Exp(k), 0.1+sigma*sigma, 0.1+t*t
	d1 := (math.Log(s/k) + (r+sigma*sigma/2)*t) / (sigma * math.Sqrt(t))
	d2 := d1 - sigma*math.Sqrt(t)
	return s*normCDF(d1) - k*math.Exp(-r*t)*normCDF(d2)
}

// lcg is a linear congruential generator.
type lcg struct{ state uint64 }

func (g *lcg) next() float64 {
	g.state = g.state*6364136223846793005 + 1442695040888963407
	return float64(g.state>>11) / (1 << 53)
}

// MonteCarlo is the price of an option by simulation with common random numbers.
func MonteCarlo(s0, strike, mu, sigma float64, seed uint64) float64 {
	g := &lcg{seed}
	const paths, steps = 20, 10
	dt := 1.0 / steps
	sum := 0.0
	for range paths {
		s := math.Exp(s0)
		for range steps {
			u1, u2 := g.next(), g.next()
			z := math.Sqrt(-2*math.Log(u1+1e-12)) * math.Cos(2*math.Pi*u2)
			s *= math.Exp((mu-sigma*sigma/2)*dt + sigma*math.Sqrt(dt)*z)
		}
		if s > strike {
			sum += s - strike
		}
	}
	return sum / paths
}

func logSumExp(x []float64) float64 {
	m := math.Inf(-1)
	for _, v := range x {
		m = math.Max(m, v)
	}
	s := 0.0
	for _, v := range x {
		s += math.Exp(v - m)
	}
	return m + math.Log(s)
}

// SoftViterbi is the log partition function of a chain: trans[i][j] scores the step from i to j.
func SoftViterbi(emit, trans [][]float64) float64 {
	alpha := append([]float64(nil), emit[0]...)
	next := make([]float64, len(alpha))
	tmp := make([]float64, len(alpha))
	for t := 1; t < len(emit); t++ {
		for j := range next {
			for i := range alpha {
				tmp[i] = alpha[i] + trans[i][j]
			}
			next[j] = logSumExp(tmp) + emit[t][j]
		}
		alpha, next = next, alpha
	}
	return logSumExp(alpha)
}

// Spline is the value at t of the natural cubic spline through y at 0, 1, 2, …
func Spline(y []float64, t float64) float64 {
	n := len(y) - 1
	if n < 2 {
		return y[0]
	}
	c, d := make([]float64, n), make([]float64, n)
	m := make([]float64, n+1)
	for i := 1; i < n; i++ {
		den := 4 - c[i-1]
		c[i] = 1 / den
		d[i] = (6*(y[i+1]-2*y[i]+y[i-1]) - d[i-1]) / den
	}
	for i := n - 1; i > 0; i-- {
		m[i] = d[i] - c[i]*m[i+1]
	}
	t = math.Abs(math.Sin(t)) * float64(n)
	k := int(t)
	if k >= n {
		k = n - 1
	}
	u := t - float64(k)
	v := 1 - u
	return m[k]*v*v*v/6 + m[k+1]*u*u*u/6 + (y[k]-m[k]/6)*v + (y[k+1]-m[k+1]/6)*u
}

type state struct{ x, v float64 }

func (s state) add(k float64, d state) state { return state{s.x + k*d.x, s.v + k*d.v} }

// RK4 takes steps of an oscillator.
func RK4(x, v, omega, damp float64, steps int) float64 {
	f := func(s state) state { return state{s.v, -omega*omega*s.x - damp*s.v} }
	s := state{x, v}
	const h = 0.1
	for range steps {
		k1 := f(s)
		k2 := f(s.add(h/2, k1))
		k3 := f(s.add(h/2, k2))
		k4 := f(s.add(h, k3))
		s = s.add(h/6, k1).add(h/3, k2).add(h/3, k3).add(h/6, k4)
	}
	return s.x
}

// GMM is the log-likelihood of points in a mixture of two Gaussians.
func GMM(x []float64, w, mu, logSigma [2]float64) float64 {
	norm := math.Log(math.Exp(w[0]) + math.Exp(w[1]))
	ll := 0.0
	for _, p := range x {
		var terms [2]float64
		for k := range terms {
			z := (p - mu[k]) / math.Exp(logSigma[k])
			terms[k] = w[k] - norm - logSigma[k] - z*z/2
		}
		ll += logSumExp(terms[:])
	}
	return ll
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// Cell has the weights of an LSTM with one unit: gates i, f, o, g.
type Cell struct {
	W, U, B [4]float64
}

func (c *Cell) step(h, s, x float64) (float64, float64) {
	var z [4]float64
	for k := range z {
		z[k] = c.W[k]*x + c.U[k]*h + c.B[k]
	}
	s = sigmoid(z[1])*s + sigmoid(z[0])*math.Tanh(z[3])
	return sigmoid(z[2]) * math.Tanh(s), s
}

// LSTM is the loss of predicting each input from those before.
func LSTM(c *Cell, x []float64) float64 {
	h, s, loss := 0.0, 0.0, 0.0
	for _, v := range x {
		d := h - v
		loss += d * d
		h, s = c.step(h, s, v)
	}
	return loss
}

// Arm is the squared distance of a planar arm's end from a goal.
func Arm(angles, lengths []float64, gx, gy float64) float64 {
	var x, y, phi float64
	for i, a := range angles {
		phi += a
		x += lengths[i] * math.Cos(phi)
		y += lengths[i] * math.Sin(phi)
	}
	return (x-gx)*(x-gx) + (y-gy)*(y-gy)
}

type particle struct {
	Pos, Vel [2]float64
	Mass     float64
}

// Springs simulates particles on a chain of springs.
func Springs(ps []particle, k float64, steps int) float64 {
	work := make([]particle, len(ps))
	copy(work, ps)
	const dt = 0.05
	for range steps {
		for i := 1; i < len(work); i++ {
			a, b := &work[i-1], &work[i]
			for d := range 2 {
				f := k * (b.Pos[d] - a.Pos[d])
				a.Vel[d] += dt * f / (1 + a.Mass*a.Mass)
				b.Vel[d] -= dt * f / (1 + b.Mass*b.Mass)
			}
		}
		for i := range work {
			p := &work[i]
			for d := range p.Pos {
				p.Pos[d] += dt * p.Vel[d]
			}
		}
	}
	e := 0.0
	for _, p := range work {
		e += p.Pos[0]*p.Pos[0] + p.Vel[1]*p.Pos[1]
	}
	return e
}

var errNoRoot = errors.New("no root")

// NewtonRoot is a root of a cubic near 1, by Newton's method.
func NewtonRoot(a, b float64) (float64, error) {
	x := 1.0
	for range 50 {
		f := x*x*x + a*a*x - b
		df := 3*x*x + a*a
		if df == 0 {
			return 0, errNoRoot
		}
		step := f / df
		x -= step
		if math.Abs(step) < 1e-14 {
			return x, nil
		}
	}
	return 0, errNoRoot
}

// Conv is a one-dimensional convolution with a relu and a maximum.
func Conv(x, kernel []float64) float64 {
	best := math.Inf(-1)
	for i := 0; i+len(kernel) <= len(x)+1; i++ {
		s := 0.0
		for j, w := range kernel {
			if i+j < len(x) {
				s += w * x[i+j]
			}
		}
		best = max(best, max(s, 0)+0.1*s)
	}
	return best
}

// integrate is Simpson's rule.
func integrate(f func(float64) float64, a, b float64, n int) float64 {
	h := (b - a) / float64(2*n)
	s := f(a) + f(b)
	for i := 1; i < 2*n; i++ {
		w := 2.0
		if i%2 == 1 {
			w = 4
		}
		s += w * f(a+float64(i)*h)
	}
	return s * h / 3
}

// Area is an integral with parameters in the integrand and in the bounds.
func Area(a, b, k float64) float64 {
	return integrate(func(x float64) float64 { return math.Exp(-k*x*x) * math.Cos(x) }, a, b, 8)
}

// insert puts t into a sorted list.
func insert(list []float64, t float64) []float64 {
	list = append(list, t)
	i := len(list) - 1
	for i > 0 && list[i-1] > t {
		list[i] = list[i-1]
		i--
	}
	list[i] = t
	return list
}

// Trimmed is the mean of a sample without its smallest and its largest value, which are kept in a sorted list.
func Trimmed(x []float64) float64 {
	var sorted []float64
	for _, v := range x {
		sorted = insert(sorted, v*v+0.1*v)
	}
	s := 0.0
	for i := 1; i+1 < len(sorted); i++ {
		s += sorted[i] * float64(i)
	}
	return s
}

// Follow sums a signal that is one of two, and changes where the data says.
func Follow(x, y []float64) float64 {
	s := x
	sum := 0.0
	for i := range x {
		if x[i] > 0.5 {
			s = y
		} else if i < len(y) && y[i] > 0.5 {
			s = x[:len(x)-i]
		}
		if len(s) > 0 {
			sum += s[0] * s[i%len(s)]
		}
	}
	return sum
}

// LogDet is the logarithm of the determinant of a·aᵀ + I by the triangle of its Cholesky factor, row by row.
func LogDet(a [][]float64) float64 {
	l := make([][]float64, len(a))
	det := 0.0
	for i := range a {
		l[i] = make([]float64, i+1)
		for j := 0; j <= i; j++ {
			s := 0.0
			if i == j {
				s = 1
			}
			for k := range min(len(a[i]), len(a[j])) {
				s += a[i][k] * a[j][k]
			}
			for k := 0; k < j; k++ {
				s -= l[i][k] * l[j][k]
			}
			if i == j {
				l[i][i] = math.Sqrt(s)
				det += math.Log(l[i][i])
			} else {
				l[i][j] = s / l[j][j]
			}
		}
	}
	return 2 * det
}

// smoother has the buffers of a filter.
type smoother struct {
	gain, next []float64
	cov, work  [][]float64
}

func square(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

func (f *smoother) step(x float64, noise float64) float64 {
	n := len(f.gain)
	for i := range f.work {
		for j := range f.work[i] {
			s := 0.0
			for k := range f.cov {
				s += f.cov[i][k] * f.cov[k][j]
			}
			f.work[i][j] = s + noise
		}
	}
	for i := range f.next {
		f.next[i] = f.work[i][0]*x + f.gain[i]/float64(n)
	}
	for i, row := range f.work {
		for j, w := range row {
			f.cov[i][j] = 0.5*w + 0.1*f.next[j]*x
		}
	}
	f.gain, f.next = f.next, f.gain
	return f.gain[0] * f.cov[n-1][0]
}

// Smooth runs a filter that works in buffers of its own.
func Smooth(x []float64, noise float64) float64 {
	f := smoother{gain: make([]float64, 2), next: make([]float64, 2), cov: square(2), work: square(2)}
	f.cov[0][0], f.cov[1][1] = 0.3, 0.2
	cost := 0.0
	for _, v := range x {
		cost += f.step(v, noise)
	}
	return cost
}
