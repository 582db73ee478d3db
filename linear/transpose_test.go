package linear

import "testing"

// A pairing is a bilinear form between A and its dual: cotangents with tangents.
type pairing[A, D any] func(a A, d D) float64

func dotReal(a, b float64) float64 { return a * b }

func dotVec(a, b vec) float64 {
	sum := 0.0
	for i := range min(len(a), len(b)) {
		sum += a[i] * b[i]
	}
	return sum
}

func dotArray[A, D any](p pairing[A, D]) pairing[[]A, []D] {
	return func(a []A, b []D) float64 {
		sum := 0.0
		for i := range min(len(a), len(b)) {
			sum += p(a[i], b[i])
		}
		return sum
	}
}

func dot2[A, B, C, D any](p pairing[A, C], q pairing[B, D]) pairing[Tuple2[A, B], Tuple2[C, D]] {
	return func(a Tuple2[A, B], b Tuple2[C, D]) float64 { return p(a.E1, b.E1) + q(a.E2, b.E2) }
}

// dotFn pairs functions with copowers: ⟨g, Σᵢ !kᵢ ⊗ vᵢ⟩ = Σᵢ g(kᵢ)·vᵢ.
func dotFn(g fn, c cop) float64 {
	return Apply(CopowerFold(RealMonoid(), func(k int) LFun[float64, float64] { return Scale(at(g, k)) }), c)
}

func dotSum(a, b Sum[vec, float64]) float64 {
	return dotVec(Apply(OutL[vec, float64](), a), Apply(OutL[vec, float64](), b)) +
		Apply(OutR[vec, float64](), a)*Apply(OutR[vec, float64](), b)
}

// A dual is a space with the space that it is paired with.
type dual[A, D any] struct {
	space[A]
	other space[D]
	pair  pairing[A, D]
}

func self[A any](sp space[A], p pairing[A, A]) dual[A, A] { return dual[A, A]{sp, sp, p} }

func realDual() dual[float64, float64] { return self(reals(), dotReal) }
func vecDual() dual[vec, vec]          { return self(vecs(), dotVec) }
func duoDual() dual[duo, duo]          { return self(duos(), dot2(dotVec, dotReal)) }
func rowsDual() dual[rows, rows]       { return self(rowss(), dotArray(dotVec)) }
func fnDual() dual[fn, cop]            { return dual[fn, cop]{fns(), cops(), dotFn} }
func copDual() dual[cop, fn] {
	return dual[cop, fn]{cops(), fns(), func(c cop, g fn) float64 { return dotFn(g, c) }}
}

func sumDual() dual[Sum[vec, float64], Sum[vec, float64]] { return self(sums(), dotSum) }
func vvDual() dual[Tuple2[vec, vec], Tuple2[vec, vec]] {
	m := Tuple2Monoid(RealsMonoid(dim), RealsMonoid(dim))
	return self(data(m, func(s *ints) Tuple2[vec, vec] { return Tuple2[vec, vec]{drawVec(s), drawVec(s)} }), dot2(dotVec, dotVec))
}

func vrowsDual() dual[Tuple2[vec, rows], Tuple2[vec, rows]] {
	m := Tuple2Monoid(RealsMonoid(dim), rowss().monoid)
	return self(data(m, func(s *ints) Tuple2[vec, rows] { return Tuple2[vec, rows]{drawVec(s), drawRows(s)} }), dot2(dotVec, dotArray(dotVec)))
}

func pairsDual() dual[[]duo, []duo] {
	draw := func(s *ints) []duo { return []duo{drawDuo(s), drawDuo(s), drawDuo(s)} }
	return self(data(ArrayMonoid(dim, duos().monoid), draw), dotArray(dot2(dotVec, dotReal)))
}

// A paired map is a linear map f with its transpose fᵀ between the duals.
type paired[A, B, D, E any] struct {
	f LFun[A, B]
	t LFun[E, D]
}

// matrix draws a random linear map on arrays, with its transpose.
func matrix(s *ints) paired[vec, vec, vec, vec] {
	m := rows{drawFullVec(s), drawFullVec(s), drawFullVec(s)}
	return paired[vec, vec, vec, vec]{
		Build(dim, func(i int) LFun[vec, float64] { return Dot(m[i]) }),
		BuildT(dim, RealsMonoid(dim), func(i int) LFun[float64, vec] { return Outer(m[i]) }),
	}
}

