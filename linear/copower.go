package linear

import "github.com/seed-4b734f86/gochad/internal/linrep"

// Singleton returns v ↦ !k ⊗ v (CHAD Fig. 8, {(t, −)}). Its transpose is
// Eval(k).
func Singleton[K, V any](k K) LFun[V, Copower[K, V]] {
	return linrep.Trust(func(v V) Copower[K, V] { return linrep.Singleton(k, v) })
}

// CopowerFold eliminates copowers: Σᵢ !kᵢ ⊗ vᵢ ↦ Σᵢ f(kᵢ)(vᵢ) (CHAD Fig. 8,
// lcopowfold; Coconut Fig. 3, L′). f must be pure: since f(k) is linear and the
// sum of m commutative, the result depends neither on the order of the summands
// nor on how the value at a key is split. Time is linear in the number of
// summands. Its transpose is Swap of k ↦ f(k)ᵀ.
func CopowerFold[K, V, B any](m Monoid[B], f func(k K) LFun[V, B]) LFun[Copower[K, V], B] {
	return linrep.Trust(func(c Copower[K, V]) B {
		es := linrep.Entries(c)
		return m.Sum(len(es), func(i int) B { return f(es[i].Key).Apply(es[i].Value) })
	})
}

// CopowerMonoid returns the monoid of formal sums. Plus costs O(1).
func CopowerMonoid[K, V any]() Monoid[Copower[K, V]] {
	return linrep.NewMonoid(linrep.Ops[Copower[K, V]]{
		Zero: func() Copower[K, V] { return Copower[K, V]{} },
		Plus: linrep.Concat[K, V],
	})
}
