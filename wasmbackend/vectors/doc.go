// Package vectors decides what a module does on vectors of two reals. It reads programs of the loop language and moves
// statements; the instructions are written elsewhere. All numbers stay the same to the last bit, except for sums whose
// order is free.
//
// Iterations of an innermost loop are run two at a time where pairs.go finds that they may be. Of a search for a
// record, four are asked at once whether they change anything (records.go). Statements side by side, which the same
// work for several iterations gives, are one on vectors where that pays (lanes.go, early.go); that is for wazero, where
// it saves checks of bounds above all. So that functions of the math library take two arguments, loops of math of their
// own are made (mathafter.go), and mathbody.go says which of these functions can. What there is to know of the function
// around is in package facts.
package vectors
