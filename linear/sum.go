package linear

import "github.com/seed-4b734f86/gochad/internal/linrep"

// Maybe is T with an extra zero that needs no size: an alternative of a linear
// sum, or the tail of a recursive type. The extra zero and the zeros of T are
// identified, so no combinator tells them apart. The zero Maybe is the extra
// zero.
type Maybe[T any] struct {
	_ [0]func() // equality would tell the zeros apart
	p *T        // nil for the extra zero; never written through once shared
}

// Some returns the injection T ⊸ Maybe[T]. Its transpose is Unsome.
func Some[T any]() LFun[T, Maybe[T]] {
	return linrep.Trust(some[T])
}

// Unsome returns the projection Maybe[T] ⊸ T, which sends the extra zero to an
// implicit zero. Its transpose is Some.
func Unsome[T any]() LFun[Maybe[T], T] {
	return linrep.Trust(unsome[T])
}

// MaybeMonoid returns the monoid of Maybe[T], where adding the extra zero costs
// nothing.
func MaybeMonoid[T any](m Monoid[T]) Monoid[Maybe[T]] {
	return linrep.NewMonoid(linrep.Ops[Maybe[T]]{
		Zero: func() Maybe[T] { return Maybe[T]{} },
		Plus: func(a, b Maybe[T]) Maybe[T] {
			switch {
			case a.p == nil:
				return b
			case b.p == nil:
				return a
			}
			return some(m.Plus(*a.p, *b.p))
		},
		AddInto: func(dst *Maybe[T], x Maybe[T]) {
			switch {
			case x.p == nil:
			case dst.p == nil:
				*dst = some(m.Complete(*x.p))
			default:
				m.AddInto(dst.p, *x.p)
			}
		},
	})
}

// Sum is the linear sum of A and B with an extra zero: the (co)tangents of a
// value of a sum type, whose tag the primal knows. Linearity leaves no choice of
// its monoid: OutL sends what InR made to zero, hence InL(a) + InR(b) to a, so the
// sum of two tags must remember both. It is the biproduct of A and B, with absent
// sides left implicit. (Implementations that trap on a clash of tags are partial
// where this is total; values that a derivative makes hold one side at most.)
type Sum[A, B any] struct {
	l Maybe[A]
	r Maybe[B]
}

// InL returns the left injection. Its transpose is OutL.
func InL[A, B any]() LFun[A, Sum[A, B]] {
	return linrep.Trust(func(x A) Sum[A, B] { return Sum[A, B]{l: some(x)} })
}

// InR returns the right injection. Its transpose is OutR.
func InR[A, B any]() LFun[B, Sum[A, B]] {
	return linrep.Trust(func(x B) Sum[A, B] { return Sum[A, B]{r: some(x)} })
}

// OutL returns the left projection: an implicit zero at the extra zero and at
// what InR made. Its transpose is InL.
func OutL[A, B any]() LFun[Sum[A, B], A] {
	return linrep.Trust(func(s Sum[A, B]) A { return unsome(s.l) })
}

// OutR returns the right projection. Its transpose is InR.
func OutR[A, B any]() LFun[Sum[A, B], B] {
	return linrep.Trust(func(s Sum[A, B]) B { return unsome(s.r) })
}

// Either returns f on the left, g on the right, and their sum on a sum of both.
// A side that is absent is not run. Its transpose sends y to
// InL(fᵀ y) + InR(gᵀ y).
func Either[A, B, C any](m Monoid[C], f LFun[A, C], g LFun[B, C]) LFun[Sum[A, B], C] {
	return linrep.Trust(func(s Sum[A, B]) C {
		switch {
		case s.l.p == nil && s.r.p == nil:
			return m.Zero()
		case s.r.p == nil:
			return f.Apply(*s.l.p)
		case s.l.p == nil:
			return g.Apply(*s.r.p)
		}
		return m.Plus(f.Apply(*s.l.p), g.Apply(*s.r.p))
	})
}

// SumMonoid returns the monoid of the linear sum.
func SumMonoid[A, B any](a Monoid[A], b Monoid[B]) Monoid[Sum[A, B]] {
	l, r := MaybeMonoid(a), MaybeMonoid(b)
	return linrep.NewMonoid(linrep.Ops[Sum[A, B]]{
		Zero: func() Sum[A, B] { return Sum[A, B]{} },
		Plus: func(x, y Sum[A, B]) Sum[A, B] {
			return Sum[A, B]{l.Plus(x.l, y.l), r.Plus(x.r, y.r)}
		},
		AddInto: func(dst *Sum[A, B], x Sum[A, B]) {
			l.AddInto(&dst.l, x.l)
			r.AddInto(&dst.r, x.r)
		},
	})
}

// RecMonoid returns the monoid of a recursive type. def receives the monoid that
// it defines and must use it under [MaybeMonoid], [ArrayMonoid] or the like, as
// the Go type T must mention itself after one of these. For lists of reals:
//
//	type List struct{ Cons linear.Maybe[linear.Tuple2[float64, List]] }
//
// Operations recurse as deep as their arguments are.
func RecMonoid[T any](def func(self Monoid[T]) Monoid[T]) Monoid[T] {
	var m Monoid[T]
	m = def(linrep.NewMonoid(linrep.Ops[T]{
		Zero:    func() T { return m.Zero() },
		Plus:    func(a, b T) T { return m.Plus(a, b) },
		AddInto: func(dst *T, x T) { m.AddInto(dst, x) },
		Sum:     func(n int, at func(int) T) T { return m.Sum(n, at) },
	}))
	return m
}

// some returns the Maybe that holds x.
func some[T any](x T) Maybe[T] { return Maybe[T]{p: &x} }

// unsome returns what a Maybe holds, an implicit zero if it holds nothing.
func unsome[T any](x Maybe[T]) T {
	if x.p == nil {
		var zero T
		return zero
	}
	return *x.p
}
