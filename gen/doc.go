// Package gen emits simplified programs as Go source.
//
// # Two routes
//
// A definition whose types and body hold no functions, linear functions or
// copowers takes the first-order route: loops over slices, no closures, no
// import beyond the standard library. Any other takes the higher-order route: typed
// closures, and package linear for linear functions and copowers.
//
// # Representation on the first-order route
//
// real is float64, int and idx n are int, bool is bool. Tuples and records are
// separate variables, parameters and results. [n]τ is a slice for each scalar of
// τ (structure of arrays), nested arrays are slices of slices, [?]τ are slices
// too. A sum is its tag and the variables of all its variants; a linear sum keeps tag 0
// for its zero. A data type is a pointer to a struct; nil is the zero of a
// linear data type, and the first constructor without argument of any other. A size
// parameter is the length of a parameter, or an int parameter when no length gives it.
//
// # Destinations
//
// Arrays are built where they end up: every term is emitted either as a value
// with a wished-for destination (eval), or as an addition to an accumulator (add). In
// the second form, which pullbacks take, a onehot is one addition to one
// element, zero is nothing, and a sum of arrays needs no array of its own. An array that is
// used once is not built before its use.
//
// # References
//
//	[CHAD]    M. Vákár, T. Smeding: CHAD: Combinatory Homomorphic Automatic Differentiation. TOPLAS 2022.
//	[AgdaCNN] A. Šinkarovs, T. Koopman, S.-B. Scholz: Correctness meets performance, a CNN in Agda.
//	[Rose]    S. Estep et al.: Rose: Composable Autodiff for the Interactive Web. ECOOP 2024.
package gen
