// Package split takes giant functions of the loop language apart, for compilers of the output whose time or limits
// do not allow them: Go's compiler takes time that grows with the square of a function's length and more, and engines
// of WebAssembly refuse functions that are too large.
//
// A run of statements of a giant block becomes a function of its own, a part ([loop.Func].Part), which the block calls.
// What the part only reads is passed. Numbers that a part declares or changes, and that are mentioned outside of it,
// stand in arrays that the function makes at its head, the frames: one of reals, one of ints and one of bools. Two
// numbers share an element of a frame when the last mention of one stands in a part before the first mention of the
// other.
//
// Giant blocks inside of loops and branches are taken apart likewise. What has to stay where it is: statements that
// declare or assign arrays and references which are mentioned elsewhere, and parts that would have too many parameters.
package split
