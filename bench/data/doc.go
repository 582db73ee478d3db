// Package data generates the inputs of the benchmark problems, which are
// defined in package hand: the same numbers on every machine for equal sizes.
package data
