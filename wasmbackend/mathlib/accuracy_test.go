package mathlib_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend/mathlib"
	"github.com/seed-4b734f86/gochad/wasmbackend/mathlib/functions"
)

// bounds are the greatest errors that docs/wasm-math.md states, in units in the last place of the exact result.
var bounds = map[string]float64{
	"exp": 0.56, "exp2": 0.56, "expm1": 0.65, "log": 0.62, "log1p": 0.65, "log2": 0.51, "log10": 0.51, "sin": 0.6, "cos": 0.6, "tan": 0.54,
	"asin": 0.51, "acos": 0.51, "atan": 0.51, "atan2": 0.51, "sinh": 0.65, "cosh": 0.56, "tanh": 0.8, "asinh": 0.56, "acosh": 0.56, "atanh": 0.56,
	"cbrt": 0.51, "hypot": 0.8, "pow": 0.56, "sigmoid": 0.77, "softplus": 0.75, "logaddexp": 0.65, "log1mexp": 0.75, "logit": 0.55, "xlogy": 1.2,
	"erf": 0.8, "erfc": 0.7, "normcdf": 0.65, "normpdf": 0.6, "gamma": 0.6, "lgamma": 0.6, "digamma": 0.75, "erfinv": 0.8, "erfcinv": 0.8,
	"j0": 3.5, "j1": 3.5, "y0": 3.5, "y1": 3.5, "jn": 16, "yn": 16,
}

// unit is the last place of the exact result, or of what it is the difference of, where a function has zeros that are
// no floats.
func unit(name string, xs []float64, y float64) float64 {
	switch name {
	case "lgamma":
		y = max(math.Abs(y), 1)
	case "digamma":
		y = max(math.Abs(y), 0.25)
	case "logaddexp":
		y = max(math.Abs(y), 1, math.Abs(xs[0]), math.Abs(xs[1]))
	case "j0", "y0", "y1":
		y = max(math.Abs(y), wave(xs[0], 0.5))
	case "j1":
		y = max(math.Abs(y), wave(xs[0], 2))
	case "jn", "yn":
		n := math.Abs(xs[0])
		return max(1, n/16) * place(max(math.Abs(y), wave(xs[1], max(0.5, n))))
	}
	return place(y)
}

// wave is the height of the waves of the Bessel functions at x, where x is beyond the first one.
func wave(x, first float64) float64 {
	if !(math.Abs(x) > first) {
		return 0
	}
	return math.Sqrt(2 / (math.Pi * math.Abs(x)))
}

// place is the unit in the last place of y.
func place(y float64) float64 {
	_, e := math.Frexp(y)
	if y == 0 {
		return 0x1p-1074
	}
	return math.Ldexp(1, max(e, -1021)-53)
}

// isHelper says that the text of a function is its helper in the primitive table: what TestMeaning says is all that
// holds then.
func isHelper(name string) bool {
	helpers, err := os.ReadFile("functions/helpers.go")
	return err == nil && bytes.Contains(helpers, []byte("\nfunc "+name+"("))
}

