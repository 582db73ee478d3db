// Package opt makes programs of the loop language fast: passes from programs to programs
// with the same meaning.
//
// [Passes] is the list in its order, each pass with its name and the law that
// justifies it; [Optimize] runs it. A pass changes the functions of a
// program in place (expressions are immutable and shared), keeps programs
// well formed, and takes time near-linear in their size: straight-line code of a
// million statements goes through all of them.
//
// # What passes may change
//
// Values stay the same to the last bit, with three exceptions: sums that the source
// calls order-free (sum, not fold) may be reassociated. The run-time error of
// a value that nobody needs may go, and errors may come in another order, as long as some error
// comes where one came; [Options].FastMath allows what it documents. So may that of an array of negative length
// of which nobody reads an element: lengths that users name have checks of their own.
// Memory outside the Out parameters is not observable.
//
// # What passes need not do
//
// Straight-line code of a million statements has nothing for most passes. Those say what a function must have for them
// (Pass.Needs), and what runs on straight-line code says of functions that it has left them as they were
// (Options.unchanged): what was found out about them is kept for the next pass, and the same pass does not run again
// before something has changed. Beside few statements on ints, lengths and arrays it consists of plain ones, on reals
// alone (plain.go): passes about the former look at those few (Options.others).
//
// # Reading order
//
// pass.go and table.go drive. Small passes have a file each. Others, with a vocabulary of their own, are packages, of
// which rooms.go has the names and laws: accumulate, conditions, contract, fusion, idioms, inplace, jam,
// layout, remat and reversal. They know no options and no other pass, and say what they need as parameters.
//
// What passes ask has packages below those. Package facts says what variables and memory statements read and write, and
// package access where in memory. Package depend says which statements may change places, affine which inequalities hold between
// ints, arrays and nest how arrays are used and which loops are around. Package edit makes statements from others.
package opt
