package linear

import "github.com/seed-4b734f86/gochad/internal/linrep"

// Fst returns the first projection (CHAD Fig. 8, lfst). Its transpose is Coproj
// of the same component.
func Fst[A, B any]() LFun[Tuple2[A, B], A] {
	return linrep.Trust(func(t Tuple2[A, B]) A { return t.E1 })
}

// Snd returns the second projection (CHAD Fig. 8, lsnd). Its transpose is Coproj
// of the same component.
func Snd[A, B any]() LFun[Tuple2[A, B], B] {
	return linrep.Trust(func(t Tuple2[A, B]) B { return t.E2 })
}

// Pair returns x ↦ (f(x), g(x)) (CHAD Fig. 8, lpair; Coconut Fig. 3, [f; g]). Its
// transpose is Join(m, fᵀ, gᵀ).
func Pair[A, B, C any](f LFun[A, B], g LFun[A, C]) LFun[A, Tuple2[B, C]] {
	return Pair2(f, g)
}

// Join returns (x, y) ↦ f(x) + g(y) (Coconut Fig. 3, f ⋈ g). Its transpose is
// Pair(fᵀ, gᵀ).
func Join[A, B, C any](m Monoid[C], f LFun[A, C], g LFun[B, C]) LFun[Tuple2[A, B], C] {
	return Join2(m, f, g)
}
