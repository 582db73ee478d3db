package linear

import "github.com/seed-4b734f86/gochad/internal/linrep"

// LFun is the type LFun(A, B) of linear functions from A to B (CHAD §9.1,
// written A ⊸ B in §4). Build one with the combinators of this package, use it
// with [Apply]. The zero LFun is the zero map.
type LFun[A, B any] = linrep.LFun[A, B]

// Copower is the type Copower(K, V), written !K ⊗ V in CHAD §4, of finite formal
// sums of pairs that are linear in V. Build one with [Singleton] and
// [CopowerMonoid], use it with [CopowerFold]. The zero Copower is the empty sum.
type Copower[K, V any] = linrep.Copower[K, V]

// Monoid is a dictionary for the commutative monoid on T. Each type has one
// monoid, whose dictionary this package makes from those of its parts; sizes are
// the only choice.
type Monoid[T any] = linrep.Monoid[T]

// Field is a component, of type F, of a product type T: a tuple of this package
// or a user's struct. See [FieldOf], [Proj] and [Coproj].
type Field[T, F any] = linrep.Field[T, F]

// Unit is the type with one value, the linear unit type of CHAD §4.
type Unit = struct{}

// Apply returns f(x), the t • s of CHAD Fig. 5 and the ⊙ of Coconut Fig. 3. Its
// stack depth is the nesting depth of the combinators that built f.
func Apply[A, B any](f LFun[A, B], x A) B { return f.Apply(x) }
