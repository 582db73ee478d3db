package elementary

import (
	"flag"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/gen/elementary/internal/exact"
)

var (
	points = flag.Int("points", 8_000, "random points for each function in the test of accuracy")
	rivals = flag.Bool("rivals", false, "measure the accuracy of package math and the language's helpers instead")
)

// A function under test, its exact values, and the bound on its error that
// docs/elementary.md states.
type function struct {
	name   string
	f      func(x float64) float64
	exact  func(x float64) *big.Float
	lo, hi float64 // where the result is finite and not constant
	ulps   float64
	seams  []float64 // where the method changes
}

// first and second are the results of a function with two.
func first(f func(x float64) (y, z float64)) func(x float64) float64 {
	return func(x float64) float64 { y, _ := f(x); return y }
}

func second(f func(x float64) (y, z float64)) func(x float64) float64 {
	return func(x float64) float64 { _, z := f(x); return z }
}

func sigmoidMinus(x float64) *big.Float { return exact.Sigmoid(-x) }

var functions = []function{
	{"exp", exp, exact.Exp, -745.2, 709.79, 0.56, []float64{698.56, -698.56, 708, -708, -708.4, 709.78, -745.13}},
	{"expm1", expm1, exact.Expm1, -38, 709.79, 0.65, []float64{1.0 / 32, -1.0 / 32, 708, -37}},
	{"log", log, exact.Log, 0, math.MaxFloat64, 0.62, []float64{15.0 / 16, 17.0 / 16, 1, 11.0 / 16, 11.0 / 8, 0x1p-1022}},
	{"log1p", log1p, exact.Log1p, -1, math.MaxFloat64, 0.65, []float64{-1.0 / 16, 1.0 / 16, -5.0 / 16, 0x1p53, 0x1p1022}},
	{"tanh", tanh, exact.Tanh, -20, 20, 0.8, []float64{1.0 / 16, -1.0 / 16, 3.0 / 16, 19.0625}},
	{"sin", sin, exact.Sin, -1e5, 1e5, 0.6, []float64{6400, -6400, 0x1p-18, 0x1p-10, 25000}},
	{"cos", cos, exact.Cos, -1e5, 1e5, 0.6, []float64{6400, -6400, 0x1p-18, 0x1p-10, 25000}},
	{"sincos, sin", first(sincos), exact.Sin, -1e5, 1e5, 0.6, nil},
	{"sincos, cos", second(sincos), exact.Cos, -1e5, 1e5, 0.6, nil},
	{"sinChained", sinChained, exact.Sin, -1e5, 1e5, 0.9, []float64{nearEdge, -nearEdge, nearFar, -nearFar}},
	{"cosChained", cosChained, exact.Cos, -1e5, 1e5, 0.9, []float64{nearEdge, -nearEdge, nearFar, -nearFar}},
	{"sigmoid", sigmoid, exact.Sigmoid, -745.2, 40, 0.77, []float64{698.56, -698.56, 708, -708, 37, -37}},
	{"softplus", softplus, exact.Softplus, -745.2, 1000, 0.75, []float64{698.56, -698.56, 708, -708, 0}},
	{"sigmoids, plus", first(sigmoids), exact.Sigmoid, -745.2, 40, 0.77, []float64{698.56, -698.56, 708, -708, 37, -37}},
	{"sigmoids, minus", second(sigmoids), sigmoidMinus, -40, 745.2, 2.3, []float64{698.56, -698.56, 708, -708, 37, -37}},
	{"softplusSigmoid, y", first(softplusSigmoid), exact.Softplus, -745.2, 1000, 0.75, []float64{698.56, -698.56, 708, -708, 0}},
	{"softplusSigmoid, dy", second(softplusSigmoid), exact.Sigmoid, -745.2, 40, 2.3, []float64{698.56, -698.56, 708, -708, 0}},
}

// rival are the functions that ours replace.
var rival = map[string]func(x float64) float64{
	"exp": math.Exp, "expm1": math.Expm1, "log": math.Log, "log1p": math.Log1p, "tanh": math.Tanh, "sin": math.Sin, "cos": math.Cos,
	"sigmoid": mathSigmoid, "softplus": mathSoftplus,
}

// worst keeps the greatest error that it has seen.
type worst struct{ ulps, at float64 }

func (w *worst) see(f *function, x float64) {
	if u := exact.Ulps(f.f(x), f.exact(x)); u > w.ulps || math.IsNaN(u) {
		w.ulps, w.at = u, x
	}
}

