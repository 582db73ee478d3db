package sums

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// gradient is a sum by one slice.
type gradient[S any] interface {
	sum[S]
	Grad([]float64) float64
}

// agrees compares what is added in any order with the plain gradient.
func agrees[S gradient[S]](t *testing.T, rng *rand.Rand, n int, want []float64, fresh func() S, add func(S, int)) {
	t.Helper()
	for range 20 {
		got := make([]float64, len(want)-1)
		value := anyhow(t, rng, n, fresh, add).Grad(got)
		for j, g := range append(got, value) {
			if !near(g, want[j]) {
				t.Fatalf("%v and %v, want %v", got, value, want)
			}
		}
	}
}

func TestNames(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	theta, x, y := logisticData(rng, 30, 2)
	want := make([]float64, 2)
	want = append(want, AliasedGrad(theta, y, want))
	agrees(t, rng, len(y), want, func() *AliasedSum { return NewAliasedSum(theta) }, func(s *AliasedSum, i int) { s.Add(y[i]) })
	agrees(t, rng, len(y), want, func() *AliasedAnyhow { return NewAliasedAnyhow(theta) }, func(s *AliasedAnyhow, i int) { s.Add(y[i]) })
	want = make([]float64, 2)
	want = append(want, NamedGrad(theta, x, want))
	agrees(t, rng, len(x), want, func() *NamedSum { return NewNamedSum(theta) }, func(s *NamedSum, i int) { s.Add(x[i]) })
	agrees(t, rng, len(x), want, func() *NamedAnyhow { return NewNamedAnyhow(theta) }, func(s *NamedAnyhow, i int) { s.Add(x[i]) })
	want = make([]float64, 2)
	want = append(want, SkippingGrad(theta, x, want))
	agrees(t, rng, len(x), want, func() *SkippingSum { return NewSkippingSum(theta) }, func(s *SkippingSum, i int) { s.Add(x[i]) })
	agrees(t, rng, len(x), want, func() *SkippingAnyhow { return NewSkippingAnyhow(theta) }, func(s *SkippingAnyhow, i int) { s.Add(x[i]) })
	some := normalsOf(rng, 40)
	want = make([]float64, 2)
	want = append(want, LeavingGrad(theta, some, want))
	agrees(t, rng, len(some), want, func() *LeavingSum { return NewLeavingSum(theta) }, func(s *LeavingSum, i int) { s.Add(some[i]) })
	agrees(t, rng, len(some), want, func() *LeavingAnyhow { return NewLeavingAnyhow(theta) }, func(s *LeavingAnyhow, i int) { s.Add(some[i]) })
	var rows [][]float64
	var bags []Bag
	for range 30 {
		rows = append(rows, normalsOf(rng, rng.IntN(5)))
		bags = append(bags, Bag{Row: normalsOf(rng, rng.IntN(4)), Other: []float64{1}})
	}
	want = make([]float64, 2)
	want = append(want, UnevenGrad(theta, rows, bags, want))
	agrees(t, rng, len(rows), want, func() *UnevenSum { return NewUnevenSum(theta) }, func(s *UnevenSum, i int) { s.Add(rows[i], bags[i]) })
	agrees(t, rng, len(rows), want, func() *UnevenAnyhow { return NewUnevenAnyhow(theta) }, func(s *UnevenAnyhow, i int) { s.Add(rows[i], bags[i]) })
	agrees(t, rng, 1, want, func() *UnevenSum { return NewUnevenSum(theta) }, func(s *UnevenSum, _ int) { s.AddAll(rows, bags) })
	want = make([]float64, 2)
	want = append(want, CalledGrad(theta, y, want))
	agrees(t, rng, len(y), want, func() *CalledSum { return NewCalledSum(theta) }, func(s *CalledSum, i int) { s.Add(y[i]) })
}

func TestBoxed(t *testing.T) {
	box := func(a, b, c, d float64) *Boxed { return &Boxed{W: []float64{a, b}, Inner: &Inner{c, d}} }
	m, x := box(2, 3, 5, 7), []float64{1, 2, 4}
	// The sum is 5·2·(1+2+4) + 3·7·3 = 133.
	want := box(2*133*5*7, 2*133*7*3, 2*133*2*7, 2*133*3*3)
	s, r, got, also := NewBoxedLossSum(m), NewBoxedAnyhow(m), box(9, 9, 9, 9), box(9, 9, 9, 9)
	s.AddAll(x)
	r.AddAll(x)
	if v, w := s.Grad(got), r.Grad(also); v != 133*133 || w != v {
		t.Errorf("values %v and %v", v, w)
	}
	for _, g := range []*Boxed{got, also} {
		if g.W[0] != want.W[0] || g.W[1] != want.W[1] || *g.Inner != *want.Inner {
			t.Errorf("%v %v, want %v %v", g.W, *g.Inner, want.W, *want.Inner)
		}
	}
}

func TestMergeOfBroken(t *testing.T) {
	theta := []float64{1, 2}
	s, broken := NewLogisticSum(theta, 0.1), NewLogisticSum(theta, 0.1)
	s.Add([]float64{1, 1}, 1)
	value := s.Value()
	panics(t, "", func() { broken.Add([]float64{1}, 1) })
	if err := s.Merge(broken); err == nil || !strings.Contains(err.Error(), "has panicked") || s.Value() != value {
		t.Errorf("error %v, value %v, before %v", err, s.Value(), value)
	}
}

func TestMergeOfMoved(t *testing.T) {
	theirs := []float64{1, 2}
	s, moved := NewLogisticSum([]float64{1, 2}, 0.1), NewLogisticSum(theirs, 0.1)
	theirs[0]++
	moved.Add([]float64{1, 1}, 1)
	panics(t, "parameters have changed since Reset", func() { _ = s.Merge(moved) })
}

func TestMatrices(t *testing.T) {
	// One of the two is a part of a larger matrix: what lies between its rows does not count.
	small, large := mat.NewDense(2, 2, []float64{1, 2, 3, 4}), mat.NewDense(2, 3, []float64{1, 2, 9, 3, 4, 9})
	part := large.Slice(0, 2, 0, 2).(*mat.Dense)
	p, v := []float64{5}, mat.NewVecDense(2, []float64{6, 7})
	s := NewMatricesSum(p, v, small)
	s.Add(3)
	grad := []float64{0}
	if value := s.Grad(grad); value != 5*3*7+2 || grad[0] != 21 {
		t.Errorf("value %v, gradient %v", value, grad)
	}
	if err := s.Merge(NewMatricesSum(p, v, part)); err != nil {
		t.Error(err)
	}
	for _, o := range []*MatricesSum{
		NewMatricesSum(p, mat.NewVecDense(2, []float64{6, 8}), small),
		NewMatricesSum(p, v, mat.NewDense(2, 2, []float64{1, 2, 3, 5})),
	} {
		if err := s.Merge(o); err == nil {
			t.Error("a sum at another matrix is merged")
		}
	}
}
