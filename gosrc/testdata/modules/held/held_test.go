package held

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// slope is a difference quotient, extrapolated.
func slope(f func(h float64) float64) float64 {
	d := func(h float64) float64 { return (f(h) - f(-h)) / (2 * h) }
	return (4*d(5e-4) - d(1e-3)) / 3
}

func close(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-7*(1+math.Abs(want))) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func moved(x []float64, i int, h float64) []float64 {
	y := append([]float64(nil), x...)
	y[i] += h
	return y
}

func TestGram(t *testing.T) {
	x := []float64{0.3, -0.7, 1.1}
	w := NewGramWorkspace()
	for range 2 { // the second time in memory that is used
		for name, k := range map[string]Kernel{
			"value": RBF{1.3}, "pointer to a value": &RBF{0.8}, "pointer": &Poly{C: []float64{0.5, -0.2, 0.1}},
			"empty": &Poly{}, "rows": Table{[][]float64{{1, 2}, {0.5, 3}}},
		} {
			want := Gram(k, x)
			grad := []float64{9, 9, 9}
			if got := w.GramGrad(k, x, grad); got != want {
				t.Errorf("%s: the value is %v, want %v", name, got, want)
			}
			close(t, name, GramFunc(k, x), want)
			hess := make([]float64, 9)
			GramHessian(k, x, hess)
			for i := range x {
				by := slope(func(h float64) float64 { return Gram(k, moved(x, i, h)) })
				close(t, name+": the gradient", grad[i], by)
				dx := make([]float64, 3)
				dx[i] = 1
				_, dy := GramJVP(k, x, dx)
				close(t, name+": the JVP", dy, by)
				bar := make([]float64, 3)
				w.GramVJP(k, x, 2, bar)
				close(t, name+": the VJP", bar[i], 2*by)
				hv := make([]float64, 3)
				GramHVP(k, x, dx, hv)
				for j := range x {
					second := slope(func(h float64) float64 {
						g := make([]float64, 3)
						GramGrad(k, moved(x, i, h), g)
						return g[j]
					})
					close(t, name+": the Hessian", hess[3*i+j], second)
					close(t, name+": the HVP", hv[j], second)
				}
			}
			half, seed := new(RowWorkspace), []float64{1, -2, 3}
			half.Forward(k, x)
			bar, whole := make([]float64, 3), make([]float64, 3)
			half.Pullback(seed, bar)
			RowVJP(k, x, seed, whole)
			for i := range bar {
				close(t, name+": the pullback", bar[i], whole[i])
				close(t, name+": the VJP", bar[i], slope(func(h float64) float64 {
					y := Row(k, moved(x, i, h))
					return y[0] - 2*y[1] + 3*y[2]
				}))
			}
		}
	}
}

func TestFit(t *testing.T) {
	theta, x, y := []float64{0.4, -0.3}, []float64{1, 2, 3}, []float64{0.2, 0.5, -9}
	for name, l := range map[string]Loss{
		"square": Square{}, "square by pointer": &Square{}, "huber": &Huber{1.5}, "wide": &Huber{11}, "logcosh": Logcosh(0.7),
	} {
		for _, k := range []Kernel{nil, RBF{0.9}} {
			grad := make([]float64, 2)
			v, err := FitGrad(l, k, theta, x, y, grad)
			want, _ := Fit(l, k, theta, x, y)
			if v != want || err != nil {
				t.Errorf("%s: %v and %v, want %v", name, v, err, want)
			}
			for i := range theta {
				close(t, name, grad[i], slope(func(h float64) float64 {
					v, _ := Fit(l, k, moved(theta, i, h), x, y)
					return v
				}))
			}
		}
	}
	if _, err := FitGrad(Square{}, nil, theta, x, y[1:], nil); err == nil {
		t.Error("no error")
	}
	p := NewFitProblem(&Huber{1.5}, RBF{0.9}, x, y)
	grad := make([]float64, 2)
	p.Grad(grad, theta)
	if want, _ := Fit(&Huber{1.5}, RBF{0.9}, theta, x, y); p.Func(theta) != want {
		t.Errorf("the problem's value is %v, want %v", p.Func(theta), want)
	}
	close(t, "the problem's gradient", grad[1], slope(func(h float64) float64 { return p.Func(moved(theta, 1, h)) }))
}

type other struct{}

func (other) Of(float64) float64 { return 1 }

func TestOther(t *testing.T) {
	panics(t, "l is a held.other, and the derivative is made for Cube, *Huber, Logcosh or Square",
		func() { FitGrad(other{}, nil, nil, nil, nil, nil) })
	panics(t, "l is a *held.Huber, and the derivative is made for Square or Logcosh",
		func() { NamedGrad(&Huber{1}, 1, nil) })
	panics(t, "", func() { NamedGrad(nil, 1, nil) })
	panics(t, "m is a mat.Transpose, and the derivative is made for *mat.Dense, *mat.SymDense, *mat.TriDense or *mat.VecDense",
		func() { FormGrad(mat.NewDense(1, 1, nil).T(), []float64{1}, nil) })
	var d float64
	v := NamedGrad(Logcosh(2), 0.3, &d)
	close(t, "the value", v, Named(Logcosh(2), 0.3))
	close(t, "the slope", d, 2*math.Tanh(0.6))
	name, y := LabelledGrad(Cube{2}, 1.5, &d)
	if name != "cube" || y != 6.75 {
		t.Errorf("%s and %v", name, y)
	}
	close(t, "the slope", d, 13.5)
	if IgnoredGrad(other{}, 3, &d); d != 6 { // of any type
		t.Errorf("the slope is %v", d)
	}
	var bar Path
	p := &Path{0.2}
	p.WalkGrad(RBF{1}, 3, &bar)
	close(t, "the walk", bar.Start, slope(func(h float64) float64 { return (&Path{0.2 + h}).Walk(RBF{1}, 3) }))
}

