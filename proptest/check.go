package proptest

import (
	"fmt"
	"math"
	"math/rand"
)

// TB is what the checks need of a test: *testing.T, *testing.B and *testing.F have it.
type TB interface {
	// Helper marks the caller as a helper, so that a failure is reported at its caller.
	Helper()
	// Errorf reports a failure and goes on.
	Errorf(format string, args ...any)
}

// An Option changes how a check samples and compares.
type Option func(*options)

type options struct {
	dim    int
	lo, hi float64
	points int
	seed   int64
	tol    float64
	at     [][]float64
	skip   func(x []float64) bool
}

// Dim is the number of inputs of the function; it is needed unless At gives points.
func Dim(n int) Option { return func(o *options) { o.dim = n } }

// Range is the interval from which every input is drawn; [-1, 1] by default.
func Range(lo, hi float64) Option { return func(o *options) { o.lo, o.hi = lo, hi } }

// Points is the number of random points; 20 by default.
func Points(n int) Option { return func(o *options) { o.points = n } }

// Seed makes the random points other ones.
func Seed(s int64) Option { return func(o *options) { o.seed = s } }

// Tolerance is the relative error allowed beyond that of the differences; 1e-6 by default.
func Tolerance(rel float64) Option { return func(o *options) { o.tol = rel } }

// At adds a point to look at; with it no random points are drawn unless Points asks for them.
func At(x ...float64) Option {
	return func(o *options) { o.at = append(o.at, append([]float64(nil), x...)) }
}

// Skip leaves out the random points for which it is true: those near kinks.
func Skip(f func(x []float64) bool) Option { return func(o *options) { o.skip = f } }

// sample applies the options and draws the points.
func sample(opts []Option) (*options, [][]float64, error) {
	o := &options{lo: -1, hi: 1, points: -1, seed: 1, tol: 1e-6}
	for _, f := range opts {
		f(o)
	}
	if o.dim == 0 && len(o.at) > 0 {
		o.dim = len(o.at[0])
	}
	if o.dim == 0 {
		return nil, nil, fmt.Errorf("proptest: the number of inputs is not known: give Dim or At")
	}
	if o.points < 0 {
		o.points = 20
		if len(o.at) > 0 {
			o.points = 0
		}
	}
	r := rand.New(rand.NewSource(o.seed))
	points := o.at
	for tries := 0; len(points) < len(o.at)+o.points && tries < 100*o.points; tries++ {
		x := make([]float64, o.dim)
		for i := range x {
			x[i] = o.lo + (o.hi-o.lo)*r.Float64()
		}
		if o.skip == nil || !o.skip(x) {
			points = append(points, x)
		}
	}
	return o, points, nil
}

// CheckGradient compares grad, which writes the gradient of f at x into dst,
// with extrapolated central differences of f at random points. A failure names the
// point, the component, what grad gave and what the differences say.
//
// It also checks that grad overwrites dst and leaves x alone. It costs about 13·n
// calls of f at each point.
func CheckGradient(t TB, f func(x []float64) float64, grad func(dst, x []float64), opts ...Option) {
	t.Helper()
	o, points, err := sample(opts)
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	for _, x := range points {
		got := make([]float64, len(x))
		for i := range got {
			got[i] = math.NaN()
		}
		before := append([]float64(nil), x...)
		grad(got, x)
		for i := range x {
			if x[i] != before[i] {
				t.Errorf("the gradient changes its argument: x[%d] was %v, is %v", i, before[i], x[i])
				return
			}
		}
		for i := range x {
			want, e := alongAxis(f, x, i)
			if bad(got[i], want, e, o.tol) {
				t.Errorf("∂f/∂x[%d] at %v\n\tgot  %v\n\twant %.10g ± %.1g (differences)", i, x, got[i], want, e)
				return
			}
		}
	}
}

func alongAxis(f func([]float64) float64, x []float64, i int) (slope, err float64) {
	y := append([]float64(nil), x...)
	return ridders(func(h float64) float64 {
		y[i] = x[i] + h
		return f(y)
	}, 0.02*math.Max(1, math.Abs(x[i])))
}

// bad reports whether got is not within the errors of want. NaN is bad unless both are.
func bad(got, want, err, tol float64) bool {
	if math.IsNaN(got) && math.IsNaN(want) || got == want {
		return false
	}
	return !(math.Abs(got-want) <= tol*(1+math.Abs(want))+10*err)
}

// CheckJVP compares jvp, which writes the directional derivative of f at x along
// dx into dst, with differences of f, which has m results, along random directions.
func CheckJVP(t TB, m int, f func(dst, x []float64), jvp func(dst, x, dx []float64), opts ...Option) {
	t.Helper()
	o, points, err := sample(opts)
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	r := rand.New(rand.NewSource(o.seed + 1))
	for _, x := range points {
		dx := normal(r, len(x))
		got, y := make([]float64, m), make([]float64, m)
		jvp(got, x, dx)
		for k := range got {
			want, e := ridders(func(h float64) float64 {
				z := make([]float64, len(x))
				for i := range z {
					z[i] = x[i] + h*dx[i]
				}
				f(y, z)
				return y[k]
			}, 0.01)
			if bad(got[k], want, e, o.tol) {
				t.Errorf("derivative of result %d at %v along %v\n\tgot  %v\n\twant %.10g ± %.1g (differences)", k, x,
					dx, got[k], want, e)
				return
			}
		}
	}
}

// CheckTranspose is the dot-product test ⟨Jv, w⟩ = ⟨v, Jᵀw⟩ of a function with
// m results: jvp writes Jv, vjp writes Jᵀw into dst.
func CheckTranspose(t TB, m int, jvp func(dst, x, v []float64), vjp func(dst, x, w []float64), opts ...Option) {
	t.Helper()
	o, points, err := sample(opts)
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	r := rand.New(rand.NewSource(o.seed + 1))
	for _, x := range points {
		v, w := normal(r, len(x)), normal(r, m)
		jv, jtw := make([]float64, m), make([]float64, len(x))
		jvp(jv, x, v)
		vjp(jtw, x, w)
		left, a := dot(jv, w)
		right, b := dot(v, jtw)
		if !(math.Abs(left-right) <= o.tol*(1+a+b)) {
			t.Errorf("jvp and vjp are not transposes at %v:\n\t⟨Jv, w⟩  = %v\n\t⟨v, Jᵀw⟩ = %v\n\tv = %v\n\tw = %v", x,
				left, right, v, w)
			return
		}
	}
}

func normal(r *rand.Rand, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = r.NormFloat64()
	}
	return out
}
