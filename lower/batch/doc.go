// Package batch runs a function of the loop language for several inputs at once (“vmap”): a pass that makes, from a
// function F of shared and of batched parameters, the function that computes F for k values of the batched ones and one
// value of the shared.
//
// # Law
//
// batch(F)(s, b₀ … bₖ₋₁) = (F(s, b₀), …, F(s, bₖ₋₁)), to the last bit; it fails where one of them fails. The values of
// a batched array have equal lengths.
//
// # How
//
// An analysis (vary.go) finds the variables, and the memory, whose values depend on batched parameters: they vary. A
// variable that varies becomes k variables, its lanes, and a statement that changes one becomes k statements;
// everything else stays and is computed once for all lanes. Control that does not depend on what varies is shared:
//
//	for i < n {                          for i < n {
//	  var t real = cos(x[i])               var t real = cos(x[i])
//	  dy[i] = t * dx[i]             →      dy1[i] = t * dx1[i]
//	}                                      dy2[i] = t * dx2[i]
//	                                     }
//
// So it is in derivatives: the tangents of an interleaved JVP and the cotangents of a pullback vary with the seed, the
// primal and all control do not. Where the condition of a branch, or the number of iterations of a loop, varies, the
// statement is repeated for each lane, as a whole; then what it changes varies. Nothing is refused but one thing, see
// [Func].
//
// Lanes are variables, not elements of an array: k is a small constant, scalars stay in registers, and the later passes
// need to know nothing.
//
// [UnitLoops] does the same for loops over unit vectors, of which Jacobians and Hessians are made in programs of the
// language.
package batch
