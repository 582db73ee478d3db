// Package simplify rewrites terms of the core language, source and target, by
// named rules that keep the meaning and never raise the cost.
//
// # The engine
//
// [Term] and [Program] run rounds until nothing changes. A round counts the
// uses of every variable in the live part of the term, backwards through the
// spines, and then walks it once, forwards: it decides every binding by its
// count, replaces variables by what became of them, and tries the rules at
// every node, operands first. When a round changes nothing, common
// subexpressions are shared and loop invariants moved, on the A-normal form. A
// round is linear in the size of the term; how many there are depends on how
// deeply functions, tuples and arrays are nested, not on the length of spines.
//
// # Layers
//
// From the ground up, each in files of one prefix or in a package of its own:
//
//   - package form: what is asked of terms by their form;
//   - package search: the rules that look at all of a term when the rounds are through with it;
//   - rule.go, report.go, settled.go: the rules that are on, and which have fired;
//   - occurrences.go, usecounts.go, dropuses.go, beforeupdate.go: how often, and where, variables are used;
//   - rules_….go, if….go, loopfocus….go, redex.go, bind.go, sizes….go: the laws, and how they are applied, by what they
//     are about;
//   - cse….go, vartable.go: common subexpressions and loop invariants;
//   - pass.go: a round;
//   - simplify.go, program.go: rounds until nothing changes, of a term and of a program.
//
// Package program changes whole programs beside these.
//
// # No work is repeated
//
// A right-hand side takes the place of a variable only if that is used once and
// the use runs no more often than the binding: the bodies of λ, λ̲, loops and
// builds run more often, those of branches do not. Exceptions are atoms
// (variables, literals, zeros), functions, which are values, and an element of a
// build that is used as x[j] once for each j of a loop over all of it (fusion).
// Nothing moves out of a branch or a function. Into or out of a checkpoint nothing moves but
// functions, which are values, and nothing is shared: what is to be computed again must
// not be kept instead. Terms that are copied get new binders.
//
// The result is a let-spine whose bindings are the values used more than once, or
// too big for a line; the rest stands in its place, as in CHAD Fig. 1(d).
// A read of an array element stays where it is when the array is also used whole,
// because an update in place may follow.
//
// # Loops
//
// Neighbouring builds and sums of builds over one size become one loop where they
// read each other's elements, or a common array, at the loop's own index (the rules
// fuse…). The gradient of Σᵢ fᵢ(x), which arrives as an array of values and pullbacks
// and two sums over it, is a single pass without that array. A loop moves
// down the spine to the last of its group, never across an update of what it reads.
//
// # Failure
//
// Programs fail on bad indices, lengths, negative sizes and integer division by
// zero. A binding that nothing uses is removed although it might fail, and an
// expression may move into a branch: a simplified program may be defined where
// the program was not. It never fails where the program did not: nothing that
// can fail is moved out of a branch or a loop, or repeated.
//
// # Floats
//
// Rules on real literals hold for all floats, ±0, ∞ and NaN included; 0.0 * x and
// x + 0.0 stay. The structural zero of a linear type ([syntax.Zero]) is absorbed,
// which makes the sign of a zero (co)tangent unspecified. Sums over arrays are
// order-free; n-ary additions keep their order.
//
// # References
//
//	[CHAD]    Table 1 (Appendix B): the rules by name; Fig. 4, 6: the equations; §10: arrays
//	[Coconut] Fig. 4: the laws of linear maps
//	[AgdaCNN] §6.1, §7.1: the laws of arrays
package simplify
