// Package lower turns target programs into programs without linear functions.
//
// After the functor and simplification, the linear functions of a first-order
// program live only inside data: in the results of branches, in arrays that
// build and loop make, and in the results of derived definitions. [Tapes]
// replaces each by its tape, a plain value, and by static code that gets the
// tape and the argument: ⟨P; λ̲v.Q⟩ becomes P with the variables that Q reads,
// and Q stands where the linear function was applied.
//
// # How it works
//
// The pass is closure conversion with the code known at every application. It
// walks each definition once, callees first, and holds for every term whose
// type mentions a linear function a shape ([shape]): a tuple of shapes, an array of
// shapes, a plain value, or a closure, which is static code with the atoms that
// its free variables stand for. Where a shape leaves the scope of some of its
// atoms (the end of a branch, of the body of a build or loop, of a definition)
// exactly those atoms are handed out, as the tape:
//
//   - an atom that is in scope outside as well stays as it is;
//   - one that atoms outside or the loop index give back cheaply (projection,
//     indexing, constant, size, integer arithmetic) is computed again;
//   - one that is part of the primal result anyway is read from there;
//   - the rest is taped. Sizes bound inside are taped as ints, and arrays whose
//     type mentions them as [?]τ.
//
// Branches give a sum of tapes and a case at the application, or, when nothing
// is left to tape, the same condition once more. An array of pullbacks
// becomes an array of tape tuples. Reading it at j gives a closure over the
// tuple at j. A definition f returns ⟨y, tape⟩, and its linear function becomes
// a definition f_pullback(what it reads of the parameters and results …, tape, v).
// The tape of a recursive definition is a recursive data type.
//
// Linear functions in the state of a loop, in variants of sums, in array
// literals, in arrays that branches or definitions result in, in parameters, or around closures
// and copowers have no tape here: the functor makes the first five from no first-order
// program, and gen has its higher-order route for the rest. Definitions with such are
// kept as they are ([Result.Kept]), and so are those that use their linear functions.
//
// Static code is inlined where it is applied at one place, and is a definition of its own
// otherwise. Every step is linear in the size of the program times
// the nesting depth of binders, and walks let-spines with loops.
//
// # References
//
//	[CHAD]   M. Vákár, T. Smeding: CHAD. TOPLAS 2022. §7.4, §7.5.
//	[Reynolds] J. C. Reynolds: Definitional interpreters for higher-order programming languages. 1972.
package lower