// matrices draws one paired map for each index.
func matrices(s *ints) func(i int) paired[vec, vec, vec, vec] {
	ms := []paired[vec, vec, vec, vec]{matrix(s), matrix(s), matrix(s)}
	return func(i int) paired[vec, vec, vec, vec] { return ms[i] }
}

// checkPaired checks, on random maps and values,
//
//	f(0) = 0    f(x + y) = f(x) + f(y)    the same of fᵀ    ⟨f x, y⟩ = ⟨x, fᵀ y⟩
func checkPaired[A, B, D, E any](t *testing.T, name string, a dual[A, D], b dual[B, E], draw func(s *ints) paired[A, B, D, E]) {
	t.Helper()
	forAll(t, name+" is linear", func(s *ints) bool {
		return additive(a.space, b.space, draw(s).f, s)
	})
	forAll(t, name+"ᵀ is linear", func(s *ints) bool {
		return additive(b.other, a.other, draw(s).t, s)
	})
	forAll(t, name+"ᵀ is its transpose", func(s *ints) bool {
		p := draw(s)
		x, y := a.draw(s), b.other.draw(s)
		return b.pair(Apply(p.f, x), y) == a.pair(x, Apply(p.t, y))
	})
}

func additive[A, B any](a space[A], b space[B], f LFun[A, B], s *ints) bool {
	x, y := a.draw(s), a.draw(s)
	var implicit A
	return b.equal(Apply(f, a.monoid.Zero()), b.monoid.Zero()) &&
		b.equal(Apply(f, implicit), b.monoid.Zero()) &&
		b.equal(Apply(f, a.monoid.Plus(x, y)), b.monoid.Plus(Apply(f, x), Apply(f, y)))
}

// both makes a fixed pair of maps into a drawing function.
func both[A, B, D, E any](f LFun[A, B], t LFun[E, D]) func(*ints) paired[A, B, D, E] {
	return func(*ints) paired[A, B, D, E] { return paired[A, B, D, E]{f, t} }
}

// Coconut Fig. 4, "Rules for transposition", with the categorical combinators.
func TestTransposeCategory(t *testing.T) {
	type m = paired[vec, vec, vec, vec]
	v, r, d, vv := vecDual(), realDual(), duoDual(), vvDual()
	vm := RealsMonoid(dim)
	checkPaired(t, "matrix", v, v, matrix)
	checkPaired(t, "Id", v, v, both(Id[vec](), Id[vec]()))
	checkPaired(t, "Zero", v, v, both(Zero[vec](vm), Zero[vec](vm)))
	checkPaired(t, "the zero LFun", v, v, both(LFun[vec, vec]{}, LFun[vec, vec]{}))
	checkPaired(t, "Then", v, v, func(s *ints) m {
		p, q := matrix(s), matrix(s)
		return m{Then(p.f, q.f), Then(q.t, p.t)}
	})
	checkPaired(t, "Plus", v, v, func(s *ints) m {
		p, q := matrix(s), matrix(s)
		return m{Plus(vm, p.f, q.f), Plus(vm, p.t, q.t)}
	})
	checkPaired(t, "Total", v, v, func(s *ints) m {
		ps := matrices(s)
		return m{
			Total(dim, vm, func(i int) LFun[vec, vec] { return ps(i).f }),
			Total(dim, vm, func(i int) LFun[vec, vec] { return ps(i).t }),
		}
	})
	checkPaired(t, "Scale", r, r, func(s *ints) paired[float64, float64, float64, float64] {
		k := s.next()
		return paired[float64, float64, float64, float64]{Scale(k), GuardedScale(k)}
	})
	checkPaired(t, "Neg", r, r, both(Neg(), Neg()))
	checkPaired(t, "ScaleArray", v, v, func(s *ints) m {
		k := drawFullVec(s)
		return m{ScaleArray(k), ScaleArray(k)}
	})
	checkPaired(t, "Dot", v, r, func(s *ints) paired[vec, float64, vec, float64] {
		k := drawFullVec(s)
		return paired[vec, float64, vec, float64]{Dot(k), Outer(k)}
	})
	checkPaired(t, "Pair", v, vv, func(s *ints) paired[vec, Tuple2[vec, vec], vec, Tuple2[vec, vec]] {
		p, q := matrix(s), matrix(s)
		return paired[vec, Tuple2[vec, vec], vec, Tuple2[vec, vec]]{Pair(p.f, q.f), Join(vm, p.t, q.t)}
	})
	checkPaired(t, "Fst", d, v, both(Fst[vec, float64](), Coproj(duo{}.At1())))
	checkPaired(t, "Snd", d, r, both(Snd[vec, float64](), Coproj(duo{}.At2())))
	checkPaired(t, "Share", v, v, func(s *ints) m {
		p, q, o := matrix(s), matrix(s), matrix(s)
		return m{Share(p.f, Join(vm, q.f, o.f)), CoShare(vm, p.t, Pair(q.t, o.t))}
	})
}

