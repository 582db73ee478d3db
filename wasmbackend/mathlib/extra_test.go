package mathlib_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend/mathlib"
)

// TestFMA compares with math.FMA: random bits, near cancellation, ties, subnormal results.
func TestFMA(t *testing.T) {
	f, ok := mathlib.Lookup("fma")
	if !ok {
		t.Fatal("no fma")
	}
	r := rand.New(rand.NewPCG(4, 4))
	check := func(x, y, z float64) {
		if got, want := run(t, f, x, y, z).(float64), math.FMA(x, y, z); !sameBits(got, want) {
			t.Errorf("fma(%x, %x, %x) = %x, want %x", x, y, z, got, want)
		}
	}
	short := func() float64 { return math.Ldexp(float64(r.IntN(1<<12)-1<<11), r.IntN(40)-20) }
	for range 600 {
		x, y := number(r), number(r)
		check(x, y, number(r))
		check(x, y, -x*y)
		check(x, y, math.Nextafter(-x*y, 0))
		check(short(), short(), short())
		z := math.Ldexp(r.NormFloat64(), -1060-r.IntN(20))
		check(math.Ldexp(r.Float64(), -530), math.Ldexp(r.NormFloat64(), -530-r.IntN(20)), z)
		check(math.Ldexp(float64(r.IntN(64)), -540), math.Ldexp(float64(r.IntN(64)), -536), math.Ldexp(float64(r.IntN(9)-4), -1074))
		check(math.Ldexp(r.Float64(), 520), math.Ldexp(r.Float64(), 510), math.Ldexp(r.NormFloat64(), 1010+r.IntN(14)))
	}
	for _, x := range corners {
		for _, y := range corners {
			check(x, y, 1)
			check(x, 0.75, y)
		}
	}
}

// TestPolygamma compares with the helper of the primitive table, which is judged in syntax.
func TestPolygamma(t *testing.T) {
	f, _ := mathlib.Lookup("polygamma")
	op := syntax.MustOp("polygamma")
	for n := range int64(12) {
		for _, x := range []float64{-19.7, -2.3, -0.25, 0.001, 0.1, 0.5, 1, 1.5, 2.5, 9.75, 20, 33.5, 1e4, 1e12, 0, math.Copysign(0, -1), -3, math.Inf(1), math.Inf(-1), math.NaN()} {
			got := run(t, f, n, x).(float64)
			v, _ := op.Eval([]syntax.Value{{I: n}, {F: x}})
			tol := 2e-13 * math.Abs(v.F)
			if x < 0 { // relative to the terms of the reflection
				w, _ := op.Eval([]syntax.Value{{I: n}, {F: x - math.Floor(x)}})
				u, _ := op.Eval([]syntax.Value{{I: n}, {F: 1 - (x - math.Floor(x))}})
				tol += 2e-13 * (math.Abs(w.F) + math.Abs(u.F))
			}
			if !sameBits(got, v.F) && !(math.Abs(got-v.F) <= tol) {
				t.Errorf("polygamma(%d, %v) = %v, the table gives %v", n, x, got, v.F)
			}
		}
	}
	for _, n := range []int64{-1, 1 << 40} {
		if got := run(t, f, n, 2.0).(float64); got == got {
			t.Errorf("polygamma(%d, 2) = %v", n, got)
		}
	}
}

// TestPowi is the power with an int.
func TestPowi(t *testing.T) {
	f, _ := mathlib.Lookup("powi")
	op := syntax.MustOp("powi")
	for _, n := range []int64{0, 1, 2, 3, -1, -7, 30, 1 << 40} {
		for _, x := range []float64{0, 1, -1, 0.3, -2.5, 1e10, math.Inf(-1), math.NaN()} {
			got := run(t, f, x, n).(float64)
			v, _ := op.Eval([]syntax.Value{{F: x}, {I: n}})
			if !sameBits(got, v.F) && !(math.Abs(got-v.F) <= 1e-14*math.Abs(v.F)) {
				t.Errorf("powi(%v, %d) = %v, the table gives %v", x, n, got, v.F)
			}
		}
	}
}
