// Package ragged lays slices of slices whose rows differ in length out in one slice.
//
//	flow, value form ──Flatten──► flow, value form
//
// Value form has matrices only: the rows of a slice of slices have one length. A parameter x [][]T of which that does
// not hold becomes a structure of two slices, Data with all elements, row after row, and Off with the places where
// rows begin and with the end of the last: row i is Data[Off[i]:Off[i+1]]. Then
//
//	len(x)      is  len(Off) - 1
//	len(x[i])   is  Off[i+1] - Off[i]
//	x[i][j]     is  Data[Off[i]+j], or out of range unless 0 <= j < Off[i+1]-Off[i]
//	x[i]        is  Data[Off[i]:Off[i+1]]
//
// A variable that is assigned all of x is such a structure, too, and a function that is called with x gets a version of
// its own. The lengths of rows cannot change: what would change them is refused.
package ragged