// CHAD Fig. 8's powers and copowers; L and L′ of Coconut.
func TestTransposePowers(t *testing.T) {
	scales := func(s *ints) func(k int) LFun[vec, float64] {
		m := rows{drawFullVec(s), drawFullVec(s), drawFullVec(s)}
		return func(k int) LFun[vec, float64] { return Dot(m[k]) }
	}
	outers := func(s *ints) func(k int) LFun[float64, vec] {
		m := rows{drawFullVec(s), drawFullVec(s), drawFullVec(s)}
		return func(k int) LFun[float64, vec] { return Outer(m[k]) }
	}
	checkPaired(t, "Swap", vecDual(), fnDual(), func(s *ints) paired[vec, fn, vec, cop] {
		again := *s
		return paired[vec, fn, vec, cop]{Swap(scales(s)), CopowerFold(RealsMonoid(dim), outers(&again))}
	})
	for k := range dim {
		checkPaired(t, "Eval", fnDual(), realDual(), both(Eval[int, float64](k), Singleton[int, float64](k)))
		checkPaired(t, "Singleton", realDual(), copDual(), both(Singleton[int, float64](k), Eval[int, float64](k)))
	}
}

// Linear sums.
func TestTransposeSums(t *testing.T) {
	v, r, sum := vecDual(), realDual(), sumDual()
	checkPaired(t, "InL", v, sum, both(InL[vec, float64](), OutL[vec, float64]()))
	checkPaired(t, "InR", r, sum, both(InR[vec, float64](), OutR[vec, float64]()))
	checkPaired(t, "Either", sum, v, func(s *ints) paired[Sum[vec, float64], vec, Sum[vec, float64], vec] {
		p, k := matrix(s), drawFullVec(s)
		return paired[Sum[vec, float64], vec, Sum[vec, float64], vec]{
			Either(RealsMonoid(dim), p.f, Outer(k)),
			Plus(sums().monoid, Then(p.t, InL[vec, float64]()), Then(Dot(k), InR[vec, float64]())),
		}
	})
	dotMaybe := func(a, b Maybe[vec]) float64 { return dotVec(unsome(a), unsome(b)) }
	checkPaired(t, "Some", v, self(maybes(), dotMaybe), both(Some[vec](), Unsome[vec]()))
}

// Fields of tuples and of users' structs.
func TestTransposeFields(t *testing.T) {
	dotPoint := func(a, b point) float64 { return a.X*b.X + dotVec(a.tail, b.tail) }
	p := self(points(), dotPoint)
	checkPaired(t, "Proj X", p, realDual(), both(Proj(pointX()), Coproj(pointX())))
	checkPaired(t, "Proj tail", p, vecDual(), both(Proj(pointTail()), Coproj(pointTail())))
	dot8 := func(a, b tuple8) float64 {
		return a.E1*b.E1 + a.E2*b.E2 + dotVec(a.E3, b.E3) + a.E4*b.E4 + a.E6*b.E6 + a.E7*b.E7 + dotVec(a.E8, b.E8)
	}
	t8 := self(data(tuple8Monoid(), drawTuple8), dot8)
	checkPaired(t, "At1 of 8", t8, realDual(), both(Proj(tuple8{}.At1()), Coproj(tuple8{}.At1())))
	checkPaired(t, "At8 of 8", t8, vecDual(), both(Proj(tuple8{}.At8()), Coproj(tuple8{}.At8())))
	checkPaired(t, "Pair3", vecDual(), self(data(tuple3Monoid(), drawTuple3), dotTuple3),
		func(s *ints) paired[vec, tuple3, vec, tuple3] {
			p, q, k := matrix(s), matrix(s), drawFullVec(s)
			return paired[vec, tuple3, vec, tuple3]{Pair3(p.f, Dot(k), q.f), Join3(RealsMonoid(dim), p.t, Outer(k), q.t)}
		})
}

type tuple3 = Tuple3[vec, float64, vec]

