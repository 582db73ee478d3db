// Package inplace is about arrays of rows that become longer, become shorter and change, where the program makes a new
// row each time: the passes "append-in-place" ([Append]), "truncate-in-place" ([Truncate]) and "update-in-place"
// ([Update]) do so in the row that is there, and "row-lengths" ([OnlyLengths]) keeps no rows of which only the lengths
// are asked for.
//
// The first three share what flow.go finds out: where rows come from and go to.
package inplace
