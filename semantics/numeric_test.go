package semantics_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	. "github.com/seed-4b734f86/gochad/syntax" //nolint:revive // see corpus_test.go
)

// mixed has reals, an int, an array and a sum.
var mixed = NewTupleType(Real, Int, NewArrayType(SizeLit(2), NewTupleType(Real, Bool)), NewSumType(Int, Real))

func mixedSpace() semantics.Space {
	at := semantics.NewTuple(semantics.Real(1), semantics.Int(7),
		semantics.Values(semantics.NewTuple(semantics.Real(2), semantics.Bool(true)), semantics.NewTuple(semantics.Real(3), semantics.Bool(false))),
		&semantics.Inj{Tag: 1, Arg: semantics.Real(4)})
	return semantics.Space{Type: mixed, At: at}
}

func TestSpace(t *testing.T) {
	s := mixedSpace()
	xs, err := s.Coords()
	if err != nil || !slices.Equal(xs, []float64{1, 2, 3, 4}) {
		t.Errorf("got %v, %v", xs, err)
	}
	moved, err := s.Move([]float64{10, 20, 30, 40})
	if got := semantics.Format(moved); err != nil || got != "(10, 7, [(20, true), (30, false)], inj1 40)" {
		t.Errorf("got %s, %v", got, err)
	}
	d, err := s.Unflatten([]float64{10, 20, 30, 40})
	if got := semantics.Format(d); err != nil || got != "(10, (), [(20, ()), (30, ())], inj1 40)" {
		t.Errorf("got %s, %v", got, err)
	}
	back, err := s.Flatten(d)
	if err != nil || !slices.Equal(back, []float64{10, 20, 30, 40}) {
		t.Errorf("got %v, %v", back, err)
	}
	zero, err := s.Flatten(semantics.NewTuple(semantics.Real(1), semantics.NewTuple(), semantics.Zero{}, semantics.Zero{}))
	if err != nil || !slices.Equal(zero, []float64{1, 0, 0, 0}) {
		t.Errorf("got %v, %v", zero, err)
	}
	if _, err := s.Unflatten([]float64{1}); err == nil {
		t.Error("too few coordinates")
	}
	if _, err := s.Move(make([]float64, 5)); err == nil {
		t.Error("too many coordinates")
	}
	if _, err := (semantics.Space{Type: NewFuncType(Real, Real), At: semantics.Zero{}}).Coords(); err == nil {
		t.Error("functions have no coordinates")
	}
}

// f(x, y) = (sin x · y, exp y) against its Jacobian by hand.
func TestDifference(t *testing.T) {
	two := NewTupleType(Real, Real)
	f := func(v semantics.Value) (semantics.Value, error) {
		p := v.(*semantics.Tuple).Elems
		x, y := float64(p[0].(semantics.Real)), float64(p[1].(semantics.Real))
		return semantics.NewTuple(semantics.Real(math.Sin(x)*y), semantics.Real(math.Exp(y))), nil
	}
	x := semantics.Space{Type: two, At: semantics.NewTuple(semantics.Real(0.7), semantics.Real(1.3))}
	y := semantics.Space{Type: two}
	dy, bound, err := semantics.Difference(f, x, y, []float64{2, -1}, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := []float64{2*math.Cos(0.7)*1.3 - math.Sin(0.7), -math.Exp(1.3)}
	for i := range want {
		if math.Abs(dy[i]-want[i]) > 1e-10 || bound[i] > 1e-9 {
			t.Errorf("component %d: got %v ± %v, want %v", i, dy[i], bound[i], want[i])
		}
	}
}

// The table is exact on polynomials up to rounding, also from a wide step.
func TestDifferenceOfPolynomial(t *testing.T) {
	f := func(v semantics.Value) (semantics.Value, error) {
		x := float64(v.(semantics.Real))
		return semantics.Real(x * x * x * x * x), nil
	}
	dy, bound, err := semantics.Difference(f, semantics.Space{Type: Real, At: semantics.Real(1)}, semantics.Space{Type: Real}, []float64{1}, 1)
	if err != nil || math.Abs(dy[0]-5) > 1e-13 || bound[0] > 1e-12 {
		t.Errorf("got %v ± %v, %v", dy, bound, err)
	}
}

// The evaluations must all have one shape.
func TestDifferenceAcrossTags(t *testing.T) {
	f := func(v semantics.Value) (semantics.Value, error) {
		if v.(semantics.Real) > 1 {
			return &semantics.Inj{Tag: 0, Arg: v}, nil
		}
		return &semantics.Inj{Tag: 1, Arg: semantics.Int(0)}, nil
	}
	y := semantics.Space{Type: NewSumType(Real, Int)}
	if _, _, err := semantics.Difference(f, semantics.Space{Type: Real, At: semantics.Real(1)}, y, []float64{1}, 0); err == nil {
		t.Error("no error")
	}
}

func TestDotTest(t *testing.T) {
	two := NewTupleType(Real, Real)
	space := semantics.Space{Type: two, At: semantics.NewTuple(semantics.Real(0), semantics.Real(0))}
	matrix := func(a, b, c, d float64) semantics.Map {
		return func(v semantics.Value) (semantics.Value, error) {
			p := v.(*semantics.Tuple).Elems
			x, y := float64(p[0].(semantics.Real)), float64(p[1].(semantics.Real))
			return semantics.NewTuple(semantics.Real(a*x+b*y), semantics.Real(c*x+d*y)), nil
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	gap, err := semantics.DotTest(space, space, matrix(1, 2, 3, 4), matrix(1, 3, 2, 4), rng)
	if err != nil || gap > 1e-14 {
		t.Errorf("transpose: gap %v, %v", gap, err)
	}
	gap, err = semantics.DotTest(space, space, matrix(1, 2, 3, 4), matrix(1, 2, 3, 4), rng)
	if err != nil || gap < 1e-3 {
		t.Errorf("not the transpose: gap %v, %v", gap, err)
	}
}