func tuple3Monoid() Monoid[tuple3] {
	return Tuple3Monoid(RealsMonoid(dim), RealMonoid(), RealsMonoid(dim))
}
func drawTuple3(s *ints) tuple3 { return tuple3{drawVec(s), s.next(), drawVec(s)} }
func dotTuple3(a, b tuple3) float64 {
	return dotVec(a.E1, b.E1) + a.E2*b.E2 + dotVec(a.E3, b.E3)
}

// Arrays: B and B′ of Coconut, and the structural maps.
func TestTransposeArrays(t *testing.T) {
	v, r, rs := vecDual(), realDual(), rowsDual()
	vm := RealsMonoid(dim)
	checkPaired(t, "Build", v, rs, func(s *ints) paired[vec, rows, vec, rows] {
		ps := matrices(s)
		return paired[vec, rows, vec, rows]{
			Build(dim, func(i int) LFun[vec, vec] { return ps(i).f }),
			BuildT(dim, vm, func(i int) LFun[vec, vec] { return ps(i).t }),
		}
	})
	checkPaired(t, "MapArray", rs, rs, func(s *ints) paired[rows, rows, rows, rows] {
		ps := matrices(s)
		return paired[rows, rows, rows, rows]{
			MapArray(dim, func(i int) LFun[vec, vec] { return ps(i).f }),
			MapArray(dim, func(i int) LFun[vec, vec] { return ps(i).t }),
		}
	})
	for i := -1; i <= dim; i++ {
		checkPaired(t, "Index", v, r, both(Index[float64](i), OneHot(dim, RealMonoid(), i)))
	}
	checkPaired(t, "SumArray", rs, v, both(SumArray(vm), Replicate[vec](dim)))
	checkPaired(t, "Gather", v, v, func(s *ints) paired[vec, vec, vec, vec] {
		js := drawFullVec(s)
		at := func(i int) int { return int(js[i]) }
		return paired[vec, vec, vec, vec]{Gather[float64](dim, at), Scatter(dim, dim, RealMonoid(), at)}
	})
	soa := self(data(Tuple2Monoid(rowss().monoid, vecs().monoid), func(s *ints) Tuple2[rows, vec] {
		return Tuple2[rows, vec]{drawRows(s), drawVec(s)}
	}), dot2(dotArray(dotVec), dotVec))
	checkPaired(t, "Unzip", pairsDual(), soa, both(Unzip[vec, float64](), Zip[vec, float64](dim)))
}

// Loops: transposition reverses the order.
func TestTransposeLoops(t *testing.T) {
	v, vv, vrs, vm := vecDual(), vvDual(), vrowsDual(), RealsMonoid(dim)
	// step draws, for each i, a map (s, x) ↦ s′ with its transpose s′ ↦ (s, x).
	step := func(s *ints) (f func(int) LFun[Tuple2[vec, vec], vec], t func(int) LFun[vec, Tuple2[vec, vec]]) {
		p, q := matrices(s), matrix(s)
		return func(i int) LFun[Tuple2[vec, vec], vec] { return Join(vm, p(i).f, q.f) },
			func(i int) LFun[vec, Tuple2[vec, vec]] { return Pair(p(i).t, q.t) }
	}
	for _, o := range []Order{Up, Down} {
		for n := range dim + 1 {
			checkPaired(t, "Loop", v, v, func(s *ints) paired[vec, vec, vec, vec] {
				p := matrices(s)
				return paired[vec, vec, vec, vec]{
					Loop(o, n, func(i int) LFun[vec, vec] { return p(i).f }),
					Loop(o.Reverse(), n, func(i int) LFun[vec, vec] { return p(i).t }),
				}
			})
			checkPaired(t, "LoopFeed", vv, v, func(s *ints) paired[Tuple2[vec, vec], vec, Tuple2[vec, vec], vec] {
				f, ft := step(s)
				return paired[Tuple2[vec, vec], vec, Tuple2[vec, vec], vec]{LoopFeed(o, n, f), LoopEmit(o.Reverse(), n, vm, ft)}
			})
		}
		checkPaired(t, "FoldArray", vrs, v, func(s *ints) paired[Tuple2[vec, rows], vec, Tuple2[vec, rows], vec] {
			f, ft := step(s)
			return paired[Tuple2[vec, rows], vec, Tuple2[vec, rows], vec]{FoldArray(o, dim, f), ScanArray(o.Reverse(), dim, ft)}
		})
	}
}
