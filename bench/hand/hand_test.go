package hand

import (
	"fmt"
	"math"
	"testing"

	"github.com/seed-4b734f86/gochad/bench/data"
)

// The laws, each on inputs small enough for finite differences:
//
//	the value that Grad returns = Value
//	the gradient = Richardson's extrapolation of central differences of Value
//	destinations are overwritten, whatever they held
//	neither function allocates in the steady state
//	the Hessian-vector product = differences of the gradient
//
// and the identities of single problems in identity_test.go. Values themselves
// are held against definitions written again, naively, in value_test.go.

// A problem is a function of groups of numbers, which it reads through pointers.
type problem struct {
	name  string
	wrt   []group
	value func() float64
	grad  func() float64
	tol   float64 // of the gradient, relative to its largest element
}

// A group is the coordinates of a parameter and of its cotangent.
type group struct {
	name string
	at   []*float64
	bar  []*float64
}

func vector(name string, x, bar []float64) group {
	g := group{name: name}
	for i := range x {
		g.at, g.bar = append(g.at, &x[i]), append(g.bar, &bar[i])
	}
	return g
}

func matrix(name string, x, bar [][]float64) group {
	g := group{name: name}
	for i := range x {
		row := vector(name, x[i], bar[i])
		g.at, g.bar = append(g.at, row.at...), append(g.bar, row.bar...)
	}
	return g
}

func scalar(name string, x, bar *float64) group {
	return group{name, []*float64{x}, []*float64{bar}}
}

func like(x []float64) []float64           { return make([]float64, len(x)) }
func likeMatrix(x [][]float64) [][]float64 { return data.Matrix(len(x), len(x[0])) }

// richardson is the derivative of f by *x: the limit of central differences.
func richardson(f func() float64, x *float64) float64 {
	at := *x
	central := func(h float64) float64 {
		*x = at + h
		up := f()
		*x = at - h
		down := f()
		*x = at
		return (up - down) / (2 * h)
	}
	h := 2e-3 * max(1, math.Abs(at))
	var row [5]float64
	for i := range row {
		d, factor := central(h/math.Pow(2, float64(i))), 1.0
		for j := range i {
			factor *= 4
			row[j], d = d, d+(d-row[j])/(factor-1)
		}
		row[i] = d
	}
	return row[4]
}

func TestGradients(t *testing.T) {
	for _, p := range problems() {
		t.Run(p.name, func(t *testing.T) { checkGradient(t, p) })
	}
}

func checkGradient(t *testing.T, p problem) {
	for _, g := range p.wrt {
		for _, b := range g.bar {
			*b = math.NaN() // must be overwritten
		}
	}
	value, again := p.value(), p.grad()
	if math.Abs(value-again) > 1e-13*max(1, math.Abs(value)) {
		t.Errorf("value %v, with gradient %v", value, again)
	}
	for _, g := range p.wrt {
		want, scale := make([]float64, len(g.at)), 1e-3
		for i, x := range g.at {
			want[i] = richardson(p.value, x)
			scale = max(scale, math.Abs(want[i]))
		}
		for i, b := range g.bar {
			if !(math.Abs(*b-want[i]) <= p.tol*scale) {
				t.Fatalf("%s[%d]: %v, want %v (off by %.2g of the largest)", g.name, i, *b, want[i], math.Abs(*b-want[i])/scale)
			}
		}
	}
}

func TestNoAllocations(t *testing.T) {
	for _, p := range problems() {
		for kind, f := range map[string]func() float64{"value": p.value, "grad": p.grad} {
			if n := testing.AllocsPerRun(3, func() { f() }); n != 0 {
				t.Errorf("%s: %s allocates %v times", p.name, kind, n)
			}
		}
	}
}

// problems is one instance of each problem, small but with odd sizes, so that remainders of
// unrolled loops are seen.
func problems() []problem {
	ps := []problem{}
	for _, n := range []int{2, 3, 9} {
		ps = append(ps, rosenbrock(n))
	}
	ps = append(ps, logistic(13, 5), logistic(4, 8), leastSquares(11, 7), leastSquares(4, 6))
	for _, d := range []int{1, 2, 5, 8} {
		ps = append(ps, gmm(9+d, d, 3))
	}
	ps = append(ps, gmm(4, 33, 2), kmeans(23, 5, 3), kmeans(17, 6, 8), kmeans(4, 1, 4), logSumExp(17), logSumExp(8))
	for _, n := range []int{1, 2, 5} {
		ps = append(ps, detMinors(n), detLU(n))
	}
	return append(ps, detLU(12), mlp(5, 3, 7, 2), mlp(6, 4, 8, 3), ode(1), ode(150),
		polyWhile(20, 0.7, 0.012), polyWhile(5, 1.2, 1e-3), polyWhile(6, -0.5, 0.3),
		nbody(5, 3), nbody(2, 1), nbody(4, 0), // With the step of the suite, so few steps would move little.
		recurrence(1, 0.02), recurrence(90, 0.02), recurrence(100, 0.02), recurrence(103, 0.02))
}

func rosenbrock(n int) problem {
	x := data.Rosenbrock(n)
	bar := like(x)
	return problem{
		fmt.Sprintf("rosenbrock/%d", n), []group{vector("x", x, bar)},
		func() float64 { return RosenbrockValue(x) },
		func() float64 { return RosenbrockGrad(x, bar) }, 1e-9,
	}
}

func logistic(n, d int) problem {
	theta, x, y := data.Logistic(n, d)
	bar := like(theta)
	var w Logistic
	return problem{
		fmt.Sprintf("logistic/%dx%d", n, d), []group{vector("theta", theta, bar)},
		func() float64 { return w.Value(theta, x, y) },
		func() float64 { return w.Grad(theta, x, y, bar) }, 1e-9,
	}
}

