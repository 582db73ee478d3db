// Package translate turns type-checked Go functions into programs of package flow, in reference form.
//
//	go/ast + go/types ──Translate──► flow (slices are windows, pointers point)
//
// What a function means stays what the Go specification says. That includes
//
//   - the order of evaluation, and tuple assignment in two phases,
//   - integers that wrap, and float32 that rounds after every operation,
//   - loop variables that are new in each iteration, by the language version of the file,
//   - range over a copy of an array,
//   - untyped constants that are exact until they get their type.
//
// # What becomes of what
//
//   - Names are resolved by types.Object; a variable of Go is one *flow.Var, also inside the literals that capture it.
//   - Generic functions are instantiated: one *flow.Func for each list of type arguments that the roots reach.
//   - Calls are statements: f(x)+g(y) first stores f(x) and g(y) in temporaries, in that order. Operands that are only
//     read stay in the expression and are read after the calls, as gc does.
//   - a && b is a Cond where b has no calls, and an If statement where it has.
//   - Three-clause loops that count (see count.go) are flow.Count, all others flow.While.
//   - switch is a chain of If; fallthrough repeats the next body.
//   - A complex number is a struct of its real and its imaginary part.
//   - error is one bit: nil or not. Strings, channels, maps and interfaces are flow.OpaqueT, and dropped; where
//     one of them would influence the result there is a diagnostic.
//   - A package variable that nothing in the module writes is a local variable of each function that reads it, with the
//     variable's initialiser as its value.
//
// # Refusals
//
// What lies outside the subset is reported with its position, one of the codes of [Codes], and what to write instead.
// Translation goes on after a refused construct, so that one run reports all of them.
//
// # References
//
//   - The Go Programming Language Specification, go1.26.
package translate