// TestAccuracy compares with results that mpmath computed with 200 bits and more (internal/coefficients/judge.py).
func TestAccuracy(t *testing.T) {
	f, err := os.Open("testdata/exact.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	type result struct {
		n     int
		worst float64
		at    []float64
	}
	seen := map[string]*result{}
	for s := bufio.NewScanner(z); s.Scan(); {
		words := strings.Fields(s.Text())
		var xs []float64
		for _, w := range words[1:] {
			b, err := strconv.ParseUint(w, 16, 64)
			if err != nil {
				t.Fatal(err)
			}
			xs = append(xs, math.Float64frombits(b))
		}
		name, hi, lo := words[0], xs[len(xs)-2], xs[len(xs)-1]
		xs = xs[:len(xs)-2]
		var y float64
		switch {
		case len(xs) == 1:
			y = functions.Unary[name](xs[0])
		case functions.IntReal[name] != nil:
			y = functions.IntReal[name](int(xs[0]), xs[1])
		default:
			y = functions.Binary[name](xs[0], xs[1])
		}
		e := math.Abs((y-hi)-lo) / unit(name, xs, hi)
		r := seen[name]
		if r == nil {
			r = &result{}
			seen[name] = r
		}
		if r.n++; !(e <= r.worst) {
			r.worst, r.at = e, xs
		}
	}
	for name, bound := range bounds {
		switch r := seen[name]; {
		case r == nil || r.n < 100:
			t.Errorf("%s has no 100 points", name)
		case !(r.worst <= bound):
			t.Errorf("%s%v is off by %.3f, more than %v", name, r.at, r.worst, bound)
		default:
			t.Logf("%-10s %d points, %.3f", name, r.n, r.worst)
		}
	}
	for _, name := range slices.Concat(slices.Collect(maps.Keys(functions.Unary)), slices.Collect(maps.Keys(functions.Binary))) {
		if bounds[name] == 0 && !syntax.MustOp(name).Exact && !isHelper(name) {
			t.Errorf("%s has no bound", name)
		}
	}
}

// TestSpecialOrders: the Bessel functions of all orders agree with package math, at special arguments too.
func TestSpecialOrders(t *testing.T) {
	for _, name := range []string{"jn", "yn"} {
		for _, n := range []int{-3, -2, -1, 0, 1, 2, 3, 10, 1000} {
			for _, x := range corners {
				if n == 0 && math.Abs(x) < 0x1p-1022 {
					continue // math.Log is wrong for subnormal numbers on amd64
				}
				got := functions.IntReal[name](n, x)
				v, _ := syntax.MustOp(name).Eval([]syntax.Value{{I: int64(n)}, {F: x}})
				if !sameBits(got, v.F) && !(math.Abs(got-v.F) <= 1e-9*max(1, math.Abs(v.F))) {
					t.Errorf("%s(%d, %v) = %v, package math gives %v", name, n, x, got, v.F)
				}
			}
		}
	}
}

// TestIntReal: the loop program of the Bessel functions computes what the Go functions compute.
func TestIntReal(t *testing.T) {
	for _, name := range []string{"jn", "yn"} {
		f, ok := mathlib.Lookup(name)
		if !ok {
			t.Fatalf("no %s", name)
		}
		r := rand.New(rand.NewPCG(8, 8))
		for i := range 600 {
			n, x := r.IntN(60)-20, 12*r.NormFloat64()
			if i < len(corners) {
				x = corners[i]
			}
			got, want := run(t, f, int64(n), x).(float64), functions.IntReal[name](n, x)
			if !sameBits(got, want) {
				t.Errorf("%s(%d, %v) = %v, Go computes %v", name, n, x, got, want)
			}
		}
	}
}

// TestSpecialValues: where package math or the helper of the table gives NaN, an infinity or a zero, so do ours, with
// the same sign.
func TestSpecialValues(t *testing.T) {
	check := func(name string, got float64, xs ...float64) {
		vs := make([]syntax.Value, len(xs))
		for i, x := range xs {
			vs[i].F = x
		}
		y, _ := syntax.MustOp(name).Eval(vs)
		if math.IsInf(y.F, 0) && math.Abs(got) > 8e307 {
			return // math.Exp, and what is made of it, overflows too early on amd64
		}
		if name == "erfcinv" && xs[0] != 0 && math.Abs(xs[0]) < 1e-15 {
			return // math.Erfcinv takes 1 less the argument
		}
		if want := y.F; (want == 0 || want != want || math.IsInf(want, 0)) && !sameBits(got, want) {
			t.Errorf("%s%v = %v, the table gives %v", name, xs, got, want)
		}
	}
	for name, f := range functions.Unary {
		if isHelper(name) { // package math overflows elsewhere
			continue
		}
		for _, x := range corners {
			check(name, f(x), x)
		}
	}
	for name, f := range functions.Binary {
		if isHelper(name) {
			continue
		}
		for _, x := range corners {
			for _, y := range corners {
				check(name, f(x, y), x, y)
			}
		}
	}
}
