package linear

import (
	"reflect"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"github.com/seed-4b734f86/gochad/internal/linrep"
)

// All numbers in these tests are small integers, on which floating-point addition
// and multiplication are exact, so laws are checked with ==.

// dim is the length of arrays and the number of points of function domains.
const dim = 3

type (
	vec  = []float64
	fn   = func(int) float64
	cop  = Copower[int, float64]
	duo  = Tuple2[vec, float64]
	rows = []vec
)

// ints is a source of small integers that a property draws its values from.
type ints []int

func (s *ints) next() float64 {
	if len(*s) == 0 {
		return 0
	}
	x := (*s)[0]
	*s = (*s)[1:]
	return float64(x)
}

// forAll checks a property of values drawn from a random list of integers, which
// gopter shrinks towards zeros. The seed is fixed.
func forAll(t *testing.T, name string, holds func(s *ints) bool) {
	t.Helper()
	params := gopter.DefaultTestParametersWithSeed(20220725)
	params.MinSuccessfulTests = 200
	p := gopter.NewProperties(params)
	p.Property(name, prop.ForAll(func(xs []int) bool {
		s := ints(xs)
		return holds(&s)
	}, gen.SliceOfN(96, gen.IntRange(-4, 4))))
	var report strings.Builder
	if !p.Run(gopter.NewFormatedReporter(false, 100, &report)) {
		t.Error(report.String())
	}
}

// A space says how to draw, add and compare the values of a type.
type space[T any] struct {
	monoid Monoid[T]
	draw   func(s *ints) T
	equal  func(a, b T) bool
}

func same[T any](a, b T) bool { return reflect.DeepEqual(a, b) }

// upToZeros compares data after spelling implicit zeros out.
func upToZeros[T any](m Monoid[T]) func(a, b T) bool {
	return func(a, b T) bool { return same(m.Complete(a), m.Complete(b)) }
}

func data[T any](m Monoid[T], draw func(s *ints) T) space[T] {
	return space[T]{m, draw, upToZeros(m)}
}

// Drawing. Arrays are sometimes short, so that implicit zeros are exercised.

func drawReal(s *ints) float64 { return s.next() }

func drawFullVec(s *ints) vec { return vec{s.next(), s.next(), s.next()} }

func drawVec(s *ints) vec {
	v := drawFullVec(s)
	if n := int(s.next()); n > 0 {
		return v[:min(n-1, dim)]
	}
	return v
}

func drawDuo(s *ints) duo { return duo{drawVec(s), s.next()} }

func drawRows(s *ints) rows {
	r := rows{drawVec(s), drawVec(s), drawVec(s)}
	if n := int(s.next()); n > 0 {
		return r[:min(n-1, dim)]
	}
	return r
}

func drawFn(s *ints) fn {
	v := drawFullVec(s)
	return func(k int) float64 { return v[k] }
}

func drawCop(s *ints) cop {
	m := CopowerMonoid[int, float64]()
	return m.Sum(int(s.next())+4, func(i int) cop {
		return Apply(Singleton[int, float64](i*i%dim), s.next())
	})
}

func drawLFun(s *ints) LFun[float64, float64] { return Scale(s.next()) }

func drawSum(s *ints) Sum[vec, float64] {
	switch n := s.next(); {
	case n < -1:
		return Apply(InL[vec, float64](), drawVec(s))
	case n > 1:
		return Apply(InR[vec, float64](), s.next())
	case n == 1:
		return SumMonoid(RealsMonoid(dim), RealMonoid()).Plus(
			Apply(InL[vec, float64](), drawVec(s)), Apply(InR[vec, float64](), s.next()))
	}
	return Sum[vec, float64]{}
}

func drawMaybe(s *ints) Maybe[vec] {
	if s.next() < 0 {
		return Maybe[vec]{}
	}
	return Apply(Some[vec](), drawVec(s))
}

// Comparing what DeepEqual cannot.

