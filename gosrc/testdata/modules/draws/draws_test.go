package draws

import (
	"math"
	old "math/rand"
	"math/rand/v2"
	"testing"
)

func slope(f func(h float64) float64) float64 {
	d := func(h float64) float64 { return (f(h) - f(-h)) / (2 * h) }
	return (4*d(5e-5) - d(1e-4)) / 3
}

func close(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-6*(1+math.Abs(want))) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func gen() *rand.Rand { return rand.New(rand.NewPCG(3, 4)) }

// bare is a source of which the generator of math/rand makes all numbers by Int63.
type bare struct{ old.Source }

func TestAsian(t *testing.T) {
	at := func(spot, vol float64) float64 { return Asian(gen(), spot, vol, 1, 5, 4) }
	w := NewAsianWorkspace()
	for range 3 {
		rng, same := gen(), gen()
		var ds, dv float64
		if got, want := w.AsianGrad(rng, 1.1, 0.3, 1, 5, 4, &ds, &dv), Asian(same, 1.1, 0.3, 1, 5, 4); got != want {
			t.Errorf("%v, want %v", got, want)
		}
		if a, b := rng.Uint64(), same.Uint64(); a != b {
			t.Error("the generator does not go on as after a call of the function")
		}
		close(t, "by spot", ds, slope(func(h float64) float64 { return at(1.1+h, 0.3) }))
		close(t, "by vol", dv, slope(func(h float64) float64 { return at(1.1, 0.3+h) }))
		_, dy := w.AsianJVP(gen(), 1.1, 0.3, 1, 5, 4, 2, 3)
		close(t, "the JVP", dy, 2*ds+3*dv)
		hess := make([]float64, 4)
		w.AsianHessian(gen(), 1.1, 0.3, 1, 5, 4, hess)
		close(t, "the Hessian", hess[3], slope(func(h float64) float64 {
			var dv float64
			AsianGrad(gen(), 1.1, 0.3+h, 1, 5, 4, nil, &dv)
			return dv
		}))
		var hs, hv float64
		w.AsianHVP(gen(), 1.1, 0.3, 1, 5, 4, 0, 1, &hs, &hv)
		close(t, "the HVP", hs, hess[1])
		close(t, "the HVP", hv, hess[3])
	}
	w.AsianGrad(gen(), 1.1, 0.3, 1, 5, 4, nil, nil)
	rng := gen()
	var ds, dv float64
	if n := testing.AllocsPerRun(10, func() { w.AsianGrad(rng, 1.1, 0.3, 1, 5, 4, &ds, &dv) }); n > 2 {
		t.Errorf("%v allocations", n) // of the generator that is heard
	}
}

func TestReject(t *testing.T) {
	for _, x := range []float64{0.1, 0.3, 2} {
		rng, same := gen(), gen()
		var dx float64
		got, err := RejectGrad(rng, x, &dx)
		want, _ := Reject(same, x)
		if got != want || err != nil {
			t.Errorf("%v and %v, want %v", got, err, want)
		}
		if rng.Uint64() != same.Uint64() {
			t.Error("what is not used is not drawn")
		}
		close(t, "the slope", dx, slope(func(h float64) float64 { y, _ := Reject(gen(), x+h); return y }))
	}
	if _, err := RejectGrad(gen(), -1, nil); err == nil {
		t.Error("no error")
	}
}

func TestMix(t *testing.T) {
	for _, source := range []func() old.Source{
		func() old.Source { return old.NewSource(5) }, func() old.Source { return bare{old.NewSource(5)} },
	} {
		x, bar := []float64{0.4, -2, 3, 0.1}, make([]float64, 4)
		ybar := []float64{1, 2, -1, 3}
		f := func(x []float64) float64 {
			s := 0.0
			for i, y := range Mix(gen(), old.New(source()), x) {
				s += y * ybar[i]
			}
			return s
		}
		a, b, c, d := gen(), old.New(source()), gen(), old.New(source())
		y, want := MixVJP(a, b, x, ybar, bar), Mix(c, d, x)
		for i := range y {
			if y[i] != want[i] {
				t.Errorf("%v, want %v", y, want)
			}
		}
		if a.Uint64() != c.Uint64() || b.Int63() != d.Int63() {
			t.Error("the generators do not go on as after a call of the function")
		}
		w, half := NewMixWorkspace(), make([]float64, 4)
		w.Forward(gen(), old.New(source()), x)
		w.MixJVP(gen(), old.New(source()), x, x) // between the two
		w.Pullback(ybar, half)
		for i := range x {
			moved := func(h float64) []float64 {
				z := append([]float64(nil), x...)
				z[i] += h
				return z
			}
			close(t, "the VJP", bar[i], slope(func(h float64) float64 { return f(moved(h)) }))
			close(t, "the pullback", half[i], bar[i])
		}
	}
}

func TestDropout(t *testing.T) {
	m, bar := &Model{[]float64{1, 2, 3, 4}}, &Model{make([]float64, 4)}
	src, same := rand.NewPCG(1, 2), rand.NewPCG(1, 2)
	if got, want := m.DropoutGrad(src, 0.4, bar), m.Dropout(same, 0.4); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	if src.Uint64() != same.Uint64() {
		t.Error("the source does not go on")
	}
	for i := range m.W {
		close(t, "the gradient", bar.W[i], slope(func(h float64) float64 {
			m := &Model{append([]float64(nil), m.W...)}
			m.W[i] += h
			return m.Dropout(rand.NewPCG(1, 2), 0.4)
		}))
	}
}

func TestOthers(t *testing.T) {
	var d float64
	if FixedGrad(gen(), 3, &d); d != 6 {
		t.Errorf("the slope is %v", d)
	}
	x, bar := []float64{1, 2}, make([]float64, 2)
	y := SumGrad(old.New(old.NewSource(1)), x, bar)
	if want := Sum(old.New(old.NewSource(1)), x...); y != want {
		t.Errorf("%v, want %v", y, want)
	}
	close(t, "the sum", x[0]*bar[0]+x[1]*bar[1], 2*y)
}

func TestTwice(t *testing.T) {
	x, bar := []float64{1, 2, -3}, make([]float64, 3)
	if got, want := TwiceGrad(x, 5, bar), Twice(x, 5); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	close(t, "by the first", bar[0], Twice([]float64{2, 2, -3}, 5)-Twice(x, 5))
}

// Given twice, a generator gives what it gives to the function; a state of the caller's own is written through two names.
func TestSame(t *testing.T) {
	var d float64
	a, b := gen(), gen()
	if got, want := BothGrad(a, a, 2, &d), Both(b, b, 2); got != want || a.Uint64() != b.Uint64() {
		t.Errorf("%v, want %v", got, want)
	}
	if got, want := TwoGrad(&Congruence{1}, &Congruence{2}, 2, &d), Two(&Congruence{1}, &Congruence{2}, 2); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	defer func() {
		if r, want := recover(), "draws.TwoGrad: a.Congruence must not overlap b.Congruence"; r != want {
			t.Errorf("it panics with %v, want %q", r, want)
		}
	}()
	c := &Congruence{1}
	TwoGrad(c, c, 2, &d)
}
