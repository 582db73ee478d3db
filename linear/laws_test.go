package linear

import (
	"fmt"
	"slices"
	"testing"
)

// TestCoconutSemantics checks the first block of Coconut Fig. 4 against sums and
// products written out.
func TestCoconutSemantics(t *testing.T) {
	vm := RealsMonoid(dim)
	forAll(t, "Build and Dot are matrix times vector", func(s *ints) bool {
		m := rows{drawFullVec(s), drawFullVec(s), drawFullVec(s)}
		x := drawFullVec(s)
		want := vec{
			m[0][0]*x[0] + m[0][1]*x[1] + m[0][2]*x[2],
			m[1][0]*x[0] + m[1][1]*x[1] + m[1][2]*x[2],
			m[2][0]*x[0] + m[2][1]*x[1] + m[2][2]*x[2],
		}
		f := Build(dim, func(i int) LFun[vec, float64] { return Dot(m[i]) })
		return slices.Equal(Apply(f, x), want)
	})
	forAll(t, "BuildT and Outer are transposed matrix times vector", func(s *ints) bool {
		m := rows{drawFullVec(s), drawFullVec(s), drawFullVec(s)}
		x := drawFullVec(s)
		want := vec{
			m[0][0]*x[0] + m[1][0]*x[1] + m[2][0]*x[2],
			m[0][1]*x[0] + m[1][1]*x[1] + m[2][1]*x[2],
			m[0][2]*x[0] + m[1][2]*x[1] + m[2][2]*x[2],
		}
		f := BuildT(dim, vm, func(i int) LFun[float64, vec] { return Outer(m[i]) })
		return slices.Equal(Apply(f, x), want)
	})
	forAll(t, "(m₂ ∘ m₁) ⊙ x, [m₁; m₂] ⊙ x, (m₁ ⋈ m₂) ⊙ (x, y), (m₁ ⊕ m₂) ⊙ x, 0, 1, S", func(s *ints) bool {
		a, b, c := s.next(), s.next(), s.next()
		x, y := s.next(), s.next()
		f, g := Scale(a), Scale(b)
		r := RealMonoid()
		return Apply(Then(f, g), x) == b*(a*x) &&
			Apply(Pair(f, g), x) == Tuple2[float64, float64]{a * x, b * x} &&
			Apply(Join(r, f, g), Tuple2[float64, float64]{x, y}) == a*x+b*y &&
			Apply(Plus(r, f, g), x) == a*x+b*x &&
			Apply(Zero[float64](r), x) == 0 && Apply(Id[float64](), x) == x &&
			Apply(Neg(), x) == -x && Apply(GuardedScale(c), x) == c*x
	})
	forAll(t, "L(f) ⊙ x = λi. f(i) ⊙ x and L′(f) ⊙ Σ !i⊗vᵢ = Σ f(i) ⊙ vᵢ", func(s *ints) bool {
		k, v, x := drawFullVec(s), drawFullVec(s), s.next()
		f := func(i int) LFun[float64, float64] { return Scale(k[i]) }
		swapped := Apply(Swap(f), x)
		c := CopowerMonoid[int, float64]().Sum(dim, func(i int) cop { return Apply(Singleton[int, float64](i), v[i]) })
		return swapped(0) == k[0]*x && swapped(2) == k[2]*x &&
			Apply(CopowerFold(RealMonoid(), f), c) == k[0]*v[0]+k[1]*v[1]+k[2]*v[2]
	})
}

// mapsAgree compares two linear maps on arrays at a random argument.
func mapsAgree(f, g LFun[vec, vec], s *ints) bool {
	x := drawVec(s)
	return vecs().equal(Apply(f, x), Apply(g, x))
}

