package points

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// An adapter is one whose point is laid out.
type adapter interface {
	Func(x []float64) float64
	Grad(grad, x []float64)
	Start() []float64
}

// check holds an adapter to its word at points around its start: f is the function of what Params gives.
func check(t *testing.T, p adapter, start []float64, f func(x []float64) float64) {
	t.Helper()
	if x := p.Start(); !slices.Equal(x, start) {
		t.Fatalf("it starts at %v, want %v", x, start)
	}
	p.Start()[0] = 1e9 // is a copy
	rng := rand.New(rand.NewPCG(1, 2))
	x, grad := p.Start(), make([]float64, len(start))
	for range 4 {
		for i := range grad {
			grad[i] = math.NaN()
		}
		if rng.IntN(2) == 0 {
			p.Grad(grad, x)
		}
		if got, want := p.Func(x), f(x); got != want {
			t.Errorf("at %v it is %v, want %v", x, got, want)
		}
		p.Grad(grad, x)
		for i := range x {
			const h = 1e-5
			y := slices.Clone(x)
			y[i] = x[i] + h
			up := f(y)
			y[i] = x[i] - h
			if want := (up - f(y)) / (2 * h); !(math.Abs(grad[i]-want) <= 1e-6*(1+math.Abs(want)+1e-3*math.Abs(up))) {
				t.Errorf("number %d of the gradient at %v is %v, want %v", i, x, grad[i], want)
			}
		}
		for i := range x {
			x[i] += 0.2*rng.Float64() - 0.1
		}
	}
	if !slices.Equal(p.Start(), start) {
		t.Errorf("then it starts at %v, want %v", p.Start(), start)
	}
	panics(t, "length of the point is", func() { p.Func(x[1:]) })
	panics(t, "Problem.Grad: length of grad is", func() { p.Grad(grad[1:], x) })
	if v := p.Func(x); v != f(x) {
		t.Errorf("after panics it is %v, want %v", v, f(x))
	}
}

func panics(t *testing.T, message string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if s, _ := recover().(string); !strings.Contains(s, message) {
			t.Errorf("the panic is %q, want one with %q", s, message)
		}
	}()
	f()
}

func matrix(n, m int, from float64) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		for j := range m {
			rows[i] = append(rows[i], from+float64(i*m+j)/4)
		}
	}
	return rows
}

func TestSeveralParameters(t *testing.T) {
	x := [][]float64{{1, 2, 0}, {0, 1, -1}, {3, 0, 1}, {1, 1, 1}, {-1, 2, 2}}
	y := [][]float64{{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 1}}
	for _, from := range []float64{0.5, -1} { // an adapter for each shape
		w, b := matrix(2, 3, from), []float64{1, 2}
		p := NewBilinearProblem(w, b, 0.5, x, y)
		start := slices.Concat(w[0], w[1], b, []float64{0.5})
		w[0][0], b[0], w[1] = 100, 100, nil // p has its own
		check(t, p, start, func(x0 []float64) float64 {
			w, b, c := p.Params(x0)
			return Bilinear(w, b, c, x, y)
		})
		w2, b2, c := p.Params([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9})
		if !reflect.DeepEqual(w2, [][]float64{{1, 2, 3}, {4, 5, 6}}) || !slices.Equal(b2, []float64{7, 8}) || c != 9 {
			t.Errorf("Params gives %v, %v, %v", w2, b2, c)
		}
		w3, _, _ := p.Params(start)
		if w2[0][0] != 1 || w3[0][0] != from {
			t.Errorf("Params shares memory: %v, %v", w2, w3)
		}
		w3[0][0] = 1e9
		if w4, _, _ := p.Params(start); w4[0][0] != from || p.Func(start) != Bilinear(w4, []float64{1, 2}, 0.5, x, y) {
			t.Errorf("Params gives away what the adapter keeps: %v", w4)
		}
		panics(t, "points.BilinearProblem.Params: length of the point is 2, want 9", func() { p.Params(start[:2]) })
	}
}

