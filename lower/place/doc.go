// Package place turns simplified first-order terms into the loop language.
//
// # Representation
//
// real is a real, int and idx n are ints, bool is a bool. Tuples and records are
// separate variables, parameters and results. [n]τ is an array for each scalar of
// τ (structure of arrays), nested arrays are arrays of arrays, [?]τ are arrays
// too. A sum is its tag and the variables of all its variants; a linear sum keeps tag 0
// for its zero. A data type is a reference to a cell; nil is the zero of a
// linear data type, and the first constructor without argument of any other. A size
// parameter is the length of a parameter, or an int parameter when no length gives it.
//
// # Destinations
//
// Arrays are built where they end up: every term is placed either as a value with a wished-for destination (eval), or
// as an addition to an accumulator (add). In the second form, which pullbacks take, a onehot is one addition to one
// element, zero is nothing, and a sum of arrays needs no array of its own: the destination is the shadow of what the
// term denotes. An array that is used once is not built before its use. Functions that are not exported add results
// that are sums to arrays of their callers. An array in the state of a loop that uses it linearly is updated in place,
// and so is one that a function is given and hands back changed.
//
// # References
//
//	[CHAD]    M. Vákár, T. Smeding: CHAD: Combinatory Homomorphic Automatic Differentiation. TOPLAS 2022.
//	[AgdaCNN] A. Šinkarovs, T. Koopman, S.-B. Scholz: Correctness meets performance, a CNN in Agda.
//	[Rose]    S. Estep et al.: Rose: Composable Autodiff for the Interactive Web. ECOOP 2024.
package place
