// Package terms prints definitions that hold functions at run time, as typed closures.
//
// Every value of the language is one Go value: a function a Go func, a product a tuple of package linear, a sum a
// struct, a linear function a linear.LFun, the cotangent of a function a linear.Copower (types.go). Linear functions
// have no variables in Go, so they are made of the combinators of package linear (linear.go, combinators.go).
// Parameters and results of exported functions are taken apart as those that package loops prints (boundary.go).
//
// # Reading order
//
// A Printer (printer.go) finds what the exports call and names the types; emitter.go is the state of one function.
// value.go, array.go and scalar.go print terms, linear.go and lineararray.go linear ones, and check.go what exported
// functions ask of their arguments.
package terms
