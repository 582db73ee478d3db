// Package term turns flow programs in value form into terms: the last step of the Go front end.
//
//	flow, value form ──term──► *syntax.Program, one definition for each function
//
// # Statements
//
// A list of statements becomes one let-spine. The environment maps slots to atoms; a slot is a variable, or a field of
// one that is a structure, however deep, so structures are gone outside arrays. An assignment binds a term to a
// variable with the name it had in Go, and a copy binds nothing. Branches and loops result in the tuple of the slots
// that they change and that are live after them (live.go); the state of a loop is the slots that its body changes and
// that are live at its head. Nothing is translated twice but what stands before the condition of a while loop.
//
// # Leaving
//
// A statement that leaves (return, break, continue, fail) sets the slot exit to a code of its target. Where one branch
// of an if always leaves, what follows goes into the other branch. Where that is not so, what follows is guarded by
// exit == 0. Lists in which much leaves are cut in pieces that are guarded one by one, so that the nesting of the
// result is bounded by that of the source. A counted loop that may be left early becomes a while loop over its counter
// and exit; one that only a failure leaves stays a counted loop.
//
// # Sizes
//
// Every slice has a shape: for each level a length that is a polynomial in integers of the program (sized), one known
// at run time only (dyn, [?]τ), a buffer with a length (grown, what append makes), where all rows
// are nil (blank). Shapes of loop states are guessed from what enters the loop, and the function is translated
// again with the guesses corrected until they hold (passes.go): a number of whole passes, each linear, never a pass
// within a pass. Two lengths are equal when their polynomials are; a polynomial gets its size variable where it is
// first needed, or in front of the branch or loop that needs it on both sides.
//
// The law of rows: in value form the rows of a slice of slices have one length. make([][]T, n) makes nil rows, and
// the first row that is stored tells the length; rows still nil count as rows of zeros of that length. So the loop
// that makes the rows of a matrix is a loop that stores zeros over zeros, which is found to change nothing and goes.
// Where rows have lengths that are not known in front of the loop, they are of type [?]τ one by one, and then
// they may differ.
//
// # Append
//
// A slice that a loop appends to is a buffer and a length; what is after the length is zeros. Where it can be said
// before a counted loop how much it appends at most, the buffer is made that long before it (reserve.go), append is one
// store in place, and so is its pullback. Elsewhere append writes after the length, into a buffer twice as long where
// it was full; such a buffer changes its length in the loop, and package place copies it with each store. A function
// that only looks at such a slice gets the buffer and the length (room.go), others a copy.
//
// # References
//
//   - R. Kelsey: A correspondence between continuation passing style and static single assignment form. IR 1995.
//   - A. Appel: SSA is functional programming. SIGPLAN Notices 33(4), 1998.
package term
