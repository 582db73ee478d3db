// Package linrep holds the representations of the abstract types of package
// linear, together with the constructors that trust their caller.
//
// Package linear re-exports the types as aliases and adds only combinators that
// preserve their invariants, so outside this module
//
//   - an [LFun] is a homomorphism of commutative monoids,
//   - a [Copower] is a formal sum whose order and splitting cannot be seen,
//   - a [Monoid] obeys the laws of a commutative monoid,
//   - a [Field] is a component of a product.
//
// Inside the module [Trust], [Entries], [NewMonoid] and [NewField] are open, and
// whoever calls them owes a proof of the invariant beside the call.
//
// # References
//
//   - CHAD §9.1–9.2: M. Vákár, T. Smeding. CHAD: Combinatory Homomorphic
//     Automatic Differentiation. ACM TOPLAS 44(3), 2022.
package linrep
