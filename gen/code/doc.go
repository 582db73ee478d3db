// Package code is the syntax of Go that is generated: expressions and statements, and the file in which they stand. It
// knows what Go's grammar and its rules ask for, such as brackets, names that are free and variables that are used, and
// nothing of what the code is for.
//
// # What it has
//
// Expressions (expr.go) and statements (stmt.go) are small trees, which print.go writes by package jennifer. A File
// (file.go) has the names of package level and the helpers that its functions call, and Scopes (names.go) the names of
// variables. Primitives (scalar.go), run-time checks (check.go) and functions of package elementary (elementary.go) are
// expressions that need helpers. Statements that compute what nobody reads go (prune.go), as Go refuses them. What a
// function is called, and what its comment says, is in function.go, godoc.go and shapedoc.go.
package code
