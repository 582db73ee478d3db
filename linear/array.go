package linear

import "github.com/seed-4b734f86/gochad/internal/linrep"

// Build returns x ↦ [f(0)(x), …, f(n-1)(x)] (Coconut Fig. 3, B). f must be pure.
// Its transpose is BuildT of i ↦ f(i)ᵀ.
func Build[A, B any](n int, f func(i int) LFun[A, B]) LFun[A, []B] {
	return linrep.Trust(func(x A) []B {
		return tabulate(n, func(i int) B { return f(i).Apply(x) })
	})
}

// BuildT returns v ↦ Σ_{i<n} f(i)(v[i]), accumulated in place (Coconut Fig. 3,
// B′). f must be pure. Its transpose is Build of i ↦ f(i)ᵀ.
func BuildT[A, B any](n int, m Monoid[B], f func(i int) LFun[A, B]) LFun[[]A, B] {
	return linrep.Trust(func(v []A) B {
		return m.Sum(min(n, len(v)), func(i int) B { return f(i).Apply(v[i]) })
	})
}

// MapArray returns v ↦ [f(0)(v[0]), …, f(n-1)(v[n-1])]. f must be pure. Its
// transpose is MapArray of i ↦ f(i)ᵀ.
func MapArray[A, B any](n int, f func(i int) LFun[A, B]) LFun[[]A, []B] {
	return linrep.Trust(func(v []A) []B {
		return tabulate(n, func(i int) B { return f(i).Apply(elem(v, i)) })
	})
}

// Index returns v ↦ v[i]; outside of v that is an implicit zero. Its transpose is
// OneHot(n, m, i).
func Index[A any](i int) LFun[[]A, A] {
	return linrep.Trust(func(v []A) A { return elem(v, i) })
}

// OneHot returns x ↦ the array of length n that is x at i and zero elsewhere; for
// i outside of the array it is the zero map. Its transpose is Index(i).
func OneHot[A any](n int, m Monoid[A], i int) LFun[A, []A] {
	return linrep.Trust(func(x A) []A {
		return tabulate(n, func(j int) A {
			if j == i {
				return x
			}
			return m.Zero()
		})
	})
}

// SumArray returns v ↦ Σᵢ v[i], accumulated in place. Its transpose is
// Replicate(n).
func SumArray[A any](m Monoid[A]) LFun[[]A, A] {
	return linrep.Trust(func(v []A) A {
		return m.Sum(len(v), func(i int) A { return v[i] })
	})
}

// Replicate returns x ↦ the array of n times x; the elements share storage. Its
// transpose is SumArray on arrays of length n.
func Replicate[A any](n int) LFun[A, []A] {
	return linrep.Trust(func(x A) []A {
		return tabulate(n, func(int) A { return x })
	})
}

// Gather returns v ↦ [v[at(0)], …, v[at(n-1)]], with an implicit zero where at is
// outside of v. at must be pure. It covers slices, reversal, and the old array of
// an update. Its transpose is Scatter(size, n, m, at) for the size of v.
func Gather[A any](n int, at func(i int) int) LFun[[]A, []A] {
	return linrep.Trust(func(v []A) []A {
		return tabulate(n, func(i int) A { return elem(v, at(i)) })
	})
}

// Scatter returns v ↦ the array w of length size with w[j] = Σ v[i] over the i < n
// with at(i) = j; an i whose at(i) is outside of w is dropped. at must be pure.
// Its transpose is Gather(n, at) on arrays of length size.
func Scatter[A any](size, n int, m Monoid[A], at func(i int) int) LFun[[]A, []A] {
	return linrep.Trust(func(v []A) []A {
		w := tabulate(size, func(int) A { return m.Zero() })
		for i := range min(n, len(v)) {
			if j := at(i); j >= 0 && j < len(w) {
				m.AddInto(&w[j], v[i])
			}
		}
		return w
	})
}

// Unzip returns [(a₀, b₀), …] ↦ ([a₀, …], [b₀, …]). Its transpose is Zip(n).
func Unzip[A, B any]() LFun[[]Tuple2[A, B], Tuple2[[]A, []B]] {
	return linrep.Trust(func(v []Tuple2[A, B]) Tuple2[[]A, []B] {
		a, b := make([]A, len(v)), make([]B, len(v))
		for i, t := range v {
			a[i], b[i] = t.E1, t.E2
		}
		return Tuple2[[]A, []B]{a, b}
	})
}

// Zip returns ([a₀, …], [b₀, …]) ↦ [(a₀, b₀), …] of length n. Its transpose is
// Unzip on arrays of length n.
func Zip[A, B any](n int) LFun[Tuple2[[]A, []B], []Tuple2[A, B]] {
	return linrep.Trust(func(t Tuple2[[]A, []B]) []Tuple2[A, B] {
		return tabulate(n, func(i int) Tuple2[A, B] {
			return Tuple2[A, B]{elem(t.E1, i), elem(t.E2, i)}
		})
	})
}
