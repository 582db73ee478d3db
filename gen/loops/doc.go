// Package loops prints programs of the loop language as Go, a statement for a statement.
//
// # The loop language in Go
//
// real is float64, int is int, bool is bool; an array is a slice, a nested one a slice of slices, or one slice with
// computed offsets where it is flat. A reference is a pointer to a struct, nil the constructor, or the zero, that it
// stands for (cells.go). Parameters marked Out are slices that the caller passes. The statements are Go's own; lengths,
// indices and divisors that must be checked call helpers that are written into the file. The printer chooses names from
// the hints in the program and range loops where they fit. It folds operators on constants, which Go would compute
// exactly and refuse to overflow. Where Go's compiler wants another form, package gc says which.
//
// # Reading order
//
// A Printer (printer.go) plans the names and the memory of a program, and function.go prints a function; stmt.go,
// expr.go and array.go are the language. Memory is in memory.go, and the workspaces that keep it in workspace.go;
// core.go is for functions that other code of the file calls. Loops that run in parts are in team.go. With leave to use
// gonum, vectorloop.go and matrixloop.go call it (package gonum).
package loops