// The minimum is where the normal equations of each output say; the Hessian is that by differences.
func TestMinimum(t *testing.T) {
	x := [][]float64{{1, 2, 0}, {0, 1, -1}, {3, 0, 1}, {1, 1, 1}, {-1, 2, 2}, {2, 2, -3}}
	want := [][]float64{{1, -2, 0.5}, {0, 3, 1}}
	var y [][]float64
	for _, row := range x {
		var out []float64
		for i, w := range want {
			out = append(out, float64(i)-1+w[0]*row[0]+w[1]*row[1]+w[2]*row[2])
		}
		y = append(y, out)
	}
	p := NewBilinearProblem(matrix(2, 3, 0), make([]float64, 2), 0.25, x, y)
	hess := BilinearProblemHess[*mat.SymDense](p)
	at, n := p.Start(), len(p.Start())
	h, g1, g2 := mat.NewSymDense(n, nil), make([]float64, n), make([]float64, n)
	p.Func(at)
	away := slices.Clone(at)
	away[0]++
	hess(h, away)
	if v := p.Func(at); v != p.Func(slices.Clone(at)) || v == p.Func(away) {
		t.Errorf("Hess at another point changes what Func says: %v", v)
	}
	hess(h, at)
	for i := range n {
		y := slices.Clone(at)
		y[i] += 1e-5
		p.Grad(g1, y)
		y[i] -= 2e-5
		p.Grad(g2, y)
		for j := range n {
			if d := (g1[j] - g2[j]) / 2e-5; math.Abs(h.At(i, j)-d) > 1e-5*(1+math.Abs(d)) {
				t.Errorf("element %d, %d of the Hessian is %v, want %v", i, j, h.At(i, j), d)
			}
		}
	}
	problem := optimize.Problem{Func: p.Func, Grad: p.Grad, Hess: hess}
	settings := &optimize.Settings{GradientThreshold: 1e-6}
	for _, method := range []optimize.Method{nil, &optimize.LBFGS{}, &optimize.BFGS{}, &optimize.Newton{}} {
		r, err := optimize.Minimize(problem, p.Start(), settings, method)
		if err != nil {
			t.Fatal(err)
		}
		w, b, c := p.Params(r.X)
		for i := range w {
			got := []float64{w[i][0] + c*c, w[i][1], w[i][2], b[i]}
			for j, v := range append(slices.Clone(want[i]), float64(i)-1) {
				if math.Abs(got[j]-v) > 1e-5 {
					t.Errorf("%T finds %v for row %d, want %v and %d", method, got, i, want[i], i-1)
				}
			}
		}
	}
}

// Steps down the gradient are those of the values.
func TestDescent(t *testing.T) {
	m := &Model{W: []float64{1, 2}, B: []float64{3, 4}, Inner: &Knot{5, 6}, Scale: 0.5}
	y := []float64{-1, 2}
	p := NewModelLossProblem(m, y)
	x := p.Start()
	g := make([]float64, len(x))
	for range 2000 {
		p.Grad(g, x)
		for i := range x {
			x[i] -= 0.1 * g[i]
		}
	}
	w, b, in := p.Params(x)
	for i, v := range y {
		if math.Abs(b[i]-v) > 1e-6 || math.Abs(w[i]-2*v) > 1e-6 {
			t.Errorf("B is %v, W %v, want %v and twice that", b, w, y)
		}
	}
	if math.Abs(in-5) > 1e-6 || m.Inner.Y != 6 || m.W[0] != 1 {
		t.Errorf("Y is %v; the model is %v, %v", in, m, m.Inner)
	}
}

func TestFields(t *testing.T) {
	m := &Model{W: []float64{1, 2}, B: []float64{3, 4}, Inner: &Knot{5, 6}, Scale: 0.5, Locked: new(Guarded)}
	y := []float64{1, 2}
	p := NewModelLossProblem(m, y)
	start := []float64{1, 2, 3, 4, 6}
	*m.Inner = Knot{7, 7} // p has its own, X too
	m.Scale, m.W[0], m.B = 9, 9, nil
	check(t, p, start, func(x []float64) float64 {
		w, b, in := p.Params(x)
		return (&Model{W: w, B: b, Inner: &Knot{5, in}, Scale: 0.5}).Loss(y)
	})
}

