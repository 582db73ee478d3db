package sums

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// dense is the matrix of a function that is linear, by columns.
func dense(n int, product func(v []float64) []float64) [][]float64 {
	out := make([][]float64, n)
	for j := range out {
		v := make([]float64, n)
		v[j] = 1
		out[j] = product(v)
	}
	return out
}

// quadratic looks whether a matrix is symmetric, and how small vᵀ·m·v becomes, in units of the matrix.
func quadratic(t *testing.T, rng *rand.Rand, m [][]float64) (least float64) {
	t.Helper()
	size := 0.0
	for i := range m {
		for j := range m {
			size = max(size, math.Abs(m[i][j]))
		}
	}
	for i := range m {
		for j := range m {
			if math.Abs(m[i][j]-m[j][i]) > 1e-12*size {
				t.Fatalf("not symmetric: %v and %v", m[i][j], m[j][i])
			}
		}
	}
	for range 200 {
		v, s := normalsOf(rng, len(m)), 0.0
		for i := range m {
			for j := range m {
				s += v[i] * m[i][j] * v[j]
			}
		}
		least = min(least, s/size)
	}
	return least
}

func normalsOf(rng *rand.Rand, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = rng.NormFloat64()
	}
	return out
}

// alike compares two matrices.
func alike(t *testing.T, got, want [][]float64, within float64) {
	t.Helper()
	for i := range want {
		for j := range want[i] {
			if !(math.Abs(got[i][j]-want[i][j]) <= within*(1+math.Abs(want[i][j]))) {
				t.Fatalf("element %d, %d: %v, want %v", i, j, got[i][j], want[i][j])
			}
		}
	}
}

// TestLinearOutputs: where outputs are linear in the parameters, the Gauss–Newton matrix is the Hessian.
func TestLinearOutputs(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	theta, x, y := logisticData(rng, 40, 3)
	s := NewLogisticSum(theta, 0.1)
	s.AddAll(x, y)
	got := dense(3, func(v []float64) []float64 {
		g, out := NewLogisticGNVPSum(theta, 0.1, v), make([]float64, 3)
		g.AddAll(x, y)
		g.Product(s, out)
		return out
	})
	want := dense(3, func(v []float64) []float64 {
		out := make([]float64, 3)
		LogisticHVP(theta, x, y, 0.1, v, out)
		return out
	})
	alike(t, got, want, 1e-12)
}

// TestDecay compares with Jᵀ·W·J and the prior, with J by hand.
func TestDecay(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 34))
	const prior = 0.3
	p := []float64{2, -0.5, 0.4}
	var ts, y, w []float64
	for range 50 {
		ts, y = append(ts, 3*rng.Float64()), append(y, 5*rng.NormFloat64())
		w = append(w, float64(rng.IntN(3)))
	}
	want := [][]float64{{prior, 0, 0}, {0, prior, 0}, {0, 0, prior}}
	for i, x := range ts {
		rate := math.Exp(p[1])
		e := math.Exp(-rate * x)
		j := []float64{e, -p[0] * e * x * rate, 1}
		for a := range j {
			for b := range j {
				want[a][b] += w[i] * j[a] * j[b]
			}
		}
	}
	s := NewDecaySum(p, prior)
	s.AddAll(ts, y, w)
	var bits [][]float64
	got := dense(3, func(v []float64) []float64 {
		out, again := make([]float64, 3), make([]float64, 3)
		anyhow(t, rng, len(ts), func() *DecayGNVPSum { return NewDecayGNVPSum(p, prior, v) },
			func(s *DecayGNVPSum, i int) { s.Add(ts[i], y[i], w[i]) }).Product(s, out)
		for k := range 20 {
			anyhow(t, rng, len(ts), func() *DecayAnyhow { return NewDecayAnyhow(p, prior, v) },
				func(s *DecayAnyhow, i int) { s.Add(ts[i], y[i], w[i]) }).Product(s, again)
			if k == 0 {
				bits = append(bits, slices.Clone(again))
			} else if !slices.Equal(again, bits[len(bits)-1]) {
				t.Fatalf("%v, and before %v", again, bits)
			}
		}
		return out
	})
	alike(t, got, want, 1e-12)
	alike(t, bits, want, 1e-12)
	if least := quadratic(t, rng, got); least < 0 {
		t.Errorf("not positive semidefinite: %v", least)
	}
	g := NewDecayGNVPSum(p, prior, []float64{1, 0, 0})
	if err := g.Merge(NewDecayGNVPSum(p, prior, []float64{0, 1, 0})); err == nil {
		t.Error("sums for two directions are merged")
	}
	panics(t, "of other examples", func() { g.Product(s, make([]float64, 3)) })
	g.Add(math.NaN(), 1, 1)
	if err := g.Err(); err == nil || !strings.Contains(err.Error(), "example 0 ") {
		t.Errorf("error %v", err)
	}
}