func leastSquares(n, m int) problem {
	theta, a, b := data.LeastSquares(n, m)
	bar := like(theta)
	var w LeastSquares
	return problem{
		fmt.Sprintf("leastsquares/%dx%d", n, m), []group{vector("theta", theta, bar)},
		func() float64 { return w.Value(theta, a, b) },
		func() float64 { return w.Grad(theta, a, b, bar) }, 1e-9,
	}
}

func gmm(n, d, k int) problem {
	alphas, means, qdiag, ltri, x, _, _ := data.GMM(n, d, k)
	gamma, m := 0.7, 2
	ab, mb, qb, lb := like(alphas), likeMatrix(means), likeMatrix(qdiag), likeMatrix(ltri)
	var w GMM
	return problem{
		fmt.Sprintf("gmm/%dx%dx%d", n, d, k),
		[]group{vector("alphas", alphas, ab), matrix("means", means, mb), matrix("qdiag", qdiag, qb), matrix("ltri", ltri, lb)},
		func() float64 { return w.Value(alphas, means, qdiag, ltri, x, gamma, m) },
		func() float64 { return w.Grad(alphas, means, qdiag, ltri, x, gamma, m, ab, mb, qb, lb) }, 1e-8,
	}
}

func kmeans(n, k, d int) problem {
	c, p, _ := data.KMeans(n, k, d)
	bar := likeMatrix(c)
	var w KMeans
	return problem{
		fmt.Sprintf("kmeans/%dx%dx%d", n, k, d), []group{matrix("centroids", c, bar)},
		func() float64 { return w.Value(c, p) },
		func() float64 { return w.Grad(c, p, bar) }, 1e-9,
	}
}

func logSumExp(n int) problem {
	x := data.LogSumExp(n)
	bar := like(x)
	return problem{
		fmt.Sprintf("logsumexp/%d", n), []group{vector("x", x, bar)},
		func() float64 { return LogSumExpValue(x) },
		func() float64 { return LogSumExpGrad(x, bar) }, 1e-9,
	}
}

func detMinors(n int) problem {
	a := data.DetMinors(n)
	bar := likeMatrix(a)
	var w DetMinors
	return problem{
		fmt.Sprintf("detminors/%d", n), []group{matrix("a", a, bar)},
		func() float64 { return w.Value(a) },
		func() float64 { return w.Grad(a, bar) }, 1e-9,
	}
}

func detLU(n int) problem {
	a := data.DetLU(n)
	bar := likeMatrix(a)
	var w DetLU
	return problem{
		fmt.Sprintf("detlu/%d", n), []group{matrix("a", a, bar)},
		func() float64 { return w.Value(a) },
		func() float64 { return w.Grad(a, bar) }, 1e-9,
	}
}

func mlp(n, d, h, o int) problem {
	w1, b1, w2, b2, x, y := data.MLP(n, d, h, o)
	w1b, b1b, w2b, b2b := likeMatrix(w1), like(b1), likeMatrix(w2), like(b2)
	var w MLP
	return problem{
		fmt.Sprintf("mlp/%dx%dx%dx%d", n, d, h, o),
		[]group{matrix("w1", w1, w1b), vector("b1", b1, b1b), matrix("w2", w2, w2b), vector("b2", b2, b2b)},
		func() float64 { return w.Value(w1, b1, w2, b2, x, y) },
		func() float64 { return w.Grad(w1, b1, w2, b2, x, y, w1b, b1b, w2b, b2b) }, 1e-9,
	}
}

func ode(steps int) problem {
	s0, p, h := data.ODE()
	s0b, pb := like(s0), like(p)
	var w ODE
	return problem{
		fmt.Sprintf("ode/%d", steps), []group{vector("s0", s0, s0b), vector("p", p, pb)},
		func() float64 { return ODEValue(s0, p, h, steps) },
		func() float64 { return w.Grad(s0, p, h, steps, s0b, pb) }, 1e-8,
	}
}

func polyWhile(n int, x, tol float64) problem {
	c, _, _ := data.PolyWhile(n)
	cb, xb := like(c), 0.0
	return problem{
		fmt.Sprintf("polywhile/%d", n), []group{vector("c", c, cb), scalar("x", &x, &xb)},
		func() float64 { return PolyWhileValue(c, x, tol) },
		func() (v float64) { v, xb = PolyWhileGrad(c, x, tol, cb); return v }, 1e-8,
	}
}

func nbody(n, steps int) problem {
	x, v, m, h := data.NBody(n)
	xb, vb := likeMatrix(x), likeMatrix(v)
	var w NBody
	return problem{
		fmt.Sprintf("nbody/%dx%d", n, steps), []group{matrix("x", x, xb), matrix("v", v, vb)},
		func() float64 { return w.Value(x, v, m, h, steps) },
		func() float64 { return w.Grad(x, v, m, h, steps, xb, vb) }, 1e-8,
	}
}

func recurrence(steps int, h float64) problem {
	x, v, theta, _ := data.Recurrence()
	var xb, vb, tb float64
	var w Recurrence
	return problem{
		fmt.Sprintf("recurrence/%d", steps), []group{scalar("x", &x, &xb), scalar("v", &v, &vb), scalar("theta", &theta, &tb)},
		func() float64 { return RecurrenceValue(x, v, theta, h, steps) },
		func() (f float64) { f, xb, vb, tb = w.Grad(x, v, theta, h, steps); return f }, 1e-9,
	}
}
