// Package proptest generates random well-typed programs and states the laws that
// the system obeys on all of them. Users import it in their tests to check a
// gradient, a pair of a JVP and a VJP, or a primitive of their own.
//
// # For users
//
// [CheckGradient] and [CheckJVP] compare derivatives with extrapolated finite
// differences, [CheckTranspose] is the dot-product test, [CheckOp] checks a row
// of the primitive table. They take any testing.T.
//
// # Programs
//
// [Generate] makes a program from a seed: definitions of any order with closures that capture
// variables and escape, sums, data types with recursion, arrays in all their derived forms,
// loops, sizes computed at run time, custom derivatives and, if asked
// for, derivative operators. Values stay small (every real below realCap in
// magnitude, times the length of a sum) and loops short, so that finite
// differences mean something. Each program asks for an eighth of all forms and primitives, drawn again, so that all
// of them are common; a test holds the statistics to that.
//
// [Gen] is the gopter generator, with a shrinker ([Sample.Shrinks]) that keeps programs well typed.
//
// # Laws
//
// [Properties] lists them. Each is checked about a [System], whose parts can be
// exchanged: package proptest/mutation puts broken parts in and finds out which law notices.
//
// # Running
//
// go test runs every law on 1,000 programs (-short: 50) and compiles 100 emitted programs
// (-emitted 1000 for as many). In package mutation, -mutants makes all mutants.
//
// # References
//
//	[CHAD]    M. Vákár, T. Smeding: CHAD. TOPLAS 2022. Theorem 7.1 (correctness), §7.2 (size), Fig. 4 (βη-laws)
//	[Ridders] C. J. F. Ridders: Accurate computation of F′(x) and F′(x)F″(x). Adv. Eng. Software 4(2), 1982.
package proptest
