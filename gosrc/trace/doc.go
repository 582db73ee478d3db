// Package trace says where a gradient goes wrong: where a value or a cotangent first became NaN or infinite, and where
// the last path to a parameter was cut.
//
//	flow, reference form ──eval.CallObserved──► tape ──sweep──► cotangents ──► findings
//
// It is reverse mode by operator overloading: an interpreter of Go's meaning (package eval) writes every operation on
// numbers to a tape, with its place, the iterations and calls around it and the values of its operands. A sweep from
// the last entry to the first gives the cotangents. The compiled gradient has no part in this, and carries nothing of
// it.
//
// # Local derivatives
//
// There is no table of derivatives here. Those of a primitive are the terms of its row in package syntax, evaluated by
// package semantics, and a cotangent is multiplied with them as the compiler does it (functor.Scale), with the
// conventions of docs/nonsmooth.md.
//
// # Functions with a derivative of their own
//
// Of a function with //chad:derivative not the body but the derivative is run. It is linear in its tangents, so what the
// tape has of it from tangents to tangents is swept like the rest, which transposes it. What is wrong in a derivative
// written by hand is found at its line.
//
// # Cuts
//
// A parameter whose derivative is 0 because nothing smooth leads from it to the result has had its last path cut
// somewhere. There, something that depends on it smoothly goes into an operation with the slope 0, or decides a branch,
// an index or a length. Of all such places that the result depends on, the last one is named.
package trace
