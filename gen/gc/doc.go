// Package gc knows what Go's compiler makes of code, and has programs and statements take the form that it compiles
// well. Nothing in it changes what a program computes, to the last bit; for another compiler of Go it would be another
// package. Each file has one such form, and says what the compiler does with the other.
//
// # Before printing, on loops
//
// Functions that are too long for the compiler become several (giants.go). Calls of exp in loops are opened, so that
// their parts are inlined (open.go). Matrices with short rows are slices of arrays, whose constant indices need no
// checks (rows.go). Loops count from a constant on where that saves a register (shifted.go), constants of loops with
// too many values stand in memory (operands.go), and conditions of loops are taken apart (conjuncts.go).
//
// # While printing, on statements
//
// A branch that only chooses what variables are stands before the others (settle.go). One that only makes an array, or
// adds to one that may be empty, is a call of a helper (branches.go, sumif.go). Square roots in loops are in registers
// of their own (sqrt.go).
package gc