// TestCoconutLaws checks the last block of Coconut Fig. 4, in its order.
func TestCoconutLaws(t *testing.T) {
	vm := RealsMonoid(dim)
	zero, one := Zero[vec](vm), Id[vec]()
	law := func(name string, holds func(m, n, o, p LFun[vec, vec], s *ints) bool) {
		forAll(t, name, func(s *ints) bool {
			return holds(matrix(s).f, matrix(s).f, matrix(s).t, matrix(s).f, s)
		})
	}
	law("0 ∘ m = 0 and m ∘ 0 = 0", func(m, _, _, _ LFun[vec, vec], s *ints) bool {
		return mapsAgree(Then(m, zero), zero, s) && mapsAgree(Then(zero, m), zero, s)
	})
	law("1 ∘ m = m and m ∘ 1 = m", func(m, _, _, _ LFun[vec, vec], s *ints) bool {
		return mapsAgree(Then(m, one), m, s) && mapsAgree(Then(one, m), m, s)
	})
	law("m ⊕ 0 = m and 0 ⊕ m = m", func(m, _, _, _ LFun[vec, vec], s *ints) bool {
		return mapsAgree(Plus(vm, m, zero), m, s) && mapsAgree(Plus(vm, zero, m), m, s)
	})
	law("m ∘ (n₁ ⋈ n₂) = (m ∘ n₁) ⋈ (m ∘ n₂)", func(m, n, o, _ LFun[vec, vec], s *ints) bool {
		xy := Tuple2[vec, vec]{drawVec(s), drawVec(s)}
		return vecs().equal(Apply(Then(Join(vm, n, o), m), xy), Apply(Join(vm, Then(n, m), Then(o, m)), xy))
	})
	law("(m₁ ⋈ m₂) ∘ [n₁; n₂] = (m₁ ∘ n₁) ⊕ (m₂ ∘ n₂)", func(m, n, o, p LFun[vec, vec], s *ints) bool {
		return mapsAgree(Then(Pair(o, p), Join(vm, m, n)), Plus(vm, Then(o, m), Then(p, n)), s)
	})
	forAll(t, "S(k₁) ∘ S(k₂) = S(k₁·k₂) and S(k₁) ⊕ S(k₂) = S(k₁ + k₂)", func(s *ints) bool {
		k, l, x := s.next(), s.next(), s.next()
		return Apply(Then(Scale(l), Scale(k)), x) == Apply(Scale(k*l), x) &&
			Apply(Plus(RealMonoid(), Scale(k), Scale(l)), x) == Apply(Scale(k+l), x)
	})
}

// TestCHADLaws checks what CHAD Fig. 6 and the βη-laws of Fig. 4 say of the
// combinators of Fig. 8. That each combinator is a homomorphism (the last line of
// Fig. 6) is checked with its transpose.
func TestCHADLaws(t *testing.T) {
	vm := RealsMonoid(dim)
	law := func(name string, holds func(f, g, h LFun[vec, vec], s *ints) bool) {
		forAll(t, name, func(s *ints) bool { return holds(matrix(s).f, matrix(s).t, matrix(s).f, s) })
	}
	law("(f; g); h = f; (g; h)", func(f, g, h LFun[vec, vec], s *ints) bool {
		return mapsAgree(Then(Then(f, g), h), Then(f, Then(g, h)), s)
	})
	law("lpair(f, g); lfst = f and lpair(f, g); lsnd = g", func(f, g, _ LFun[vec, vec], s *ints) bool {
		return mapsAgree(Then(Pair(f, g), Fst[vec, vec]()), f, s) && mapsAgree(Then(Pair(f, g), Snd[vec, vec]()), g, s)
	})
	law("lpair(h; lfst, h; lsnd) = h", func(f, g, _ LFun[vec, vec], s *ints) bool {
		h := Pair(f, g)
		x := drawVec(s)
		return same(Apply(Pair(Then(h, Fst[vec, vec]()), Then(h, Snd[vec, vec]())), x), Apply(h, x))
	})
	law("let v = f in g is substitution: Share(f, Snd; g) = f; g", func(f, g, _ LFun[vec, vec], s *ints) bool {
		return mapsAgree(Share(f, Then(Snd[vec, vec](), g)), Then(f, g), s)
	})
	law("lswap(f); leval(k) = f(k)", func(f, g, h LFun[vec, vec], s *ints) bool {
		fs := []LFun[vec, vec]{f, g, h}
		swapped := Swap(func(k int) LFun[vec, vec] { return fs[k] })
		return mapsAgree(Then(swapped, Eval[int, vec](1)), g, s)
	})
	forAll(t, "lswap(k ↦ leval(k)) = id", func(s *ints) bool {
		f := drawFn(s)
		return equalFn(Apply(Swap(func(k int) LFun[fn, float64] { return Eval[int, float64](k) }), f), f)
	})
	law("the pointwise monoid of LFun: (f + g)(x) = f(x) + g(x)", func(f, g, h LFun[vec, vec], s *ints) bool {
		x, m := drawVec(s), LFunMonoid[vec](vm)
		fs := []LFun[vec, vec]{f, g, h}
		sum := m.Sum(3, func(i int) LFun[vec, vec] { return fs[i] })
		want := vm.Plus(vm.Plus(Apply(f, x), Apply(g, x)), Apply(h, x))
		return vecs().equal(Apply(sum, x), want) && vecs().equal(Apply(EvalLFun[vec, vec](x), sum), want)
	})
}

