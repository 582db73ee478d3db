// Package inplace is the pass "update-in-place" ([Rows]): the rows of arrays become longer ([Append]), become shorter
// ([Truncate]) and change ([Update]) where they are, where the program makes a new row each time, and no rows are kept
// of which only the lengths are asked for ([OnlyLengths]).
//
// What is appended in one direction is taken off in the other, so that these come together: without any of them a
// program that puts each element after a row takes time in the square of their number, forward or back.
//
// All but the last share what flow.go finds out: where rows come from and go to.
package inplace
