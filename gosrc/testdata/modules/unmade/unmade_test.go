package unmade

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"example.com/modules/unmade/far"
)

func layer(n, m int, from float64) Layer {
	l := Layer{W: make([][]float64, n), B: make(Vec, n), N: 2}
	for i := range l.W {
		l.Mask, l.Tags = append(l.Mask, 1), append(l.Tags, i+1)
		l.W[i] = make([]float64, m)
		for j := range l.W[i] {
			l.W[i][j] = from + 0.1*float64(i) - 0.2*float64(j)
		}
		l.B[i] = from - 0.3*float64(i)
	}
	return l
}

func net() (*Net, []float64) {
	gain, extra := layer(2, 3, 0.4), layer(1, 3, -0.2)
	n := &Net{
		Layers: []Layer{layer(2, 3, 0.1), layer(2, 3, -0.5)}, Head: Head{[]float32{0.5, 1}, []float32{2, 3}},
		Two: [2]Layer{layer(3, 2, 0.3), layer(3, 2, 0.2)}, Cube: [][][]float64{{{1, 2}, {3, 4}, {5, 6}}},
		Phase: []complex128{1 + 2i, 3i}, Gain: &gain, Extra: &extra, Own: &[]float64{0.1, 0.2}, Rate: []float64{1, 2},
		Counts: []int{3, 4}, Empty: []float64{}, Bias: 0.7,
	}
	return n, []float64{0.5, -1, 2}
}

// like is a buffer that has all pointers that x has, and all slices that are differentiated by.
func like[T any](x T) T {
	return zeros(reflect.ValueOf(x)).Interface().(T)
}

func zeros(x reflect.Value) reflect.Value {
	out := reflect.New(x.Type()).Elem()
	switch x.Kind() {
	case reflect.Slice:
		if x.Len() == 0 {
			break
		}
		out.Set(reflect.MakeSlice(x.Type(), x.Len(), x.Len()))
		for i := range x.Len() {
			out.Index(i).Set(zeros(x.Index(i)))
		}
	case reflect.Array:
		for i := range x.Len() {
			out.Index(i).Set(zeros(x.Index(i)))
		}
	case reflect.Struct:
		for i := range x.NumField() {
			if n := x.Type().Field(i).Name; n == "Mask" || n == "Tags" || n == "Rate" || n == "Counts" { // no derivative is by them
				continue
			}
			out.Field(i).Set(zeros(x.Field(i)))
		}
	case reflect.Pointer:
		out.Set(reflect.New(x.Type().Elem()))
		out.Elem().Set(zeros(x.Elem()))
	}
	return out
}

// bare has all pointers, and no slices; what is not differentiated stays so.
func bare() *Net { return &Net{Gain: &Layer{}, Extra: &Layer{}, Own: new([]float64)} }

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %+v, want %+v", what, got, want)
	}
}

func TestZeroValue(t *testing.T) {
	n, x := net()
	got, want, gx, wx := bare(), like(n), make([]float64, 3), make([]float64, 3)
	n.LossGrad(x, got, gx)
	n.LossGrad(x, want, wx)
	same(t, "grad", got, want)
	same(t, "grad by x", gx, wx)
	if got.Layers[1].W[1][2] == 0 || got.Two[1].B[2] == 0 || got.Cube[0][2][1] == 0 || (*got.Own)[1] == 0 ||
		got.Phase[1] == 0 || got.Scale[1] == 0 || got.Gain.W[1][0] == 0 {
		t.Errorf("zeros in %+v", got)
	}
	if l := got.Layers[0]; l.Mask != nil || l.Tags != nil || l.N != 0 || got.Rate != nil || got.Counts != nil || got.Empty != nil {
		t.Errorf("touched although no derivative is by it: %+v", got)
	}
	got, want = bare(), like(n)
	n.LossVJP(x, -2, got)
	n.LossVJP(x, -2, want)
	same(t, "vjp", got, want)
	got, want = bare(), like(n)
	n.LossHVP(x, n, got)
	n.LossHVP(x, n, want)
	same(t, "hvp", got, want)
	var layers []Layer
	gain := &Layer{}
	n.LossByParts(x, layers, gain)
	n.LossGrad(x, want, nil)
	same(t, "a part", *gain, *want.Gain)
	same(t, "a slice of the caller", layers, []Layer(nil))
	layers = make([]Layer, 2)
	n.LossByParts(x, layers, nil)
	same(t, "layers", layers, want.Layers)
}

