package term_test

import (
	"errors"
	"math"
)

// The programs of the tests: Go runs them, and the reader reads them.

func dot(x, y []float64) float64 {
	s := 0.0
	for i := range x {
		s += x[i] * y[i]
	}
	return s
}

func rosenbrock(x []float64) float64 {
	s := 0.0
	for i := 0; i < len(x)-1; i++ {
		a := x[i+1] - x[i]*x[i]
		b := 1 - x[i]
		s += 100*a*a + b*b
	}
	return s
}

func norm(x []float64) float64 { return math.Sqrt(dot(x, x)) }

func double(x []float64) {
	for i := range x {
		x[i] += x[i]
	}
}

func doubled(x []float64) float64 {
	y := make([]float64, len(x))
	copy(y, x)
	double(y)
	return dot(y, y)
}

func matvec(a [][]float64, x []float64) []float64 {
	y := make([]float64, len(a))
	for i := range a {
		for j := range x {
			y[i] += a[i][j] * x[j]
		}
	}
	return y
}

func newMatrix(n, m int) [][]float64 {
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, m)
	}
	return a
}

func quadratic(x []float64) float64 {
	n := len(x)
	a := newMatrix(n, n)
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			a[i][j] = x[i] * math.Sin(x[j])
		}
	}
	y := matvec(a, x)
	return dot(y, y)
}

func cholesky(a [][]float64) float64 {
	n := len(a)
	l := make([][]float64, n)
	for i := range l {
		l[i] = make([]float64, n)
	}
	logdet := 0.0
	for i := 0; i < n; i++ {
		for j := 0; j <= i; j++ {
			s := a[i][j]
			for k := 0; k < j; k++ {
				s -= l[i][k] * l[j][k]
			}
			if i == j {
				l[i][i] = math.Sqrt(s)
				logdet += 2 * math.Log(l[i][i])
			} else {
				l[i][j] = s / l[j][j]
			}
		}
	}
	return logdet
}

func lu(m [][]float64) float64 {
	n := len(m)
	a := newMatrix(n, n)
	for i := range a {
		for j := range a {
			a[i][j] = m[i][j]
		}
	}
	det := 1.0
	for k := 0; k < n; k++ {
		p := k
		for i := k + 1; i < n; i++ {
			if math.Abs(a[i][k]) > math.Abs(a[p][k]) {
				p = i
			}
		}
		if p != k {
			for j := 0; j < n; j++ {
				a[k][j], a[p][j] = a[p][j], a[k][j]
			}
			det = -det
		}
		det *= a[k][k]
		for i := k + 1; i < n; i++ {
			f := a[i][k] / a[k][k]
			for j := k; j < n; j++ {
				a[i][j] -= f * a[k][j]
			}
		}
	}
	return det
}

func deriv(y []float64, p float64) []float64 {
	d := make([]float64, len(y))
	d[0] = y[1]
	d[1] = p*(1-y[0]*y[0])*y[1] - y[0]
	return d
}

func axpy(a float64, x, y []float64) []float64 {
	z := make([]float64, len(x))
	for i := range z {
		z[i] = a*x[i] + y[i]
	}
	return z
}

func rk4(y0 []float64, p float64) float64 {
	y := make([]float64, len(y0))
	copy(y, y0)
	h := 0.1
	for t := 0; t < 20; t++ {
		k1 := deriv(y, p)
		k2 := deriv(axpy(h/2, k1, y), p)
		k3 := deriv(axpy(h/2, k2, y), p)
		k4 := deriv(axpy(h, k3, y), p)
		for i := range y {
			y[i] += h / 6 * (k1[i] + 2*k2[i] + 2*k3[i] + k4[i])
		}
	}
	return y[0]*y[0] + y[1]
}

// softDTW keeps two rows and swaps them.
func softDTW(x, y []float64) float64 {
	n, m := len(x), len(y)
	prev := make([]float64, m+1)
	cur := make([]float64, m+1)
	for j := 1; j <= m; j++ {
		prev[j] = 100
	}
	for i := 0; i < n; i++ {
		cur[0] = 100
		for j := 0; j < m; j++ {
			d := x[i] - y[j]
			b := math.Exp(-prev[j]) + math.Exp(-prev[j+1]) + math.Exp(-cur[j])
			cur[j+1] = d*d - math.Log(b)
		}
		prev, cur = cur, prev
	}
	return prev[m]
}

func firstAbove(x []float64, t float64) float64 {
	for i, v := range x {
		if v > t {
			return v * float64(i+1)
		}
	}
	return t
}

func newton(a float64) float64 {
	x := a
	n := 0
	for {
		d := x*x - a
		if math.Abs(d) < 1e-13 {
			break
		}
		if n > 50 {
			break
		}
		n++
		x = x - d/(2*x)
	}
	return x * x * x
}

