// Package wrap writes the Go files of the Go front end: around the cores that packages chad and gen make of a
// function's translation, functions with the signatures that users know.
//
//	directive, Go signature, definition ──flatten──► definition of leaves ──chad──► derivative ──gen──► core
//	                                                                  wrapper: checks, marshalling, call, results
//
// # Cores and wrappers
//
// A core is a plain function over float64, int and bool and slices of them. Its parameters are the leaves of the
// parameters: structs are taken apart, so that only what wrt names is differentiated, and slices of structs are one
// slice for each field. A wrapper checks lengths and overlap before anything is written. It passes slices as they
// are where their types allow, makes headers for rows of named types, and copies what is held otherwise (float32, fields in
// slices of structs) through scratch in the workspace. Gradients of slices are added up in the buffers of the caller.
//
// Complex numbers are structs of two floats inside: complex.go.
//
// # What cannot be known
//
// The translation of a function stops where the function panics, and says with an int that it returns an error. The
// wrapper then calls the function itself, with the same arguments, none of which has been written. So does
// one whose results hold strings and other values that have no translation.
//
// # Names
//
// Everything of package level that is not for users has a suffix made of the name of the file, and imports are renamed
// where the package has their names: generated files stand beside each other and beside all code.
//
// # Reading order
//
// root.go and shape.go say what there is to wrap, flatten.go makes the definition, file.go and declare.go drive;
// column.go, buffer.go and tangent.go marshal; grad.go, vjp.go, jvp.go, hvp.go, matrix.go, plain.go and halves.go are
// the verbs.
package wrap