func mixed() Mixed {
	scale := 1.25
	m := Mixed{
		A: 1, Kind: 2, Knots: []Knot{{2, 3}, {4, 5}}, Tri: [3]float64{6, 7, 8}, Corner: [2]Knot{{9, 10}, {11, 12}},
		Deep: &Deep{Scale: &scale, Rows: matrix(2, 2, 0), N: 3}, Held: []float64{0.5, 0.25}, Pairs: [][2]float64{{1, 2}, {3, 4}, {5, 6}},
		List: &[]float64{0.1, 0.2},
	}
	m.Marked = make([]struct {
		V  float64
		On bool
		L  []float64
	}, 2)
	m.Marked[0].V, m.Marked[0].On, m.Marked[0].L = 13, true, []float64{14}
	m.Marked[1].V, m.Marked[1].L = 15, []float64{16}
	return m
}

// numbers of mixed, by hand
var numbers = []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1.25, 0, 0.25, 0.5, 0.75, 1, 2, 3, 4, 5, 6, 13, 14, 15, 16, 0.1, 0.2}

func TestStructs(t *testing.T) {
	m := mixed()
	p := NewOfValueProblem(m)
	q := NewOfPointerProblem(&m, 0.5)
	spoil := func() {
		m.A, m.Kind, m.Knots[0].X, m.Tri[1], m.Corner[1].X, *m.Deep.Scale, m.Deep.Rows[0] = 99, 99, 99, 99, 99, 99, nil
		m.Deep.N, m.Pairs[0][1], m.Marked[1].L[0], m.Marked[0].On, (*m.List)[0] = 99, 99, 99, false, 99
	}
	spoil()
	check(t, p, numbers, func(x []float64) float64 { return OfValue(p.Params(x)) })
	check(t, q, append(slices.Clone(numbers), 0.5), func(x []float64) float64 {
		m, v := q.Params(x)
		return OfPointer(m, v)
	})
	x := make([]float64, len(numbers))
	for i := range x {
		x[i] = float64(i)
	}
	scale := 12.0
	want := mixed()
	want.A, want.Knots, want.Tri, want.Corner = 0, []Knot{{1, 2}, {3, 4}}, [3]float64{5, 6, 7}, [2]Knot{{8, 9}, {10, 11}}
	want.Deep = &Deep{Scale: &scale, Rows: [][]float64{{13, 14}, {15, 16}}, N: 3}
	want.Pairs, want.List = [][2]float64{{17, 18}, {19, 20}, {21, 22}}, &[]float64{27, 28}
	want.Marked[0].V, want.Marked[0].L, want.Marked[1].V, want.Marked[1].L = 23, []float64{24}, 25, []float64{26}
	if got := p.Params(x); !reflect.DeepEqual(got, want) {
		t.Errorf("Params gives %+v, want %+v", got, want)
	}
	if got, v := q.Params(append(x, 0.25)); !reflect.DeepEqual(got, &want) || v != 0.25 {
		t.Errorf("Params gives %+v and %v, want %+v", got, v, want)
	}
}

// The order is that of wrt, for Hess too: by hand, d/da is exp(a) + Σ(i+1)·b[i]², and d/db[i] is 2·b[i]·a·(i+1).
func TestOrder(t *testing.T) {
	p := NewSwappedProblem(0.5, []float64{1, 2})
	check(t, p, []float64{1, 2, 0.5}, func(x []float64) float64 {
		b, a := p.Params(x)
		return Swapped(a, b)
	})
	h := mat.NewSymDense(3, nil)
	SwappedProblemHess[*mat.SymDense](p)(h, []float64{1, 2, 0.5})
	want := mat.NewSymDense(3, []float64{1, 0, 2, 0, 2, 8, 2, 8, math.Exp(0.5)})
	if !mat.EqualApprox(h, want, 1e-12) {
		t.Errorf("the Hessian is %v, want %v", h, want)
	}
	panics(t, "length of the point is 2, want 3", func() { SwappedProblemHess[*mat.SymDense](p)(h, []float64{1, 2}) })
	q := NewByKnotsProblem([]Knot{{1, 2}, {3, 4}})
	check(t, q, []float64{1, 2, 3, 4}, func(x []float64) float64 { return ByKnots(q.Params(x)) })
}