func bisect(a float64) float64 {
	lo, hi := 0.0, 10.0
	for hi-lo > 1e-3 {
		mid := (lo + hi) / 2
		if mid*mid > a {
			hi = mid
		} else {
			lo = mid
		}
	}
	x := lo
	for i := 0; i < 3; i++ {
		x = x - (x*x-a)/(2*x)
	}
	return x
}

// labels leaves two loops at once, and goes on with the outer one.
func labels(x []float64) float64 {
	s := 0.0
outer:
	for i := range x {
		for j := range x {
			if x[j] < 0 {
				continue outer
			}
			if x[i]*x[j] > 4 {
				s += x[i]
				break outer
			}
			if j > i {
				break
			}
			s += x[i] * x[j]
		}
		s *= 1.1
	}
	return s
}

func fib(n int, x float64) float64 {
	if n < 2 {
		return x * float64(n)
	}
	return fib(n-1, x) + fib(n-2, x*x)
}

func collect(x []float64) float64 {
	var out []float64
	for _, v := range x {
		if v > 0 {
			out = append(out, v*v)
		}
		if v > 1 {
			out = append(out, v)
		}
	}
	s := 0.0
	for i, v := range out {
		s += v * float64(i+1)
	}
	return s
}

// known hands a slice that grows to a function that only looks at it.
func known(x []float64) float64 {
	var seen []int
	s := 0.0
	for i, v := range x {
		k := i * i % 5
		if at := placeOf(seen, k); at >= 0 {
			s += v * v * float64(at+1)
		} else {
			seen = append(seen, k)
		}
	}
	return s
}

func placeOf(seen []int, k int) int {
	for i, o := range seen {
		if o == k {
			return i
		}
	}
	return -1
}

type particle struct {
	pos, vel [2]float64
	mass     float64
	id       int
}

func energy(x []float64) float64 {
	ps := make([]particle, len(x)/2)
	for i := range ps {
		ps[i].pos[0] = x[2*i]
		ps[i].pos[1] = x[2*i+1]
		ps[i].mass = 1 + float64(i)
		ps[i].id = i
	}
	for step := 0; step < 5; step++ {
		for i := range ps {
			for k := 0; k < 2; k++ {
				ps[i].vel[k] -= 0.1 * ps[i].pos[k] * ps[i].mass
				ps[i].pos[k] += 0.1 * ps[i].vel[k]
			}
		}
	}
	e := 0.0
	for i := range ps {
		p := ps[i]
		e += p.mass * (p.vel[0]*p.vel[0] + p.pos[1]*p.pos[1]) * float64(p.id+1)
	}
	return e
}

type model struct {
	w    [][]float64
	b    []float64
	gain float64
	n    int
}

func mlp(m model, x []float64) float64 {
	h := make([]float64, len(m.w))
	for i, row := range m.w {
		s := m.b[i]
		for j, v := range x {
			s += row[j] * v
		}
		h[i] = math.Tanh(s)
	}
	return m.gain * dot(h, h)
}

func checked(x, y []float64) float64 {
	if len(x) != len(y) {
		panic("lengths")
	}
	return dot(x, y)
}

func checkedTwice(x, y []float64) float64 {
	a := checked(x, y)
	s := 0.0
	for i := range x {
		s += a * checked(x, y) * float64(i)
	}
	return s
}

func clamp(x float64) float64 {
	if x < 0 {
		return 0
	}
	if x > 1 {
		return 1
	}
	return x * x
}

func clamps(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += clamp(v)
	}
	return s
}

func apply(f func(float64) float64, x float64) float64 { return f(f(x)) }

func closures(a, x float64) float64 {
	g := func(t float64) float64 { return a*t + math.Sin(t) }
	return apply(g, x) + apply(clamp, x)
}

func integrate(f func(float64, []float64) float64, p []float64) float64 {
	s := 0.0
	for i := 0; i < 10; i++ {
		s += f(float64(i)/10, p)
	}
	return s / 10
}

func integral(p []float64) float64 {
	return integrate(func(x float64, p []float64) float64 { return math.Exp(-p[0]*x) * p[1] }, p)
}

func shift(x []float64) []float64 {
	y := make([]float64, len(x))
	copy(y, x)
	copy(y[1:], y)
	n := copy(y[:2], x[2:])
	y[0] += float64(n)
	return y
}

// missingRead and missingWrite use a row that is nil where n is small.
func missingRead(x []float64, n int) float64 {
	rows := make([][]float64, 3)
	if n > 2 {
		rows[0] = make([]float64, 2)
		rows[0][1] = x[0]
	}
	return rows[0][0] + x[0]*x[0]
}

func missingWrite(x []float64, n int) float64 {
	rows := make([][]float64, 3)
	if n > 2 {
		rows[1] = make([]float64, 2)
	}
	rows[1][0] = x[0]
	return rows[1][0] * x[0]
}

// copyRows copies into rows that are there: they keep their lengths, so that all have one.
func copyRows(x []float64) float64 {
	n := len(x)
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, n)
		copy(rows[i], x)
	}
	s := 0.0
	for i := range n {
		for k := range n {
			rows[i][k] *= x[i]
			s += rows[i][k]
		}
	}
	return s
}