// numbers are all the numbers of layers, one after the other.
func numbers(layers []Layer) (out []*float64) {
	for i := range layers {
		for r := range layers[i].W {
			for c := range layers[i].W[r] {
				out = append(out, &layers[i].W[r][c])
			}
		}
		for c := range layers[i].B {
			out = append(out, &layers[i].B[c])
		}
	}
	return out
}

func layersLike(sizes []int, number func() float64) (out []Layer) {
	for i, n := range sizes[1:] {
		l := Layer{B: make([]float64, n)}
		for r := range l.B {
			l.B[r] = number()
			row := make([]float64, sizes[i])
			for c := range row {
				row[c] = number()
			}
			l.W = append(l.W, row)
		}
		out = append(out, l)
	}
	return out
}

// TestSoftmax compares a net with Jᵀ·(diag p − p·pᵀ)·J, with J by differences.
func TestSoftmax(t *testing.T) {
	rng := rand.New(rand.NewPCG(35, 36))
	sizes := []int{2, 3, 3}
	n := &Net{Layers: layersLike(sizes, rng.NormFloat64), scale: 1.5}
	at := numbers(n.Layers)
	var xs [][]float64
	var labels []int
	for range 12 {
		xs, labels = append(xs, normalsOf(rng, 2)), append(labels, rng.IntN(3))
	}
	want := make([][]float64, len(at))
	for a := range want {
		want[a] = make([]float64, len(at))
	}
	for _, x := range xs {
		z := n.forward(x)
		all, j := 0.0, make([][]float64, len(at))
		for _, v := range z {
			all += math.Exp(v)
		}
		const h = 1e-5
		for a, p := range at {
			old := *p
			*p = old + h
			up := n.forward(x)
			*p = old - h
			down := n.forward(x)
			*p = old
			for k := range up {
				j[a] = append(j[a], (up[k]-down[k])/(2*h))
			}
		}
		for a := range at {
			for b := range at {
				for k := range z {
					for l := range z {
						c := -math.Exp(z[k]) / all * math.Exp(z[l]) / all
						if k == l {
							c += math.Exp(z[k]) / all
						}
						want[a][b] += n.scale * j[a][k] * c * j[b][l] / float64(len(xs))
					}
				}
			}
		}
	}
	s := NewNetSoftmaxSum(n)
	s.AddAll(xs, labels)
	direction := func(v []float64) []Layer {
		d := layersLike(sizes, func() float64 { return 0 })
		for i, p := range numbers(d) {
			*p = v[i]
		}
		return d
	}
	flat := func(layers []Layer) (out []float64) {
		for _, p := range numbers(layers) {
			out = append(out, *p)
		}
		return out
	}
	got := dense(len(at), func(v []float64) []float64 {
		g, out := NewNetSoftmaxGNVPSum(n, direction(v)), direction(v)
		g.AddAll(xs, labels)
		g.Product(s, out)
		return flat(out)
	})
	alike(t, got, want, 1e-8)
	if least := quadratic(t, rng, got); least < -1e-12 {
		t.Errorf("not positive semidefinite: %v", least)
	}
	hessian := dense(len(at), func(v []float64) []float64 {
		g, out := NewNetSoftmaxHVPSum(n, direction(v)), direction(v)
		g.AddAll(xs, labels)
		g.Product(s, out)
		return flat(out)
	})
	if least := quadratic(t, rng, hessian); least > -1e-3 {
		t.Errorf("the Hessian is positive semidefinite here, so that this test tells nothing: %v", least)
	}
	v := normalsOf(rng, len(at))
	var first []float64
	for range 20 {
		out := direction(v)
		anyhow(t, rng, len(xs), func() *SoftmaxAnyhow { return NewSoftmaxAnyhow(n, direction(v)) },
			func(s *SoftmaxAnyhow, i int) { s.Add(xs[i], labels[i]) }).Product(s, out)
		if first == nil {
			first = flat(out)
		}
		if !slices.Equal(flat(out), first) {
			t.Fatalf("%v, and before %v", flat(out), first)
		}
	}
}