func panics(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		r := recover()
		text, ok := r.(string)
		if err, is := r.(error); is {
			text, ok = err.Error(), true
		}
		if r == nil || want != "" && (!ok || !strings.Contains(text, want)) {
			t.Errorf("it panics with %v, want %q", r, want)
		}
	}()
	f()
}

func TestMatrices(t *testing.T) {
	x := []float64{0.3, -0.7, 1.1}
	data := []float64{1, 2, 3, 2, 5, 6, 3, 6, 9}
	big := mat.NewDense(5, 5, nil)
	for i := range 25 {
		big.Set(i/5, i%5, float64(i*i%7))
	}
	for name, m := range map[string]mat.Matrix{
		"dense": mat.NewDense(3, 3, data), "symmetric": mat.NewSymDense(3, data), "upper": mat.NewTriDense(3, mat.Upper, data),
		"lower": mat.NewTriDense(3, mat.Lower, data), "part": big.Slice(1, 4, 2, 5),
	} {
		grad, hess := make([]float64, 3), make([]float64, 9)
		if v := FormGrad(m, x, grad); v != Form(m, x) {
			t.Errorf("%s: %v, want %v", name, v, Form(m, x))
		}
		FormHessian(m, x, hess)
		for i := range x {
			close(t, name, grad[i], slope(func(h float64) float64 { return Form(m, moved(x, i, h)) }))
			for j := range x {
				close(t, name, hess[3*i+j], m.At(i, j)+m.At(j, i))
			}
		}
		v, bar := mat.NewVecDense(3, []float64{1, -1, 2}), mat.NewVecDense(3, nil)
		at := mat.NewVecDense(3, x)
		if y := ApplyGrad(m, v, at, bar); math.Abs(y-Apply(m, v, at)) > 1e-12*y {
			t.Errorf("%s: %v, want %v", name, y, Apply(m, v, at))
		}
		for i := range x {
			close(t, name, bar.AtVec(i), slope(func(h float64) float64 { return Apply(m, v, mat.NewVecDense(3, moved(x, i, h))) }))
		}
	}
}

func TestNoisy(t *testing.T) {
	x := []float64{0.3, -0.7, 1.1}
	for _, make := range []func() Noise{
		func() Noise { return &Congruence{State: 7} }, func() Noise { return &Tape{[]float64{0.5}} },
	} {
		a, b, c := make(), make(), make()
		grad := []float64{9, 9, 9}
		if got, want := NoisyGrad(a, x, grad), Noisy(b, x); got != want {
			t.Errorf("%T: %v, want %v", a, got, want)
		}
		_, dy := NoisyJVP(c, x, []float64{0, 0, 1})
		close(t, "the JVP", dy, grad[2])
		for i := range x {
			close(t, "the gradient", grad[i], slope(func(h float64) float64 { return Noisy(make(), moved(x, i, h)) }))
		}
		if n := a.Next(); n != b.Next() || n != c.Next() {
			t.Errorf("%T does not go on as after a call of the function", a)
		}
	}
	if c := new(Congruence); NoisyGrad(c, x, nil) == 0 || c.Calls != 3 {
		t.Errorf("%d calls", c.Calls)
	}
}

func TestTwice(t *testing.T) {
	x := []float64{0.3, -0.7, 1.1}
	made := []func() Noise{
		func() Noise { return &Congruence{State: 7} }, func() Noise { return &Tape{[]float64{0.5, 2}} },
		func() Noise { return nil },
	}
	for _, make := range made {
		a, b, c := make(), make(), make()
		grad := []float64{9, 9, 9}
		if got, want := TwiceGrad(a, x, grad), Twice(b, x); got != want {
			t.Errorf("%T: %v, want %v", a, got, want)
		}
		_, dy := TwiceJVP(c, x, []float64{0, 0, 1})
		close(t, "the JVP", dy, grad[2])
		for i := range x {
			close(t, "the gradient", grad[i], slope(func(h float64) float64 { return Twice(make(), moved(x, i, h)) }))
		}
		if a == nil {
			continue
		}
		if n := a.Next(); n != b.Next() || n != c.Next() {
			t.Errorf("%T does not go on as after a call of the function", a)
		}
		for _, make2 := range made {
			a, a2, b, b2 := make(), make2(), make(), make2()
			if got, want := BothGrad(a, a2, x, grad), Both(b, b2, x); got != want {
				t.Errorf("%T and %T: %v, want %v", a, a2, got, want)
			}
			for i := range x {
				close(t, "the gradient", grad[i], slope(func(h float64) float64 { return Both(make(), make2(), moved(x, i, h)) }))
			}
			if n := a.Next(); n != b.Next() || a2 != nil && a2.Next() != b2.Next() {
				t.Errorf("%T or %T does not go on", a, a2)
			}
		}
	}
}
