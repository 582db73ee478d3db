// Package gen emits simplified programs as Go source.
//
// # Two routes
//
// A definition whose types and body hold no functions, linear functions or
// copowers takes the first-order route: packages place and opt make loops of it, and this package prints them. What
// comes out is loops over slices, without closures, without
// imports beyond the standard library. Any other takes the higher-order route: typed
// closures, made from terms in this package, and package linear for linear functions and copowers.
//
// # First order: the loop language in Go
//
// real is float64, int is int, bool is bool; an array is a slice, a nested one a slice of slices, or one slice with
// computed offsets where it is flat; a reference is a pointer to a struct, nil the constructor, or the zero, that it
// stands for. Parameters marked Out are slices that the caller passes. The statements are Go's own; lengths, indices
// and divisors that must be checked call helpers that are written into the file. The printer chooses names from the
// hints in the program and range loops where they fit. It folds operators on constants, which Go would compute exactly
// and refuse to overflow. A branch that only chooses what variables are stands before the others (settle.go), as x :=
// y; if c { x = … }. All other decisions, about memory and about speed, are made before it.
//
// # Higher order: closures
//
// Here every value of the language is one Go value: a function a Go func, a product a tuple of package linear, a sum a
// struct, a linear function a linear.LFun, the cotangent of a function a linear.Copower (hotypes.go). Parameters and
// results of exported functions are taken apart as on the first-order route (hoboundary.go).
//
// # Reading order
//
// gen.go and plan.go drive. loopfunc.go, loopstmt.go, loopexpr.go, looparray.go and cells.go are the first-order route;
// the files whose names begin with ho, emitter.go and stmt.go the higher-order one. expr.go and print.go are
// the Go syntax that both make.
//
// # Memory
//
// An exported function that needs memory for itself is a method of a workspace that keeps it from call to call, and a
// plain function that takes a workspace from a pool. What has no field of its own there comes from stacks, one for each
// type of elements ([github.com/seed-4b734f86/gochad/lower/plan], docs/workspaces.md).
//
// # References
//
//	[CHAD] M. Vákár, T. Smeding: CHAD: Combinatory Homomorphic Automatic Differentiation. TOPLAS 2022.
package gen
