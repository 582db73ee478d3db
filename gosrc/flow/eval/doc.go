// Package eval runs programs of package flow in reference form: slices are windows on memory that others see,
// pointers point. It is the oracle for the front end that makes such programs and for the passes that remove
// references; it shares no code with either.
//
//	vals, err := eval.Call(f, args)   // args by eval.From, results by Value.Flat
//
// # Memory
//
// A [Value] of a scalar is its number. An array or struct is a row of cells, one for each part, so that a part can be
// pointed to; copying it copies the cells. A slice is a window on such a row, a pointer is a cell.
//
// # Observers
//
// An [Observer] is told of every operation, with its place, the iterations and calls around it and the values of its
// operands. It gives marks to numbers, which carry them wherever they are copied: so package trace has a tape.
//
// # References
//
//   - The Go Programming Language Specification, for windows, append, copy and the two phases of assignment.
package eval
