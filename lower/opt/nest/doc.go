// Package nest is what is known inside nests of loops: which loops are around a place, and run ([Surroundings]), and
// which elements are apart whatever the variables of those loops are ([Rows]).
package nest
