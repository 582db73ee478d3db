// Package functor is CHAD, once: the structure-preserving functor from source
// terms to target terms (CHAD Theorem B, §7), by one traversal of the source.
//
// A term t : τ in context Γ becomes a term
//
//	D_Γ(t) : ⟨D₁τ, Arrow(D₂Γ, D₂τ)⟩
//
// that pairs the primal with a linear function: from the tangents of Γ to the
// tangent of t in forward mode (package forward), from the cotangent of t to the
// cotangents of Γ in reverse mode (package reverse). The primal half of every
// rule is here; what differs between the modes is in [Mode] and nothing else.
//
// Modes alone know what a linear half is. The traversal binds linear halves, pairs them with primals and collects
// them in arrays. To have one made it asks for that of a construct, and to have one applied it asks for [Mode.Run].
// Checkpoints ([Mode.Again]), attached derivatives ([Mode.Custom]) and operators ([Mode.VJP]) are no exception. So a
// mode may hold its linear halves in another form than λ̲; in a test they are ordinary functions.
//
// The paper's rules are stated for nested terms and binary products. Here a
// term comes in A-normal form and contexts are n-ary, so that the rules for let
// become one rule for a whole spine ([Mode.Spine]). It equals the nest of the
// paper's let rules by let-substitution and the monoid laws (CHAD Fig. 4, 6). A
// context holds just the variables that are free in the term and active: those
// whose type varies and that depend on what is differentiated. Hence every
// subterm's derivative is used exactly once, and the size of D(t) is linear in
// that of t (CHAD Corollary 7.2).
//
// Arrays: the derivative of an iteration yields the array of its bodies' linear
// functions, unzip (map D), rather than CHAD §10's form that runs bodies again;
// [Options.Recompute] gives the paper's form for reading.
//
// # References
//
//	[Revolve] A. Griewank, A. Walther: Algorithm 799: Revolve. TOMS 26(1), 2000. (checkpoints)
//	[CHAD]    §7.1–7.6 (the rules), §10 (map), §11.2 (sums), §11.3 (other analyses)
//	[Futhark] REVLOOP (loops)
package functor
