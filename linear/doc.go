// Package linear provides the target language's abstract types as Go types:
// linear functions [LFun], copowers [Copower], and dictionaries [Monoid] for the
// commutative monoids between which linear functions run. The evaluator and
// generated code use it; it imports the standard library only.
//
// # What the types promise
//
// A program outside this module, written with pure functions, cannot build an
// LFun that is not linear, nor see the order or the splitting of the summands of
// a Copower. The representations are hidden, and each exported combinator
// preserves linearity. Dictionaries are abstract for the same reason: with a
// lawless "plus", [Plus] would make a lawless map. User-defined struct types take
// part through [FieldOf] and [StructMonoid], which check that what they are given
// is a field and that every field has a monoid. "Linear" means exactly so on
// numbers that add and multiply without rounding, overflow or NaN, and up to
// these otherwise.
//
// Values are immutable: no combinator changes an argument, and results may share
// storage with arguments, so do not write to a slice that came from here before
// copying it ([Monoid.Complete] copies).
//
// # Zeros
//
// Sizes are not in Go's types, so a zero may be left implicit: Go's zero value of
// a type that has a dictionary always is a zero of it. A nil or short slice
// stands for itself followed by zeros, a nil function is constantly zero, the
// zero LFun is the zero map, the zero [Maybe] and [Sum] are the extra zeros of
// linear sums. Equality of values is meant up to this. [Monoid.Zero] and
// [Monoid.Complete] spell sizes out.
//
// # Correspondence
//
//	CHAD Fig. 8        here               Coconut Fig. 3     here
//	lid                [Id]               1                  [Id]
//	t ;ℓ s             [Then]             ∘                  [Then], arguments swapped
//	lswap t            [Swap]             ⊕                  [Plus]
//	leval_t            [Eval]             0                  [Zero]
//	{(t, −)}           [Singleton]        S(k)               [Scale]
//	lcopowfold t       [CopowerFold]      [m₁; m₂]           [Pair], Pair2 … Pair8
//	lfst, lsnd         [Fst], [Snd]       m₁ ⋈ m₂            [Join], Join2 … Join8
//	lpair(t, s)        [Pair]             L, L′              [Swap], [CopowerFold]
//	0_τ, t +_τ s       [Monoid]           B, B′              [Build], [BuildT]
//	lop(t)             [Scale], [Neg], …  ⊙                  [Apply]
//
// What a combinator transposes to is in its comment: fᵀ is the linear function
// with ⟨f x, y⟩ = ⟨x, fᵀ y⟩, where functions K → V are paired with copowers !K ⊗ V
// and all other types with themselves.
//
// # References
//
//   - CHAD §4 (Figs. 5 and 6), §9.1–9.2 (Fig. 8): M. Vákár, T. Smeding. CHAD:
//     Combinatory Homomorphic Automatic Differentiation. ACM TOPLAS 44(3), 2022.
//   - Coconut Figs. 3 and 4: T. Ellis, S. Peyton Jones, A. Fitzgibbon. Automatic
//     differentiation in Coconut.
package linear
