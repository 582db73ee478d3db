// Package wasmbackend prints optimised programs of the loop language as WebAssembly modules, as package gen prints them
// as Go. It knows nothing of derivatives, and of the engines that run modules what package engine says: package run
// runs them in this process, package web writes what JavaScript needs.
//
// # What a module is
//
// A function of the loop language is a function of the module. A real is an f64; an int an i64, or an i32 where its
// values are known to be (package facts). A bool is an i32, a reference the address of a cell, 0 for nil; an array its
// address and its length. Elements stand one after the other, rows of nested arrays as address and length. Exported
// functions take the address of a block with arguments and results, and the sizes; what can go wrong is a status, never
// a trap (docs/wasm-abi.md).
//
// Memory comes from where package plan says: memory of its own that a statement keeps within a call, and stacks for
// each type of elements, all of which begin after the block and end with the call.
//
// The functions of package mathlib stand for exp, log and their like. Engines do not inline, so that the printer does:
// small functions, and those of mathlib in loops.
//
// # Reading order
//
// compile.go drives. function.go and export.go are the two kinds of functions, block.go is the layout of blocks, abi.go
// its description. stmt.go, control.go, expr.go, prims.go, array.go and memory.go are the language. emitter.go
// and locals.go are how instructions are written, and yield.go lets the host run.
//
// Other rooms decide what is written. Package facts finds out what is true of a function. Package vectors says what is
// done two reals at a time, which simd.go, simdstmt.go, mathpair.go, records.go, lanewrite.go and laneloop.go write;
// vector.go is for loops that the program has marked. Package engine says what engines need, and what inline.go,
// touch.go, anchor.go, rowcursor.go and crowded.go write for them; cursor.go moves addresses with loops.
package wasmbackend
