package linear

import "github.com/seed-4b734f86/gochad/internal/linrep"

// Id returns the identity (CHAD Fig. 8, lid), its own transpose.
func Id[A any]() LFun[A, A] {
	return linrep.Trust(func(x A) A { return x })
}

// Then returns the composite "f, then g" (CHAD Fig. 8, f ;ℓ g). Its transpose is
// Then(gᵀ, fᵀ).
func Then[A, B, C any](f LFun[A, B], g LFun[B, C]) LFun[A, C] {
	return linrep.Trust(func(x A) C { return g.Apply(f.Apply(x)) })
}

// Zero returns the zero map into the monoid m. Unlike the zero LFun it spells
// out sizes. Its transpose is the zero map the other way.
func Zero[A, B any](m Monoid[B]) LFun[A, B] {
	return linrep.Trust(func(A) B { return m.Zero() })
}

// Plus returns the pointwise sum of two linear functions (Coconut Fig. 3, ⊕).
// Its transpose is the sum of the transposes.
func Plus[A, B any](m Monoid[B], f, g LFun[A, B]) LFun[A, B] {
	return linrep.Trust(func(x A) B { return m.Plus(f.Apply(x), g.Apply(x)) })
}

// Total returns f(0) + … + f(n-1), pointwise and accumulated in place. f
// must be pure. Its transpose is Total of i ↦ f(i)ᵀ.
func Total[A, B any](n int, m Monoid[B], f func(i int) LFun[A, B]) LFun[A, B] {
	return linrep.Trust(func(x A) B {
		return m.Sum(n, func(i int) B { return f(i).Apply(x) })
	})
}

// Share returns x ↦ g(x, f(x)): a linear let-binding whose bound variable and
// whose context both remain in scope (CHAD Fig. 5, let v = t in s). It is
// Then(Pair(Id, f), g); its transpose is CoShare(fᵀ, gᵀ).
func Share[A, B, C any](f LFun[A, B], g LFun[Tuple2[A, B], C]) LFun[A, C] {
	return linrep.Trust(func(x A) C { return g.Apply(Tuple2[A, B]{x, f.Apply(x)}) })
}

// CoShare returns y ↦ a + f(b) where (a, b) = g(y): the transpose of [Share]. It
// is Then(g, Join(m, Id, f)).
func CoShare[C, A, B any](m Monoid[A], f LFun[B, A], g LFun[C, Tuple2[A, B]]) LFun[C, A] {
	return linrep.Trust(func(y C) A {
		t := g.Apply(y)
		return m.Plus(t.E1, f.Apply(t.E2))
	})
}

// LFunMonoid returns the pointwise monoid on the linear functions into m. The
// sum of n functions is one function that accumulates in place.
func LFunMonoid[A, B any](m Monoid[B]) Monoid[LFun[A, B]] {
	return linrep.NewMonoid(linrep.Ops[LFun[A, B]]{
		Zero: func() LFun[A, B] { return Zero[A](m) },
		Plus: func(f, g LFun[A, B]) LFun[A, B] { return Plus(m, f, g) },
		Sum: func(n int, at func(int) LFun[A, B]) LFun[A, B] {
			fs := tabulate(n, at)
			return Total(len(fs), m, func(i int) LFun[A, B] { return fs[i] })
		},
	})
}

// EvalLFun returns f ↦ f(x), evaluation at x as a linear function of the linear
// function.
func EvalLFun[A, B any](x A) LFun[LFun[A, B], B] {
	return linrep.Trust(func(f LFun[A, B]) B { return f.Apply(x) })
}

// tabulate returns [at(0), …, at(n-1)], the empty slice for n ≤ 0.
func tabulate[T any](n int, at func(i int) T) []T {
	out := make([]T, max(n, 0))
	for i := range out {
		out[i] = at(i)
	}
	return out
}
