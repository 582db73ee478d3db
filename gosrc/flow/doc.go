// Package flow is the middle of the Go front end: structured imperative programs over Go's values, between Go
// syntax trees and the terms of package syntax.
//
//	Go package ──gosrc──► flow, reference form ──flow/own──► flow, value form ──flow/term──► syntax
//
// # Two forms
//
// In reference form slices and pointers mean what they mean in Go: a slice is a window on memory that other variables
// may see. In value form there are neither pointers nor windows: every variable owns its value, an assignment copies
// (at no cost where the old owner is dead), and a function that writes through a parameter returns the new value as
// one more result. Package own goes from the one to the other, or says where aliasing would change the meaning.
//
// # What is gone already
//
// Names are resolved: a variable is its address. Types are instantiated: no generics. Implicit conversions, untyped
// constants, op-assignments, switch, range and method calls are written out. Calls are statements, so that the order
// of evaluation can be seen; expressions have no effects but run-time errors.
//
// # References
//
//   - The Go Programming Language Specification, for the meaning of the reference form.
//   - [CHAD] for what the value form becomes.
package flow
