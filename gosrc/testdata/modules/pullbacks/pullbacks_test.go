package pullbacks

import (
	"math"
	"testing"
)

func close(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*(1+math.Abs(want))) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// Reverse mode runs the VJP, forward mode the JVP; second derivatives are those of the JVP.
func TestBoth(t *testing.T) {
	x := 0.7
	var g, v, h float64
	WaveGrad(x, &g)
	close(t, "gradient", g, 3*math.Cos(x), 1e-15)
	WaveVJP(x, 2, &v)
	close(t, "VJP", v, 6*math.Cos(x), 1e-15)
	_, d := WaveJVP(x, 2)
	close(t, "JVP", d, 4*math.Cos(x), 1e-15)
	WaveHVP(x, 1, &h)
	close(t, "HVP", h, -2*math.Sin(x), 1e-15)
}

// A VJP alone is what all modes use: half the square of the length has three times the gradient and the Hessian.
func TestAlone(t *testing.T) {
	x, d := []float64{3, -4, 1.5}, []float64{1, 2, -0.5}
	g, h, m := make([]float64, 3), make([]float64, 3), make([]float64, 9)
	SquareGrad(x, g)
	SquareHVP(x, d, h)
	SquareHessian(x, m)
	_, dy := SquareJVP(x, d)
	want := 0.0
	for i := range x {
		close(t, "gradient", g[i], 3*x[i], 1e-14)
		close(t, "HVP", h[i], 3*d[i], 1e-14)
		want += 3 * x[i] * d[i]
		for k := range x {
			e := 0.0
			if k == i {
				e = 3
			}
			close(t, "Hessian", m[3*i+k], e, 1e-14)
		}
	}
	close(t, "JVP", dy, want, 1e-14)
	clear(x)
	SquareGrad(x, g)
	close(t, "gradient at 0", g[0], 0, 0)
}

// Where a VJP is right, gradients are what differences say, tangents what gradients say, and products with the Hessian
// what differences of gradients say.
func TestDifferences(t *testing.T) {
	for _, c := range []struct {
		name string
		x    []float64
		f    func(x []float64) float64
		grad func(x, g []float64)
		jvp  func(x, d []float64) float64
		hvp  func(x, d, h []float64)
	}{
		{
			"Powers", []float64{1.2, -0.7, 0.4, -2},
			func(x []float64) float64 { return Powers(x, 3) },
			func(x, g []float64) { PowersGrad(x, 3, g) },
			func(x, d []float64) float64 { _, dy := PowersJVP(x, 3, d); return dy },
			func(x, d, h []float64) { PowersHVP(x, 3, d, h) },
		},
		{
			"Filtered", []float64{0.3, -0.2, 0.5, 0.9, 0.4},
			func(x []float64) float64 { y, _ := Filtered(x[:3], x[3], x[4]); return y },
			func(x, g []float64) { FilteredGrad(x[:3], x[3], x[4], g[:3], &g[3], &g[4]) },
			func(x, d []float64) float64 { _, dy, _ := FilteredJVP(x[:3], x[3], x[4], d[:3], d[3], d[4]); return dy },
			func(x, d, h []float64) { FilteredHVP(x[:3], x[3], x[4], d[:3], d[3], d[4], h[:3], &h[3], &h[4]) },
		},
		{
			"Mean", []float64{1.2, -0.7, 0.4, 2},
			Mean,
			func(x, g []float64) { MeanGrad(x, g) },
			func(x, d []float64) float64 { _, dy := MeanJVP(x, d); return dy },
			func(x, d, h []float64) { MeanHVP(x, d, h) },
		},
		{
			"Stepped", []float64{1.2, -0.7, 0.4},
			Stepped,
			func(x, g []float64) { SteppedGrad(x, g) },
			func(x, d []float64) float64 { _, dy := SteppedJVP(x, d); return dy },
			func(x, d, h []float64) { SteppedHVP(x, d, h) },
		},
	} {
		n := len(c.x)
		g, h, d := make([]float64, n), make([]float64, n), make([]float64, n)
		lo, hi := make([]float64, n), make([]float64, n)
		along := func(s float64) []float64 {
			x := make([]float64, n)
			for i := range x {
				x[i] = c.x[i] + s*d[i]
			}
			return x
		}
		for i := range d {
			d[i] = 1 / float64(i+2)
		}
		c.grad(c.x, g)
		const e = 1e-5
		dot := 0.0
		for i := range g {
			dot += g[i] * d[i]
		}
		close(t, c.name+", gradient", dot, (c.f(along(e))-c.f(along(-e)))/(2*e), 1e-8)
		close(t, c.name+", JVP", c.jvp(c.x, d), dot, 1e-13)
		c.hvp(c.x, d, h)
		c.grad(along(-e), lo)
		c.grad(along(e), hi)
		for i := range h {
			close(t, c.name+", HVP", h[i], (hi[i]-lo[i])/(2*e), 1e-7)
		}
	}
	if _, err := FilteredGrad(nil, 1, 1, nil, nil, nil); err == nil {
		t.Error("no error")
	}
}