// TestSumLaws checks projections and injections of linear sums.
func TestSumLaws(t *testing.T) {
	forAll(t, "OutL ∘ InL = 1, OutR ∘ InL = 0, Either picks", func(s *ints) bool {
		v, r, k := drawVec(s), s.next(), drawFullVec(s)
		l, e := Apply(InL[vec, float64](), v), Apply(InR[vec, float64](), r)
		either := Either(RealMonoid(), Dot(k), Scale(3))
		return same(Apply(OutL[vec, float64](), l), v) && Apply(OutR[vec, float64](), l) == 0 &&
			Apply(OutR[vec, float64](), e) == r && Apply(OutL[vec, float64](), e) == nil &&
			Apply(either, l) == dotVec(k, v) && Apply(either, e) == 3*r &&
			Apply(either, sums().monoid.Plus(l, e)) == dotVec(k, v)+3*r
	})
}

// TestTuples checks every arity: joining what was paired adds the products, and
// the monoid adds components.
func TestTuples(t *testing.T) {
	r, one := RealMonoid(), Scale(1)
	k := make([]LFun[float64, float64], 8)
	for i := range k {
		k[i] = Scale(float64(i + 1))
	}
	f4 := Then(Pair4(k[0], k[1], k[2], k[3]), Join4(r, k[0], k[1], k[2], k[3]))
	f5 := Then(Pair5(k[0], k[1], k[2], k[3], k[4]), Join5(r, k[0], k[1], k[2], k[3], k[4]))
	f6 := Then(Pair6(k[0], k[1], k[2], k[3], k[4], k[5]), Join6(r, k[0], k[1], k[2], k[3], k[4], k[5]))
	f7 := Then(Pair7(k[0], k[1], k[2], k[3], k[4], k[5], k[6]), Join7(r, k[0], k[1], k[2], k[3], k[4], k[5], k[6]))
	pair8 := Pair8(k[0], k[1], k[2], k[3], k[4], k[5], k[6], k[7])
	f8 := Then(pair8, Join8(r, k[0], k[1], k[2], k[3], k[4], k[5], k[6], k[7]))
	for i, f := range []LFun[float64, float64]{f4, f5, f6, f7, f8} {
		want := []float64{30, 55, 91, 140, 204}[i] // 1 + 4 + 9 + …
		if got := Apply(f, 1); got != want {
			t.Errorf("%d components: %v, want %v", i+4, got, want)
		}
	}
	type t8 = Tuple8[float64, float64, float64, float64, float64, float64, float64, float64]
	all := []Field[t8, float64]{t8{}.At1(), t8{}.At2(), t8{}.At3(), t8{}.At4(), t8{}.At5(), t8{}.At6(), t8{}.At7(), t8{}.At8()}
	m := Tuple8Monoid(r, r, r, r, r, r, r, r)
	for i, field := range all {
		if got := Apply(Then(pair8, Proj(field)), 1); got != float64(i+1) {
			t.Errorf("component %d is %v", i+1, got)
		}
	}
	got := m.Sum(8, func(i int) t8 { return Apply(Then(one, Coproj(all[i])), float64(i+1)) })
	if want := (t8{1, 2, 3, 4, 5, 6, 7, 8}); got != want || m.Plus(got, m.Zero()) != want {
		t.Errorf("sum of injections = %v, want %v", got, want)
	}
}

