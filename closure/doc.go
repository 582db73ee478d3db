// Package closure takes functions out of programs, source to source. Functions that are only ever called become
// definitions: [Lift]. Those that are values at run time become data, by closure conversion: [Convert].
//
// A λ that a branch chooses, that stands in an array or in the state of a loop, or that a definition returns, becomes
// the record of what it captures. Where several λs can flow to one place, the record carries a tag. An application
// becomes the call of a definition, the apply definition of the place, whose body is the λ's, or a case of them on the
// tag. The result is a first-order program. Differentiated, it has no function values either: the cotangent of a
// closure is that of the record, and no body runs twice.
//
// # How it works
//
// A flow analysis by unification ([flow]) puts every occurrence of a function type into a class, such that
// functions that can meet are in one class, and lists the λs of each class. It is near-linear.
// Lift asks it which functions are only called, Convert for the rest.
//
// A λ that is lifted is a [code], a definition of what it captures and of its parameters, and so is each definition.
// Where the arguments of a call are known functions, the code is copied for them, and has what they capture as
// parameters in their place.
//
// A class lives in a region of the program: the smallest piece of a block that holds all its occurrences. What is bound
// outside the region of a class is the same, at every application, as it was when the closure was made, as for an
// abstract type that the region introduces. So it is no part of the record but an argument of the apply definition: a
// long array that closures capture is passed along, and its cotangent has one destination ([capture]).
//
// The record is a tuple, a sum of tuples, or a data type: where closures capture closures of their own class
// (composition in a loop), and where the record is large. Types of sizes that the region does not know are hidden:
// arrays become [?]τ, indices ints, and the sizes are fields ([represent]).
//
// # What stays
//
// Functions in the parameters and the result of the definition that is asked for, in whatever meets those, and in
// custom derivatives and adjoints stay functions.
//
// # References
//
//	[Johnsson]  T. Johnsson: Lambda lifting: transforming programs to recursive equations. FPCA 1985.
//	[Reynolds]  J. C. Reynolds: Definitional interpreters for higher-order programming languages. 1972.
//	[Tolmach]   A. Tolmach, D. P. Oliva: From ML to Ada: strongly-typed language interoperability via source translation. JFP 1998.
//	[Cejtin]    H. Cejtin, S. Jagannathan, S. Weeks: Flow-directed closure conversion for typed languages. ESOP 2000.
//	[CHAD]      M. Vákár, T. Smeding: CHAD. TOPLAS 2022. §7.4, §7.5: the tangents of functions that this avoids.
package closure
