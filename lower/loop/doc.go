// Package loop is the first-order, typed loop language between terms and the back ends.
//
// A [Program] is a list of functions over scalars, arrays and cells. Tuples and
// records are separate variables, arrays of tuples one array for each component,
// sums a tag and the variables of all variants; only inductive data are cells in
// memory. Control is structured: counted loops, while loops, conditionals and switches; the one
// exit of a function is its end. Expressions have no effects besides run-time
// errors; everything that writes or allocates is a statement.
//
// # Values and memory
//
// A variable of rank 0 is a scalar or a reference to a cell. One of rank k > 0 is an array: of
// rows of rank k-1 when it is nested, or of scalars, row after row, when [Var].Flat gives its
// strides. Assigning an array variable assigns the reference. Two array variables
// share memory only if one was assigned or bound from the other (a view: [Index] with an array as
// result, [Slice]), and parameters never share memory with [Out] parameters.
//
// A variable that no statement assigns after its [Let] is a constant of its block: passes may
// move and copy its right-hand side as far as the memory that it reads is unchanged.
//
// # Reading order
//
// types.go, expr.go, stmt.go and func.go are the language; print.go and read.go its
// text form, which reads back; verify.go says what a well-formed program is; eval.go is
// its meaning, with counts of operations.
package loop