// What is nil itself is skipped: it is the caller's word. So are pointers.
func TestNil(t *testing.T) {
	n, x := net()
	n.LossGrad(x, nil, nil)
	b := &Net{}
	n.LossGrad(x, b, nil)
	want := like(n)
	n.LossGrad(x, want, nil)
	want.Gain, want.Extra, want.Own = nil, nil, nil
	same(t, "pointers", b, want)
}

func TestPartly(t *testing.T) {
	n, x := net()
	want := like(n)
	n.LossGrad(x, want, nil)
	b := bare()
	b.Layers = make([]Layer, 2)
	b.Layers[1].W = make([][]float64, 2)
	b.Layers[1].W[1] = make([]float64, 3)
	kept := b.Layers[1].W[1]
	n.LossGrad(x, b, nil)
	same(t, "some were there", b, want)
	if &kept[0] != &b.Layers[1].W[1][0] {
		t.Error("a slice that was there is another one")
	}
	b.Layers = b.Layers[:1]
	panics(t, "length of nbar.Layers is 1, want 2", func() { n.LossGrad(x, b, nil) })
	b = bare()
	b.Layers = make([]Layer, 2)
	b.Layers[0].B = Vec{}
	panics(t, "length of nbar.Layers[0].B is 0, want 2", func() { n.LossGrad(x, b, nil) })
	b = bare()
	b.Extra = b.Gain // which is made once, and is one then
	panics(t, "nbar.Extra.W must not overlap nbar.Gain.W", func() {
		n.Extra.W, n.Extra.B = n.Gain.W[:2:2], n.Gain.B
		n.LossGrad(x, b, nil)
	})
}

func panics(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if r := fmt.Sprint(recover()); !strings.Contains(r, want) {
			t.Errorf("panic %q, want %q", r, want)
		}
	}()
	f()
}

func TestAllocations(t *testing.T) {
	n, x := net()
	w, b, gx := NewNetLossWorkspace(), bare(), make([]float64, 3)
	w.LossGrad(n, x, b, gx)
	w.LossHVP(n, x, n, b)
	if m := testing.AllocsPerRun(10, func() {
		w.LossGrad(n, x, b, gx)
		w.LossHVP(n, x, n, b)
	}); m != 0 {
		t.Errorf("%v allocations with slices that are there", m)
	}
}

func TestSum(t *testing.T) {
	ls, two := []Layer{layer(2, 2, 0.3), layer(2, 2, 0.9)}, [2]Layer{layer(1, 2, 0.1), layer(1, 2, 0.2)}
	x := []float64{1, 2}
	got, want := make([]Layer, 2), like(ls)
	var gotTwo [2]Layer
	wantTwo := like(two)
	SumGrad(ls, two, x, got, &gotTwo, nil)
	SumGrad(ls, two, x, want, &wantTwo, nil)
	same(t, "slice", got, want)
	same(t, "array", gotTwo, wantTwo)
	got, gotTwo = make([]Layer, 2), [2]Layer{}
	SumHVP(ls, two, x, ls, two, x, got, &gotTwo, nil)
	SumHVP(ls, two, x, ls, two, x, want, &wantTwo, nil)
	same(t, "slice of products", got, want)
	same(t, "array of products", gotTwo, wantTwo)
	if gotTwo[1].W[0][1] == 0 || got[1].B[0] == 0 {
		t.Error("zeros", gotTwo, got)
	}
}

func TestRagged(t *testing.T) {
	tri, got := &Triangle{[][]float64{{1}, nil, {2, 3}}}, &Triangle{}
	tri.NormGrad(got)
	same(t, "rows", got.Rows, [][]float64{{2}, nil, {4, 6}})
}

