// Package semantics gives source and target programs their meanings, twice.
//
// The first meaning is denotational (CHAD §5.3): types are sets, linear types
// are commutative monoids, terms are functions. [Evaluator] computes it; it is
// the oracle that every transformation and back end is compared with.
//
// The second is the big-step operational semantics on closed terms by
// substitution (CHAD Fig. 7), see [BigStep]. It shares no code with the first
// and is deliberately naive. The two agree (CHAD Lemma 5.9).
//
// # Values
//
//	type                   value
//	real                   Real
//	int, idx n             Int
//	bool                   Bool
//	products               *Tuple
//	sums, data             *Inj
//	[n]τ, [?]τ             *Array
//	τ → σ                  *Func
//	τ ⊸ σ                  *LFun
//	!τ ⊗ σ                 *Copower
//	any linear type        Zero, the zero of its monoid
//
// # Linear values are formal sums
//
// Inside an evaluation the values of linear product and array types are formal
// sums of one-hot arrays, coprojections and dense parts, added up when they are
// first read. So t + s, onehot and coproj cost O(1) and a zero needs no
// type. Arrays that [syntax.Set] or a one-hot addition has touched are versions
// of one buffer (Baker's trick): an update of the newest version costs O(1), an
// older version stays readable. Results of [Evaluator.Eval] and its like are
// normalised: they hold none of these forms, and Zero only where the type alone
// does not give the zero (linear sums, copowers).
//
// Two deviations from package linear, whose types are the meanings of ⊸ and ⊗:
// a *Copower holds a copower of that package, but a *LFun is no linear.LFun,
// since evaluation may end in an error, which a homomorphism cannot; and monoids
// need no dictionaries, since a value shows which monoid it belongs to.
//
// # Errors
//
// What a program can do wrong at run time is an [*Error] with a position and a
// [Kind]. Well-typed programs cause no panic.
//
// # References
//
//	[CHAD]  M. Vákár, T. Smeding: CHAD: Combinatory Homomorphic Automatic Differentiation. TOPLAS 2022.
//	[Baker] H. G. Baker: Shallow binding makes functional arrays fast. SIGPLAN Notices 26(8), 1991.
package semantics