// A VJP need not be of the true derivative, in both modes.
func TestAdversary(t *testing.T) {
	a, b := []float64{1, 2}, []float64{3, 5}
	ga, gb := make([]float64, 2), make([]float64, 2)
	AdversaryGrad(a, b, ga, gb)
	_, d := AdversaryJVP(a, b, []float64{1, 0}, []float64{0, 1})
	for i, want := range []float64{3, 5} {
		close(t, "by a", ga[i], want, 0)
		close(t, "by b", gb[i], -a[i], 0)
	}
	close(t, "tangent", d, 3-2, 0)
}

func TestWrites(t *testing.T) {
	layer := func() *Layer { return &Layer{W: []float64{0.3, -0.5}, Bias: 0.2} }
	x, by := []float64{1.1, -0.4}, 1.7
	slope := func(f func(h float64) float64) float64 { return (f(1e-5) - f(-1e-5)) / 2e-5 }
	check := func(what string, got float64, f func(h float64) float64) {
		t.Helper()
		if want := slope(f); !(math.Abs(got-want) <= 1e-7*(1+math.Abs(want))) {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	l, wbar, xbar := layer(), make([]float64, 2), make([]float64, 2)
	var bias, bybar float64
	if got, want := UsedGrad(l, x, by, wbar, &bias, xbar, &bybar), Used(layer(), x, by); got != want {
		t.Errorf("the value is %v, want %v", got, want)
	}
	if again := layer(); Used(again, x, by) == 0 || l.Uses != again.Uses || l.Last != again.Last {
		t.Errorf("it leaves %v, want %v", *l, *again)
	}
	_, d := UsedJVP(layer(), x, by, []float64{1, 2}, 3)
	for i := range x {
		check("the gradient by x", xbar[i], func(h float64) float64 {
			y := []float64{x[0], x[1]}
			y[i] += h
			return Used(layer(), y, by)
		})
		check("the gradient by W", wbar[i], func(h float64) float64 {
			l := layer()
			l.W[i] += h
			return Used(l, x, by)
		})
	}
	check("the gradient by the bias", bias, func(h float64) float64 {
		l := layer()
		l.Bias += h
		return Used(l, x, by)
	})
	check("the gradient by a number", bybar, func(h float64) float64 { return Used(layer(), x, by+h) })
	check("the JVP", d, func(h float64) float64 { return Used(layer(), []float64{x[0] + h, x[1] + 2*h}, by+3*h) })
}

func TestNil(t *testing.T) {
	x := []float64{1, 2, 4.5}
	near := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= 1e-7*(1+math.Abs(want))) {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	slope := func(x []float64, i int, f func() float64) float64 {
		at := x[i]
		defer func() { x[i] = at }()
		x[i] = at + 1e-5
		y := f()
		x[i] = at - 1e-5
		return (y - f()) / 2e-5
	}
	for _, w := range [][]float64{nil, {1, 2, 0.5}} {
		xbar, wbar := make([]float64, 3), make([]float64, len(w))
		near("the value", MeansGrad(x, w, xbar, wbar), Means(x, w))
		want := 0.0
		for i := range x {
			by := slope(x, i, func() float64 { return Means(x, w) })
			near("the gradient by x", xbar[i], 3*by)
			want += 3 * by * float64(i+1)
		}
		for i := range w {
			by := slope(w, i, func() float64 { return Means(x, w) })
			near("the gradient by w", wbar[i], by)
			want += by * float64(i)
		}
		dw := []float64{0, 1, 2}[:len(w)]
		if w == nil {
			dw = nil
		}
		_, d := MeansJVP(x, w, []float64{1, 2, 3}, dw)
		near("the JVP", d, want)
	}
	bar := make([]float64, 3)
	MeansWithoutGrad(x, bar)
	near("the gradient without weights", bar[0], 3*slope(x, 0, func() float64 { return MeansWithout(x) }))
}