func TestPullback(t *testing.T) {
	l, seed := layer(2, 2, 0.5), []float64{1, -3}
	w := NewDoubledWorkspace()
	if _, err := w.Forward(l); err != nil {
		t.Fatal(err)
	}
	var got, once Layer
	w.Pullback(seed, &got)
	want := like(l)
	if _, err := DoubledVJP(l, seed, &want); err != nil {
		t.Fatal(err)
	}
	want.N = 0
	same(t, "pullback", got, want)
	l.N = -1
	if _, err := DoubledVJP(l, seed, &once); err == nil {
		t.Error("no error")
	}
	same(t, "after an error", once, Layer{W: [][]float64{{0, 0}, {0, 0}}, B: Vec{0, 0}})
}

func TestWritten(t *testing.T) {
	l := layer(2, 2, 0.5)
	var by float64
	got := &Layer{B: Vec{1, 1}}
	l.ShrinkVJP(3, got, &by)
	same(t, "new values", got.B, Vec{3, 3})
	l, got = layer(2, 2, 0.5), &Layer{}
	l.ShrinkVJP(3, got, &by)
	same(t, "no new values", got.B, Vec{0, 0})
}

func TestFar(t *testing.T) {
	got := make([]far.Table, 2)
	TablesGrad([]far.Table{far.New(2, 3), far.New(2, 3)}, got)
	if len(got[1].Rows) != 2 || len(got[1].Rows[1]) != 3 || got[1].Rows[1][2] != 2 {
		t.Error(got)
	}
}

func TestBox(t *testing.T) {
	got := &Box[float32]{}
	BoxSquareGrad(&Box[float32]{[]float32{1, 2}}, got)
	same(t, "box", got.C, []float32{2, 4})
}

// differs is a central difference of f by a number.
func differs(f func() float64, x *float64) float64 {
	const h = 1e-5
	at := *x
	*x = at + h
	up := f()
	*x = at - h
	down := f()
	*x = at
	return (up - down) / (2 * h)
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// Where a gradient with a zero value is taken inside a function, its derivative is that of what Go computes.
func TestNested(t *testing.T) {
	tri, rate, n := Triangle{[][]float64{{1, 2}, {3, 4}}}, 0.01, 3
	got, dr := Triangle{}, 0.0
	same(t, "value", StepGrad(tri, rate, n, &got, &dr), Step(tri, rate, n))
	near(t, "rate", dr, differs(func() float64 { return Step(tri, rate, n) }, &rate))
	curve := Triangle{}
	same(t, "curve", CurveGrad(tri, n, &curve), Curve(tri, n))
	filled := Triangle{}
	same(t, "filled", FilledGrad(tri, &filled), Filled(tri))
	for i := range tri.Rows {
		for j := range tri.Rows[i] {
			near(t, "filled", filled.Rows[i][j], differs(func() float64 { return Filled(tri) }, &tri.Rows[i][j]))
			near(t, "step", got.Rows[i][j], differs(func() float64 { return Step(tri, rate, n) }, &tri.Rows[i][j]))
			near(t, "curve", curve.Rows[i][j], differs(func() float64 { return Curve(tri, n) }, &tri.Rows[i][j]))
		}
	}
	var dx float64
	same(t, "failed", FailedGrad(tri, 1, &dx), 16.0)
	same(t, "failed", dx, 16.0)
	d := &Deep{Layers: []Layer{layer(2, 3, 0.1), layer(2, 3, -0.5)}, Two: [2]Layer{layer(1, 3, 0), layer(1, 3, 0.3)}, Bias: 1}
	x, g := []float64{0.5, -1, 2}, &Deep{}
	near(t, "trained", TrainedGrad(d, x, g), Trained(d, x))
	near(t, "trained by W", g.Layers[1].W[1][2], differs(func() float64 { return Trained(d, x) }, &d.Layers[1].W[1][2]))
}