// random is a point where f is finite: of all magnitudes, or evenly spread over a
// common range, or over all of it.
func (f *function) random(r *rand.Rand) float64 {
	for {
		var x float64
		switch r.IntN(4) {
		case 0:
			x = math.Ldexp(r.Float64()+1, r.IntN(2098)-1074)
		case 1:
			x = math.Ldexp(r.Float64()+1, r.IntN(24)-12)
		case 2:
			x = r.Float64() * 4
		default:
			x = min(f.hi, 1e6) * r.Float64()
		}
		if r.IntN(2) == 0 {
			x = -x
		}
		circle := f.hi == 1e5 // all finite arguments have a sine
		if circle || f.lo < x && x < f.hi {
			return x
		}
	}
}

func TestAccuracy(t *testing.T) {
	for i := range functions {
		f := &functions[i]
		t.Run(f.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(5, uint64(*points)))
			var w worst
			if *rivals {
				if rival[f.name] == nil {
					t.Skip("no rival")
				}
				f = &function{f.name, rival[f.name], f.exact, f.lo, f.hi, math.Inf(1), nil}
			}
			for range *points {
				w.see(f, f.random(r))
			}
			t.Logf("| %-19s | %.3f | %x |", f.name, w.ulps, w.at)
			if !(w.ulps <= f.ulps) {
				t.Errorf("%s is %.4f ulp off at %x, more than %g", f.name, w.ulps, w.at, f.ulps)
			}
		})
	}
}

// Around the points where the method changes, and around the edges of the intervals of
// the tables.
func TestSeams(t *testing.T) {
	for i := range functions {
		f := &functions[i]
		r := rand.New(rand.NewPCG(7, uint64(i)))
		at := append([]float64{}, f.seams...)
		for range 40 {
			n := float64(r.IntN(2000) - 1000)
			at = append(at, (n+0.5)*math.Ln2/256, (n+0.5)/16, (n+0.5)*math.Pi/64, 1+n/256, n*math.Pi/64, n*math.Ln2)
		}
		var w worst
		for _, x := range at {
			for k := range 16 {
				if f.lo < x && x < f.hi {
					w.see(f, x)
				}
				x = math.Nextafter(x, []float64{math.Inf(1), math.Inf(-1)}[k&1])
				if k&1 == 0 {
					x = math.Nextafter(math.Nextafter(x, math.Inf(1)), math.Inf(1))
				}
			}
		}
		if !(w.ulps <= f.ulps) {
			t.Errorf("%s is %.4f ulp off at %x = %g, more than %g", f.name, w.ulps, w.at, w.at, f.ulps)
		}
	}
}

// Arguments whose results are nearly 0, so that the reduction has no digits to lose: Kahan's
// 6381956970095103·2^797, next to a multiple of π/2, and the numerators of the convergents
// of π; and the float64 next to every multiple of π/2 up to 10^6 or so.
func TestHardAngles(t *testing.T) {
	at := []float64{
		math.Ldexp(6381956970095103, 797), 22, 355, 103993, 104348, 208341, 312689, 833719, 1146408,
		4272943, 5419351, 80143857, 165707065, 245850922, 411557987, 1068966896, 2549491779, 6167950454, 14885392687,
		21053343141, 1783366216531, math.MaxFloat64,
	}
	for n := 1.0; n < 1e6; n += 1 + math.Floor(n/100) {
		at = append(at, n*math.Pi/2)
	}
	for i := range functions {
		f := &functions[i]
		if f.hi != 1e5 {
			continue
		}
		var w worst
		for _, x := range at {
			w.see(f, x)
			w.see(f, -x)
			w.see(f, x/2)
			w.see(f, x/32) // next to a multiple of π/64
		}
		if !(w.ulps <= f.ulps) {
			t.Errorf("%s is %.4f ulp off at %x = %g, more than %g", f.name, w.ulps, w.at, w.at, f.ulps)
		}
	}
}

// logaddexp against max + softplus, with x-y exact; in ulps of the greatest of |x|, |y|, 1 and the result.
func TestLogaddexp(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	var most float64
	for range *points {
		x := math.Ldexp(float64(r.IntN(1<<26)-1<<25), -r.IntN(30)-10)
		y := x + math.Ldexp(float64(r.IntN(1<<20)-1<<19), -r.IntN(30)-10)
		want := exact.Softplus(-math.Abs(x - y))
		want.Add(want, big.NewFloat(max(x, y)))
		y64, _ := want.Float64()
		d, _ := want.Sub(want, big.NewFloat(logaddexp(x, y))).Float64()
		scale := max(math.Abs(x), math.Abs(y), 1, math.Abs(y64))
		if u := math.Abs(d) / (math.Nextafter(scale, math.Inf(1)) - scale); u > most {
			most = u
			if u > 1 {
				t.Fatalf("logaddexp(%g, %g) is %g ulp off", x, y, u)
			}
		}
	}
	t.Logf("logaddexp %.3f ulp", most)
}