func TestNamedAndComplex(t *testing.T) {
	from := Metre(0.5)
	p := NewLengthProblem(Path{1, 3}, &from, []complex128{1 + 2i, 3 - 1i})
	from = 9
	check(t, p, []float64{1, 3, 0.5, 1, 2, 3, -1}, func(x []float64) float64 { return Length(p.Params(x)) })
	// each step of a third of the way: (1/3)² + (1/3)² + …, but that nothing holds the end
	q := NewLengthProblem(Path{4}, &from, nil)
	r, err := optimize.Minimize(optimize.Problem{Func: q.Func, Grad: q.Grad}, q.Start(), nil, nil)
	if path, from, _ := q.Params(r.X); err != nil || math.Abs(float64(path[0]-*from)) > 1e-6 {
		t.Errorf("the path is %v from %v, %v", path, *from, err)
	}
}

func TestError(t *testing.T) {
	p := NewPositiveProblem(3, 0, []float64{1, 2, 3})
	check(t, p, []float64{3, 0}, func(x []float64) float64 {
		a, b := p.Params(x)
		v, err := Positive(a, b, []float64{1, 2, 3})
		if err != nil {
			t.Error(err)
		}
		return v
	})
	problem := optimize.Problem{Func: p.Func, Grad: p.Grad, Hess: PositiveProblemHess[*mat.SymDense](p)}
	settings := &optimize.Settings{GradientThreshold: 1e-8}
	for _, method := range []optimize.Method{&optimize.BFGS{}, &optimize.Newton{}} {
		r, err := optimize.Minimize(problem, p.Start(), settings, method)
		if err != nil || p.Err() != nil || math.Abs(r.X[0]-2) > 1e-6 || math.Abs(r.X[1]-1) > 1e-6 {
			t.Errorf("%T: %v, %v, %v; want 2, 1", method, r, err, p.Err())
		}
	}
	bad, grad, h := []float64{-1, 0}, make([]float64, 2), mat.NewSymDense(2, nil)
	if problem.Hess(h, bad); p.Err() != ErrNegative || !math.IsNaN(h.At(0, 1)) {
		t.Errorf("Hess at an error: %v, %v", h, p.Err())
	}
	p = NewPositiveProblem(3, 0, nil)
	if p.Grad(grad, bad); !math.IsNaN(grad[0]) || !math.IsNaN(grad[1]) || !math.IsInf(p.Func(bad), 1) || p.Err() != ErrNegative {
		t.Errorf("at an error: %v, %v, %v", grad, p.Func(bad), p.Err())
	}
	if p.Grad(grad, []float64{2, 1}); math.IsNaN(grad[0]) {
		t.Errorf("after an error: %v", grad)
	}
}

func TestRagged(t *testing.T) {
	x := []float64{2, 3, 4}
	p := NewNetProblem([][]float64{{1}, {}, {2, 3}}, x)
	x[0] = 9
	check(t, p, []float64{1, 2, 3, 2, 3, 4}, func(x []float64) float64 { return Net(p.Params(x)) })
	r, err := optimize.Minimize(optimize.Problem{Func: p.Func, Grad: p.Grad}, p.Start(), &optimize.Settings{GradientThreshold: 1e-6}, nil)
	if w, x := p.Params(r.X); err != nil || math.Abs(x[0]) > 1e-6 || math.Abs(w[2][1]-2*x[2]) > 1e-6 || len(w[1]) != 0 {
		t.Errorf("%v, %v, %v", w, x, err)
	}
}