func triangle(x []float64) float64 {
	n := len(x)
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, i+1)
		for j := range rows[i] {
			rows[i][j] = x[i] * x[j]
		}
	}
	s := 0.0
	for i := range rows {
		for j := range rows[i] {
			s += rows[i][j] * float64(j+1)
		}
	}
	return s
}

func trajectory(x0 []float64, n int) float64 {
	var path [][]float64
	x := x0
	for t := 0; t < n; t++ {
		next := make([]float64, len(x0))
		for i := range next {
			next[i] = math.Sin(x[i]) + 0.5*x[(i+1)%len(x0)]
		}
		path = append(path, next)
		x = next
	}
	s := 0.0
	for _, p := range path {
		s += dot(p, p)
	}
	return s
}

func choose(x []float64, k int) []float64 {
	var y []float64
	if k == 0 {
		y = make([]float64, len(x))
		y[0] = x[0]
	} else if k == 1 {
		y = []float64{x[0], x[1]}
	} else {
		y = x
	}
	for i := range y {
		y[i] *= 2
	}
	return y
}

func stack(x []float64) float64 {
	st := make([]float64, 0, 4)
	for _, v := range x {
		st = append(st, v)
		for len(st) > 1 && st[len(st)-1] < st[len(st)-2] {
			top := st[len(st)-1]
			st = st[:len(st)-1]
			st[len(st)-1] += top * 0.5
		}
	}
	s := 0.0
	for i, v := range st {
		s += v * float64(i+1)
	}
	return s
}

func divide(x, y float64) (float64, error) {
	if y == 0 {
		return 0, errors.New("division by zero")
	}
	return x / y, nil
}

func ratio(x, y float64) float64 {
	q, err := divide(x, y)
	if err != nil {
		return -1
	}
	return q
}

// manyReturns has more returns than are nested.
func manyReturns(x float64, k int) float64 {
	if k == 0 {
		return x
	}
	x *= 1.01
	if k == 1 {
		return x
	}
	x *= 1.01
	if k == 2 {
		return x * 2
	}
	x *= 1.02
	if k == 3 {
		return x * 3
	}
	return x * x
}

func resize(x []float64, n int) float64 {
	buf := make([]float64, 1)
	buf[0] = x[0]
	for i := 0; i < n; i++ {
		bigger := make([]float64, 2*len(buf))
		copy(bigger, buf)
		copy(bigger[len(buf):], buf)
		buf = bigger
		buf[0] += x[1]
	}
	s := 0.0
	for _, v := range buf {
		s += v * v
	}
	return s
}

func gauss(a [][]float64, b []float64) ([]float64, bool) {
	n := len(b)
	for k := 0; k < n; k++ {
		if a[k][k] == 0 {
			return nil, false
		}
		for i := k + 1; i < n; i++ {
			f := a[i][k] / a[k][k]
			for j := k; j < n; j++ {
				a[i][j] -= f * a[k][j]
			}
			b[i] -= f * b[k]
		}
	}
	x := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		s := b[i]
		for j := i + 1; j < n; j++ {
			s -= a[i][j] * x[j]
		}
		x[i] = s / a[i][i]
	}
	return x, true
}

func accumulate(x []float64, is []int) float64 {
	a := make([]float64, len(x))
	for i := range is {
		a[is[i]] += x[i] * x[i]
	}
	return dot(a, a)
}

func fillMatrix(x []float64) float64 {
	n := len(x)
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			m[i][j] = x[i] * math.Sin(x[j])
		}
	}
	return m[0][1] * m[1][0]
}

func solveSteps(x []float64, steps int) float64 {
	n := len(x)
	m := newMatrix(n, n)
	for i := 0; i < n; i++ {
		m[i][i] = x[i]
	}
	for s := 0; s < steps; s++ {
		for i := 1; i < n; i++ {
			for j := 0; j < n; j++ {
				m[i][j] += m[i-1][j] * x[j]
			}
		}
	}
	return m[n-1][0]
}

// triangleSums has bounds that own checks: none of them leaves a flag.
func triangleSums(x []float64) float64 {
	s := 0.0
	for i := range x {
		if i >= len(x) {
			panic("no")
		}
		for j := 0; j < i; j++ {
			if j < 0 || j >= len(x) {
				panic("no")
			}
			s += x[i] * x[j]
		}
	}
	return s
}

// wholeArray takes a slice of all of an array.
func wholeArray(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		var terms [2]float64
		for k := range terms {
			terms[k] = v * float64(k+1)
		}
		s += norm(terms[:])
	}
	return s
}

// earlyOrWritten joins two slices behind the if that returns, and again at the end. Returns that were one statement to
// the translation had one name for the sizes of both.
func earlyOrWritten(x, y []float64, n int) float64 {
	if n < 3 {
		if 1 < n {
			return 2 * x[0]
		}
	} else {
		x[0] = y[1]
		y[0] = x[1] * x[1]
	}
	return x[0] * y[0]
}
