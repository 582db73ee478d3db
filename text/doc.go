// Package text reads and prints .chad files, the λ-calculus of the papers as text.
//
// [Parse] gives a syntax tree and diagnostics, [Format] prints a tree in the standard layout with
// its comments, [Elaborate] infers types and builds a program of the core language, and [Load]
// does all of it. The language is described in docs/grammar.md.
//
//	bytes ──lexer──► tokens ──parser──► *File ──elab──► *syntax.Program
//	                                      │
//	                                      └──printer──► bytes
//
// # Invariants
//
//   - No input causes a panic, and each one takes near-linear time and memory. Nesting is bounded by
//     [MaxNesting]; the lists of the language are flat slices, walked by loops.
//   - Parse(Format(f)) is f except for positions, and Format is idempotent.
//   - A program that elaborates passes [syntax.VerifyProgram].
//   - Diagnostics are positioned and coded; several mistakes are reported at once.
//
// # References
//
//   - [CHAD] M. Vákár, T. Smeding: CHAD: Combinatory Homomorphic Automatic Differentiation. TOPLAS
//     2022. §3 for the terms, §10 for arrays.
//   - [Futhark] T. Henriksen et al.: sizes in types, and a :> [n]t for those that only meet at run time.
//   - [Pierce] B. Pierce, D. Turner: Local type inference. TOPLAS 2000. Wanted types are pushed inwards.
package text