func TestOptional(t *testing.T) {
	half := 0.5
	for _, scale := range []*float64{nil, &half} {
		x := []float64{1, 2}
		if scale != nil {
			x = append([]float64{*scale}, x...)
		}
		p := NewOptionalProblem(scale, []float64{1, 2})
		check(t, p, x, func(x []float64) float64 { return Optional(p.Params(x)) })
	}
}

func TestGeneric(t *testing.T) {
	p := NewBoxWidthProblem(Box[Metre]{1, 3}, 2)
	check(t, p, []float64{1, 3, 2}, func(x []float64) float64 {
		b, v := p.Params(x)
		return b.Width(v)
	})
	q := newNamesProblem(1, 2, 3, 4, 5, 6, 7, []float64{8})
	check(t, q, []float64{1, 2, 3, 4, 5, 6, 7, 8}, func(x []float64) float64 {
		v, err := names(q.Params(x))
		if err != nil {
			t.Error(err)
		}
		return v
	})
	h := mat.NewSymDense(8, nil)
	if namesProblemHess[*mat.SymDense](q)(h, q.Start()); h.At(0, 1) != 3*4*5*6*7 || h.At(7, 7) != 2 || q.Err() != nil {
		t.Errorf("the Hessian is %v, %v", h, q.Err())
	}
}

// The point of one slice has its own memory where it is laid out, and is the caller's otherwise.
func TestValley(t *testing.T) {
	start := []float64{-1, 2, 0.5}
	p := NewValleyProblem(start, 2)
	check(t, p, start, func(x []float64) float64 { return Valley(p.Params(x), 2) })
	if x := p.Params(start); &x[0] == &start[0] {
		t.Error("Params shares memory with the point")
	}
	q := NewDaleProblem(2)
	for _, x := range [][]float64{start, {1, 1, 1}, {0.5, 0.25, 3}} {
		g, h := make([]float64, 3), make([]float64, 3)
		p.Grad(g, x)
		q.Grad(h, x)
		// by hand: k = 2
		a, b := x[1]-x[0]*x[0], x[2]-x[1]*x[1]
		want := []float64{4*(x[0]-1) - 4*x[0]*a, 2*a - 4*x[1]*b, 2 * b}
		for i := range want {
			if math.Abs(g[i]-want[i]) > 1e-12 || g[i] != h[i] {
				t.Errorf("at %v the gradients are %v and %v, want %v", x, g, h, want)
			}
		}
	}
	h := mat.NewSymDense(3, nil)
	ValleyProblemHess[*mat.SymDense](p)(h, []float64{1, 1, 1})
	if h.At(0, 0) != 12 || h.At(0, 1) != -4 || h.At(2, 2) != 2 {
		t.Errorf("the Hessian is %v", mat.Formatted(h))
	}
}

// What has no adapter: the directive of Unasked asks for none, and the order of ByKnots is not that of its Hessian.
func TestLeftOut(t *testing.T) {
	for _, name := range []string{"UnaskedProblem", "ByKnotsProblemHess"} {
		if strings.Contains(generated, name) {
			t.Errorf("%s is generated", name)
		}
	}
	for _, name := range []string{"UnaskedGrad(", "ByKnotsHessian(", "BilinearProblemHess["} {
		if !strings.Contains(generated, "func "+name) {
			t.Errorf("%s is not generated", name)
		}
	}
}

// Evaluations allocate nothing.
func TestAllocations(t *testing.T) {
	p := NewBilinearProblem(matrix(2, 3, 1), []float64{1, 2}, 0.5, [][]float64{{1, 2, 3}}, [][]float64{{1, 2}})
	x, g := p.Start(), make([]float64, 9)
	if n := testing.AllocsPerRun(20, func() {
		x[0]++
		p.Grad(g, x)
	}); n > 0 {
		t.Errorf("Grad allocates %v times", n)
	}
}