// TestSpread compares with the Hessian, by differences, of the function in which outputs are replaced by their tangents.
func TestSpread(t *testing.T) {
	rng := rand.New(rand.NewPCG(37, 38))
	const a, b = 0.7, -0.3
	x, y := normalsOf(rng, 15), normalsOf(rng, 15)
	linear := func(da, db float64) float64 {
		num, den := 0.0, math.Exp(b+db)
		for i, v := range x {
			mean := math.Sin(a*v) + b + math.Cos(a*v)*v*da + db
			width := a*b*v - 1 + b*v*da + a*v*db
			m0 := a*a + 2*a*da
			m1 := v + a*a*a + 3*a*a*da
			d := (mean - y[i]) * math.Exp(-width)
			num += d*d/2 + width + m1*m0
			den += math.Sqrt(1 + m1*m1)
		}
		return num / den
	}
	const h = 1e-4
	cross := (linear(h, h) - linear(h, -h) - linear(-h, h) + linear(-h, -h)) / (4 * h * h)
	want := [][]float64{
		{(linear(h, 0) - 2*linear(0, 0) + linear(-h, 0)) / (h * h), cross},
		{cross, (linear(0, h) - 2*linear(0, 0) + linear(0, -h)) / (h * h)},
	}
	s := NewSpreadSum(a, b)
	s.AddAll(x, y)
	got := dense(2, func(v []float64) []float64 {
		g, out := NewSpreadGNVPSum(a, b, v[0], v[1]), make([]float64, 2)
		g.AddAll(x, y)
		g.Product(s, &out[0], &out[1])
		return out
	})
	alike(t, got, want, 1e-5)
	quadratic(t, rng, got)
	hessian := dense(2, func(v []float64) []float64 {
		g, out := NewSpreadHVPSum(a, b, v[0], v[1]), make([]float64, 2)
		g.AddAll(x, y)
		g.Product(s, &out[0], &out[1])
		return out
	})
	if math.Abs(hessian[0][0]-got[0][0]) < 1e-2 {
		t.Errorf("the Hessian %v is the same here, so that this test tells nothing", hessian)
	}
}

// TestWave is by complex numbers: G·v is Jᴴ·2·J·v.
func TestWave(t *testing.T) {
	p, x := []complex128{2 + 1i, 3}, []complex128{1 + 2i, -1}
	for _, v := range [][]complex128{{1, 0}, {0, 1i}, {0.5 - 2i, 3}} {
		want := make([]complex128, 2)
		for _, x := range x {
			j := []complex128{p[1] * x, p[0] * x}
			d := 2 * (j[0]*v[0] + j[1]*v[1])
			for i := range want {
				want[i] += cmplx.Conj(j[i]) * d
			}
		}
		s, g, got := NewWaveSum(p), NewWaveGNVPSum(p, v), make([]complex128, 2)
		s.AddAll(x)
		g.AddAll(x)
		g.Product(s, got)
		for i := range got {
			if cmplx.Abs(got[i]-want[i]) > 1e-12*cmplx.Abs(want[i]) {
				t.Errorf("%v, want %v", got, want)
			}
		}
	}
	p[1]++
	panics(t, "parameters have changed", func() { NewWaveSum(p).Value(); s := NewWaveSum(p); p[0] += 1i; s.Value() })
}

// A function with more outputs than digits: F is a²·Σ k²·x², so that the matrix is 2·Σ k²·x², k from 1 to 11.
func TestMany(t *testing.T) {
	x := []float64{0.5, -2, 3}
	s, g := NewManySum(3), NewManyGNVPSum(3, 1)
	s.AddAll(x)
	g.AddAll(x)
	want := 2.0 * 506 * (0.25 + 4 + 9)
	var out float64
	if g.Product(s, &out); math.Abs(out-want) > 1e-12*want {
		t.Errorf("%v, want %v", out, want)
	}
}

// TestSetOtherwise: what sets outputs under another name, or in a function, stands before the cut. The loss is the
// squares of the outputs, and these are squares of numbers that are linear in the parameters.
func TestSetOtherwise(t *testing.T) {
	p, x := []float64{0.6, -0.7}, []float64{0.2, 0.5, 1.1, -0.4}
	want := [][]float64{{0, 0}, {0, 0}}
	for i := range p {
		for _, v := range x {
			slope := 2 * p[i] * v * v
			want[i][i] += slope * slope
		}
	}
	alike(t, dense(2, func(d []float64) []float64 {
		s, g, out := NewSetByCallSum(p), NewSetByCallGNVPSum(p, d), make([]float64, 2)
		s.AddAll(x)
		g.AddAll(x)
		g.Product(s, out)
		return out
	}), want, 1e-12)
	alike(t, dense(2, func(d []float64) []float64 {
		s, g, out := NewSetByPointerSum(p), NewSetByPointerGNVPSum(p, d), make([]float64, 2)
		s.AddAll(x)
		g.AddAll(x)
		g.Product(s, out)
		return out
	}), want, 1e-12)
	alike(t, dense(2, func(d []float64) []float64 {
		s, g, out := NewSetBySliceSum(p), NewSetBySliceGNVPSum(p, d), make([]float64, 2)
		s.AddAll(x)
		g.AddAll(x)
		g.Product(s, out)
		return out
	}), want, 1e-12)
}
