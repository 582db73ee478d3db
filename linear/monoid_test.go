package linear

import (
	"testing"
)

// TestMonoidLaws checks for every dictionary (CHAD Fig. 6, third line, and what
// package linear adds):
//
//	t + 0 = t   0 + t = t   (t + s) + r = t + (s + r)   t + s = s + t
//	Go's zero value is a zero
//	Sum(n, f) = f(0) + … + f(n-1), also for n = 0
//	Complete(t) = t, and AddInto on it changes neither t nor what is added
func TestMonoidLaws(t *testing.T) {
	checkMonoid(t, "Real", reals())
	checkMonoid(t, "Reals", vecs())
	checkMonoid(t, "Array", rowss())
	checkMonoid(t, "Array of reals", data(ArrayMonoid(dim, RealMonoid()), drawVec))
	checkMonoid(t, "Tuple2", duos())
	checkMonoid(t, "Tuple3", data(Tuple3Monoid(RealMonoid(), RealsMonoid(dim), duos().monoid),
		func(s *ints) Tuple3[float64, vec, duo] {
			return Tuple3[float64, vec, duo]{s.next(), drawVec(s), drawDuo(s)}
		}))
	checkMonoid(t, "Tuple8", data(tuple8Monoid(), drawTuple8))
	checkMonoid(t, "Func", fns())
	checkMonoid(t, "LFun", lfuns())
	checkMonoid(t, "Copower", cops())
	checkMonoid(t, "Maybe", maybes())
	checkMonoid(t, "Sum", sums())
	checkMonoid(t, "Struct", points())
	checkMonoid(t, "Rec", lists())
	checkMonoid(t, "Unit", data(UnitMonoid(), func(*ints) Unit { return Unit{} }))
	checkMonoid(t, "Array of sums", space[[]Sum[vec, float64]]{
		ArrayMonoid(dim, sums().monoid),
		func(s *ints) []Sum[vec, float64] { return []Sum[vec, float64]{drawSum(s), drawSum(s), drawSum(s)} },
		func(a, b []Sum[vec, float64]) bool {
			for i := range dim {
				if !equalSum(Apply(Index[Sum[vec, float64]](i), a), Apply(Index[Sum[vec, float64]](i), b)) {
					return false
				}
			}
			return true
		},
	})
}

type tuple8 = Tuple8[float64, float64, vec, float64, Unit, float64, float64, vec]

func tuple8Monoid() Monoid[tuple8] {
	r, v := RealMonoid(), RealsMonoid(dim)
	return Tuple8Monoid(r, r, v, r, UnitMonoid(), r, r, v)
}

func drawTuple8(s *ints) tuple8 {
	return tuple8{s.next(), s.next(), drawVec(s), s.next(), Unit{}, s.next(), s.next(), drawVec(s)}
}

func checkMonoid[T any](t *testing.T, name string, sp space[T]) {
	t.Helper()
	m := sp.monoid
	law := func(law string, holds func(x, y, z T) bool) {
		forAll(t, name+": "+law, func(s *ints) bool { return holds(sp.draw(s), sp.draw(s), sp.draw(s)) })
	}
	law("zero", func(x, _, _ T) bool {
		return sp.equal(m.Plus(x, m.Zero()), x) && sp.equal(m.Plus(m.Zero(), x), x)
	})
	law("Go's zero value is a zero", func(x, _, _ T) bool {
		var zero T
		return sp.equal(zero, m.Zero()) && sp.equal(m.Plus(x, zero), x) && sp.equal(m.Plus(zero, x), x)
	})
	law("associative", func(x, y, z T) bool {
		return sp.equal(m.Plus(m.Plus(x, y), z), m.Plus(x, m.Plus(y, z)))
	})
	law("commutative", func(x, y, _ T) bool { return sp.equal(m.Plus(x, y), m.Plus(y, x)) })
	law("Sum", func(x, y, z T) bool {
		got := m.Sum(3, func(i int) T { return []T{x, y, z}[i] })
		return sp.equal(got, m.Plus(m.Plus(x, y), z)) && sp.equal(m.Sum(0, nil), m.Zero()) && sp.equal(m.Sum(-1, nil), m.Zero())
	})
	forAll(t, name+": AddInto owns its storage", func(s *ints) bool {
		replay := *s
		x, y, z := sp.draw(s), sp.draw(s), sp.draw(s)
		acc := m.Complete(x)
		m.AddInto(&acc, y)
		m.AddInto(&acc, z)
		m.AddInto(&acc, z)
		sum := m.Plus(m.Plus(x, y), m.Plus(z, z))
		unchanged := sp.equal(x, sp.draw(&replay)) && sp.equal(y, sp.draw(&replay)) && sp.equal(z, sp.draw(&replay))
		return unchanged && sp.equal(acc, sum)
	})
}

func TestArraySumDoesNotCopy(t *testing.T) {
	const n, terms = 1000, 1000
	m, x := RealsMonoid(n), make(vec, n)
	allocs := testing.AllocsPerRun(5, func() { m.Sum(terms, func(int) vec { return x }) })
	if allocs > 5 {
		t.Errorf("a sum of %d arrays allocates %v times, want a constant number", terms, allocs)
	}
}

// A sum that outgrows the length of its dictionary still owns its storage.
func TestSumOwnsWhatItGrowsBy(t *testing.T) {
	m, x := ArrayMonoid(0, RealsMonoid(1)), rows{{1}, {2}}
	got := m.Sum(3, func(int) rows { return x })
	if want := (rows{{3}, {6}}); !same(got, want) || !same(x, rows{{1}, {2}}) {
		t.Errorf("sum = %v, want %v; summand = %v, want it unchanged", got, want, x)
	}
}

func TestStructMonoidRefusesMissingFields(t *testing.T) {
	wantPanic(t, "field tail of linear.point has 0 parts, want 1", func() {
		StructMonoid(Part(pointX(), RealMonoid()))
	})
	wantPanic(t, "field X of linear.point has 2 parts, want 1", func() {
		StructMonoid(Part(pointX(), RealMonoid()), Part(pointX(), RealMonoid()), Part(pointTail(), RealsMonoid(dim)))
	})
	wantPanic(t, "float64 is no struct type", func() { StructMonoid[float64]() })
}

func TestFieldOfRefusesWhatIsNoField(t *testing.T) {
	elsewhere := 1.0
	wantPanic(t, "does not return the address of a field", func() {
		FieldOf(func(*point) *float64 { return &elsewhere })
	})
	wantPanic(t, "does not return the address of a field", func() {
		FieldOf(func(*point) *float64 { return nil })
	})
	wantPanic(t, "is no struct type", func() { FieldOf(func(p *float64) *float64 { return p }) })
	wantPanic(t, "does not return the address of a field", func() {
		FieldOf(func(p *point) *point { return p })
	})
}

// A selector that chooses by the contents would make Proj non-linear.
func TestFieldOfFixesTheField(t *testing.T) {
	type xy struct{ X, Y float64 }
	f := FieldOf(func(p *xy) *float64 {
		if p.X > 0 {
			return &p.Y
		}
		return &p.X
	})
	if got := Apply(Proj(f), xy{X: 1, Y: 5}); got != 1 {
		t.Errorf("projection = %v, want the field chosen when FieldOf was called, 1", got)
	}
}
