// Package gen emits simplified programs as Go source.
//
// # Two routes
//
// A definition whose types and body hold no functions, linear functions or
// copowers takes the first-order route: packages place and opt make loops of it, and package loops prints them. What
// comes out is loops over slices, without closures, without
// imports beyond the standard library. Any other takes the higher-order route: typed
// closures, made from terms in package terms, and package linear for linear functions and copowers.
//
// # Rooms
//
// Package code is the syntax of Go that both routes make. Packages loops and terms are the two printers. Package forms
// chooses which form of an elementary function loops call, and package gc has the code take the form that Go's compiler
// wants; package gonum has the calls of that library that stand for loops. All other decisions, about memory and about
// speed, are made before, in package opt. The text of elementary functions is in package elementary. This package has
// the interface: what to export, and how (gen.go, core.go, lanes.go). It leads programs through the stages (plan.go),
// and puts the file together.
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