// TestStructure checks arrays and loops against Go loops.
func TestStructure(t *testing.T) {
	forAll(t, "OneHot, Gather, Scatter, Replicate, SumArray", func(s *ints) bool {
		v, x := drawFullVec(s), s.next()
		mirror := func(i int) int { return dim - 1 - i }
		return slices.Equal(Apply(OneHot(dim, RealMonoid(), 1), x), vec{0, x, 0}) &&
			slices.Equal(Apply(Gather[float64](dim, mirror), v), vec{v[2], v[1], v[0]}) &&
			slices.Equal(Apply(Scatter(2, dim, RealMonoid(), func(i int) int { return i % 2 }), v), vec{v[0] + v[2], v[1]}) &&
			slices.Equal(Apply(Replicate[float64](dim), x), vec{x, x, x}) &&
			Apply(SumArray(RealMonoid()), v) == v[0]+v[1]+v[2]
	})
	forAll(t, "MapArray and Total use every index", func(s *ints) bool {
		k, v, x := drawFullVec(s), drawFullVec(s), s.next()
		f := func(i int) LFun[float64, float64] { return Scale(k[i]) }
		return slices.Equal(Apply(MapArray(dim, f), v), vec{k[0] * v[0], k[1] * v[1], k[2] * v[2]}) &&
			slices.Equal(Apply(MapArray(dim, f), v[:1]), vec{k[0] * v[0], 0, 0}) &&
			Apply(Total(dim, RealMonoid(), f), x) == k[0]*x+k[1]*x+k[2]*x
	})
	forAll(t, "loops", func(s *ints) bool {
		k, v, x := drawFullVec(s), drawFullVec(s), s.next()
		r := RealMonoid()
		type pr = Tuple2[float64, float64]
		feed := func(i int) LFun[pr, float64] { return Join(r, Scale(k[i]), Id[float64]()) } // k[i]·s + x
		emit := func(i int) LFun[float64, pr] { return Pair(Scale(k[i]), Scale(float64(i+1))) }
		s1 := k[2] * x
		s2 := k[1] * s1
		return Apply(Loop(Up, 2, func(i int) LFun[float64, float64] { return Scale(k[i]) }), x) == k[1]*(k[0]*x) &&
			Apply(LoopFeed(Up, 2, feed), pr{x, 5}) == k[1]*(k[0]*x+5)+5 &&
			Apply(FoldArray(Down, dim, feed), Tuple2[float64, vec]{x, v}) == k[0]*(k[1]*(k[2]*x+v[2])+v[1])+v[0] &&
			Apply(LoopEmit(Down, dim, r, emit), x) == pr{k[0] * s2, 3*x + 2*s1 + s2} &&
			same(Apply(ScanArray(Down, dim, emit), x), Tuple2[float64, vec]{k[0] * s2, vec{s2, 2 * s1, 3 * x}})
	})
}

// TestCopowerQuotient checks the identification that CHAD §9.1 makes and what
// Fig. 6 says of copowers, as seen by every fold.
func TestCopowerQuotient(t *testing.T) {
	m := CopowerMonoid[int, float64]()
	at := func(k int, v float64) cop { return Apply(Singleton[int, float64](k), v) }
	folds := func(s *ints) (seen func(c cop) vec, f func(k int) LFun[float64, vec]) {
		ks := rows{drawFullVec(s), drawFullVec(s), drawFullVec(s)}
		f = func(k int) LFun[float64, vec] { return Outer(ks[k]) }
		fold := CopowerFold(RealsMonoid(dim), f)
		return func(c cop) vec { return Apply(fold, c) }, f
	}
	law := func(name string, sides func(xs cop, v, w float64) (l, r cop)) {
		forAll(t, name, func(s *ints) bool {
			seen, _ := folds(s)
			l, r := sides(drawCop(s), s.next(), s.next())
			return slices.Equal(seen(l), seen(r)) && fmt.Sprintf("%#v", l) == fmt.Sprintf("%#v", r)
		})
	}
	law("xs + !k⊗v + !k⊗w = xs + !k⊗(v+w)", func(xs cop, v, w float64) (l, r cop) {
		return m.Plus(m.Plus(xs, at(1, v)), at(1, w)), m.Plus(xs, at(1, v+w))
	})
	law("!k⊗v + xs = xs + !k⊗v", func(xs cop, v, _ float64) (l, r cop) {
		return m.Plus(at(2, v), xs), m.Plus(xs, at(2, v))
	})
	law("xs + !k⊗0 = xs", func(xs cop, _, _ float64) (l, r cop) { return m.Plus(xs, at(0, 0)), xs })
	law("η: lcopowfold(k ↦ {(k, −)}) = id", func(xs cop, _, _ float64) (l, r cop) {
		return Apply(CopowerFold(m, Singleton[int, float64]), xs), xs
	})
	forAll(t, "β: {(k, −)}; lcopowfold f = f(k)", func(s *ints) bool {
		seen, f := folds(s)
		v := s.next()
		return slices.Equal(seen(at(1, v)), Apply(f(1), v))
	})
}

// TestDeepCopower folds a sum of a million summands, added on the left and on the
// right, without deep recursion.
func TestDeepCopower(t *testing.T) {
	const n = 1_000_000
	m := CopowerMonoid[int, float64]()
	left, right := m.Zero(), m.Zero()
	for i := range n {
		x := Apply(Singleton[int, float64](i%dim), 1)
		left, right = m.Plus(left, x), m.Plus(x, right)
	}
	count := CopowerFold(RealMonoid(), func(int) LFun[float64, float64] { return Id[float64]() })
	if l, r := Apply(count, left), Apply(count, right); l != n || r != n {
		t.Errorf("folds give %v and %v, want %v", l, r, n)
	}
}