func equalFn(f, g fn) bool {
	for k := range dim {
		x, y := 0.0, 0.0
		if f != nil {
			x = f(k)
		}
		if g != nil {
			y = g(k)
		}
		if x != y {
			return false
		}
	}
	return true
}

// equalCop compares the total value at each key, which is what the quotient of
// CHAD §9.1 leaves to see.
func equalCop(a, b cop) bool {
	var x, y [dim]float64
	for _, e := range linrep.Entries(a) {
		x[e.Key] += e.Value
	}
	for _, e := range linrep.Entries(b) {
		y[e.Key] += e.Value
	}
	return x == y
}

func equalLFun(f, g LFun[float64, float64]) bool { return Apply(f, 1) == Apply(g, 1) }

func equalSum(a, b Sum[vec, float64]) bool {
	return upToZeros(RealsMonoid(dim))(Apply(OutL[vec, float64](), a), Apply(OutL[vec, float64](), b)) &&
		Apply(OutR[vec, float64](), a) == Apply(OutR[vec, float64](), b)
}

func equalMaybe(a, b Maybe[vec]) bool {
	return upToZeros(RealsMonoid(dim))(Apply(Unsome[vec](), a), Apply(Unsome[vec](), b))
}

// The spaces.

func reals() space[float64] { return data(RealMonoid(), drawReal) }
func vecs() space[vec]      { return data(RealsMonoid(dim), drawVec) }
func duos() space[duo] {
	return data(Tuple2Monoid(RealsMonoid(dim), RealMonoid()), drawDuo)
}
func rowss() space[rows] { return data(ArrayMonoid(dim, RealsMonoid(dim)), drawRows) }
func fns() space[fn]     { return space[fn]{FuncMonoid[int](RealMonoid()), drawFn, equalFn} }
func cops() space[cop]   { return space[cop]{CopowerMonoid[int, float64](), drawCop, equalCop} }
func lfuns() space[LFun[float64, float64]] {
	return space[LFun[float64, float64]]{LFunMonoid[float64](RealMonoid()), drawLFun, equalLFun}
}

func sums() space[Sum[vec, float64]] {
	return space[Sum[vec, float64]]{SumMonoid(RealsMonoid(dim), RealMonoid()), drawSum, equalSum}
}

func maybes() space[Maybe[vec]] {
	return space[Maybe[vec]]{MaybeMonoid(RealsMonoid(dim)), drawMaybe, equalMaybe}
}

// point is a user's struct type, with an unexported and a zero-sized field.
type point struct {
	X    float64
	tail vec
	None Unit
}

func pointX() Field[point, float64] { return FieldOf(func(p *point) *float64 { return &p.X }) }
func pointTail() Field[point, vec]  { return FieldOf(func(p *point) *vec { return &p.tail }) }

func points() space[point] {
	return data(StructMonoid(Part(pointX(), RealMonoid()), Part(pointTail(), RealsMonoid(dim))),
		func(s *ints) point { return point{X: s.next(), tail: drawVec(s)} })
}

// list is a recursive type: the cotangent of a list of reals.
type list struct{ cons Maybe[Tuple2[float64, list]] }

func lists() space[list] {
	cons := FieldOf(func(l *list) *Maybe[Tuple2[float64, list]] { return &l.cons })
	m := RecMonoid(func(self Monoid[list]) Monoid[list] {
		return StructMonoid(Part(cons, MaybeMonoid(Tuple2Monoid(RealMonoid(), self))))
	})
	draw := func(s *ints) (l list) {
		for range int(s.next()) + 4 {
			l = Apply(Then(Some[Tuple2[float64, list]](), Coproj(cons)), Tuple2[float64, list]{E1: s.next(), E2: l})
		}
		return l
	}
	heads := func(l list) (v [10]float64) { // drawn lists have 8 cells at most
		for i := range v {
			cell := Apply(Unsome[Tuple2[float64, list]](), l.cons)
			v[i], l = cell.E1, cell.E2
		}
		return v
	}
	return space[list]{m, draw, func(a, b list) bool { return heads(a) == heads(b) }}
}
