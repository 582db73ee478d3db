package linear

import "github.com/seed-4b734f86/gochad/internal/linrep"

// Swap exchanges the arguments of f: x ↦ (k ↦ f(k)(x)) (CHAD Fig. 8, lswap;
// Coconut Fig. 3, L). f must be pure. Its transpose is CopowerFold of k ↦ f(k)ᵀ.
func Swap[K, A, B any](f func(k K) LFun[A, B]) LFun[A, func(K) B] {
	return linrep.Trust(func(x A) func(K) B {
		return func(k K) B { return f(k).Apply(x) }
	})
}

// Eval returns evaluation at k, which is linear on functions into a linear type
// (CHAD Fig. 8, leval). Its transpose is Singleton(k).
func Eval[K, B any](k K) LFun[func(K) B, B] {
	return linrep.Trust(func(f func(K) B) B { return at(f, k) })
}

// FuncMonoid returns the power K → m: functions with pointwise operations (CHAD
// §4). A nil function counts as zero. The sum of n functions is one function
// that accumulates in place.
func FuncMonoid[K, B any](m Monoid[B]) Monoid[func(K) B] {
	return linrep.NewMonoid(linrep.Ops[func(K) B]{
		Zero: func() func(K) B { return func(K) B { return m.Zero() } },
		Plus: func(f, g func(K) B) func(K) B {
			return func(k K) B { return m.Plus(at(f, k), at(g, k)) }
		},
		Sum: func(n int, f func(int) func(K) B) func(K) B {
			fs := tabulate(n, f)
			return func(k K) B {
				return m.Sum(len(fs), func(i int) B { return at(fs[i], k) })
			}
		},
	})
}

// at returns f(k), a zero for the nil function.
func at[K, B any](f func(K) B, k K) B {
	if f == nil {
		var zero B
		return zero
	}
	return f(k)
}
